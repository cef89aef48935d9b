// How wide a text is in letters, so that a card can shrink a long name instead of cutting it.
// Translated names differ in length and a stylesheet cannot measure them.

export interface Fit {
  /** Letters of the widest line, at least one. */
  readonly letters: number;
  readonly two: boolean;
}

/** One line if the text is no longer than that, else two, broken at the space that makes them most even. */
export function fit(text: string, longest: number): Fit {
  if (text.length <= longest) return { letters: Math.max(text.length, 1), two: false };
  let letters = text.length;
  for (let at = text.indexOf(' '); at >= 0; at = text.indexOf(' ', at + 1)) {
    letters = Math.min(letters, Math.max(at, text.length - at - 1));
  }
  return { letters, two: letters < text.length };
}
