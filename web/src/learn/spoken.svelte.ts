/** Words of one room that are fetched in the chosen language when it is entered, so that nobody fetches what they do not read. */
import type { LanguageName } from '../words/languages';

export class Spoken<W> {
  readonly #english: W;
  readonly #italian: () => Promise<{ words: W }>;
  /** null while the words are on their way. */
  words = $state.raw<W | null>(null);
  #wanted: LanguageName | null = null;

  constructor(english: W, italian: () => Promise<{ words: W }>) {
    this.#english = english;
    this.#italian = italian;
  }

  async speak(language: LanguageName): Promise<void> {
    if (language === this.#wanted) return;
    this.#wanted = language;
    // English is here already, and stands in where the other cannot be fetched.
    const words = language === 'it' ? await this.#italian().then((found) => found.words, () => this.#failed()) : this.#english;
    if (this.#wanted === language || this.#wanted === null) this.words = words;
  }

  /** The next visit tries again. */
  #failed(): W {
    this.#wanted = null;
    return this.#english;
  }
}
