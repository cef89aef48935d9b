/** ARIA live region: what a screen reader announces, politely or at once. `App.svelte` renders both texts. */

/** Milliseconds within which announcements are joined into one text: a new text would cut the one before it off. */
const BATCH_MS = 150;

class LiveRegion {
  polite = $state('');
  assertive = $state('');
  #queue: string[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** Announce politely, after what is being read out. Sentences of the same moment are joined. */
  announce(sentence: string): void {
    if (!sentence) return;
    this.#queue.push(sentence);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      const text = this.#queue.join(' ');
      this.#queue = [];
      this.polite = changed(text, this.polite);
    }, BATCH_MS);
  }

  /** Announce at once, interrupting what is being read out. */
  announceNow(sentence: string): void {
    this.assertive = changed(sentence, this.assertive);
  }

  /** Remove every text: the device goes to another person. */
  clear(): void {
    clearTimeout(this.#timer);
    this.#queue = [];
    this.polite = '';
    this.assertive = '';
  }
}

/** A live region announces changes only: a repeated text gets a trailing no-break space. */
const changed = (text: string, before: string): string => (text === before ? `${text}\u00A0` : text);

export const liveRegion = new LiveRegion();
