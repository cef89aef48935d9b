/** What a screen reader says: polite news, and what matters now. One sentence at a time is put into a live region. */

class Speaker {
  polite = $state('');
  urgent = $state('');
  #queue: string[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** Say this when there is a moment. Sentences of one moment are said together. */
  say(sentence: string): void {
    if (!sentence) return;
    this.#queue.push(sentence);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      const said = this.#queue.join(' ');
      this.#queue = [];
      // The same text twice would not be noticed as new.
      this.polite = said === this.polite ? `${said}\u00A0` : said;
    }, 150);
  }

  /** Whoever looks next is somebody else: nothing that was said stays. */
  hush(): void {
    clearTimeout(this.#timer);
    this.#queue = [];
    this.polite = '';
    this.urgent = '';
  }

  /** Say this now. */
  warn(sentence: string): void {
    this.urgent = sentence === this.urgent ? `${sentence}\u00A0` : sentence;
  }
}

export const speaker = new Speaker();
