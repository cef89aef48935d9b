/** Line breaks of a text in a box: how many letters its widest line has, so that a card can scale a long name down. */

interface Fit {
  /** Letters of the widest line, at least one. */
  readonly letters: number;
  readonly isTwoLines: boolean;
}

/** One line if the text has at most `longest` letters, else two, broken at the space that balances them best. */
export function fit(text: string, longest: number): Fit {
  if (text.length <= longest) return { letters: Math.max(text.length, 1), isTwoLines: false };
  let letters = text.length;
  for (let at = text.indexOf(' '); at >= 0; at = text.indexOf(' ', at + 1)) {
    letters = Math.min(letters, Math.max(at, text.length - at - 1));
  }
  return { letters, isTwoLines: letters < text.length };
}
