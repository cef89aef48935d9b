/** The words of the chosen language: `lang.t` for the interface, `lang.dishes` for cards and dice. */
import { settings } from '../house/settings.svelte';
import { dishes as englishDishes } from './dishes.en';
import { en, type Words } from './en';
import type { LanguageName } from './languages';

type Dishes = typeof englishDishes;

class Language {
  t = $state.raw<Words>(en);
  dishes = $state.raw<Dishes>(englishDishes);

  /** Fetch a language, and speak it from now on. */
  async speak(name: LanguageName): Promise<void> {
    if (name === 'it') {
      const [{ it }, { dishes }] = await Promise.all([import('./it'), import('./dishes.it')]);
      if (settings.language !== 'it') return;
      this.t = it;
      this.dishes = dishes;
    } else {
      this.t = en;
      this.dishes = englishDishes;
    }
    document.documentElement.lang = name;
  }

  /** The name of a card or a die's face, such as `Maki` for `M2`. */
  dish(code: string): string {
    return this.dishes.names[code] ?? code;
  }

  /** The same for the ear, and for sentences: `double maki`. */
  spoken(code: string): string {
    return this.dishes.spoken(code, this.dish(code));
  }

  /** Several, in a sentence. */
  spokenList(codes: readonly string[]): string {
    return this.t.list(codes.map((code) => this.spoken(code)));
  }
}

export const lang = new Language();
