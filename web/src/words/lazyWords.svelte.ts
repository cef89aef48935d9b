/** Lazily loaded translations of one part of the page: fetched in the chosen language when that part is opened. */
import { settings } from '../app/settings.svelte';
import type { LanguageName } from './languages';

export class LazyWords<W> {
  readonly #english: W;
  readonly #loadItalian: () => Promise<{ words: W }>;
  /** null while the translation is loading. */
  words = $state.raw<W | null>(null);
  #wanted: LanguageName | null = null;

  /** English is part of the bundle of its screen; it also stands in where the other language cannot be fetched. */
  constructor(english: W, loadItalian: () => Promise<{ words: W }>) {
    this.#english = english;
    this.#loadItalian = loadItalian;
  }

  /** Call in a component: loads the chosen language, now and whenever it changes. */
  follow(): void {
    $effect(() => void this.#load(settings.language));
  }

  async #load(language: LanguageName): Promise<void> {
    if (language === this.#wanted) return;
    this.#wanted = language;
    const words =
      language === 'it'
        ? await this.#loadItalian().then(
            (found) => found.words,
            () => this.#onLoadFailed(),
          )
        : this.#english;
    if (this.#wanted === language || this.#wanted === null) this.words = words;
  }

  /** Fall back to English; the next call tries again. */
  #onLoadFailed(): W {
    this.#wanted = null;
    return this.#english;
  }
}
