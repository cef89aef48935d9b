/** Translations: the words of the chosen language, `lang.t` for the interface and `lang.dishes` for cards and dice. */
import { settings } from '../app/settings.svelte';
import type { WireLine } from '../protocol/types';
import { dishes as englishDishes } from './dishes.en';
import { en, type Words } from './en';
import type { LanguageName } from './languages';

type Dishes = typeof englishDishes;

class Language {
  t = $state.raw<Words>(en);
  dishes = $state.raw<Dishes>(englishDishes);

  /** Load a language, and use it from then on. English is part of the bundle. */
  async use(name: LanguageName): Promise<void> {
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

  /** The name of a card or a die face, such as `Maki` for `M2`. */
  dish(code: string): string {
    return this.dishes.names[code] ?? code;
  }

  /** The name within a sentence and for screen readers, where equal pictures need distinct names: `double maki`. */
  spoken(code: string): string {
    return this.dishes.spoken(code, this.dish(code));
  }

  spokenList(codes: readonly string[]): string {
    return this.t.list(codes.map((code) => this.spoken(code)));
  }

  /** The name of what a line of a tally counts. */
  item(item: string): string {
    return this.dishes.items[item] ?? item;
  }

  /** Why a line of a tally scores what it does; in the server's English where the reason is unknown here. */
  reason({ item, reason, count, rivals, lacks, text }: WireLine): string {
    if (item === 'pudding' && reason === 'most') return this.t.score.puddingMost(count, rivals);
    return this.t.score.reasons[reason]?.(count, rivals, lacks) ?? text;
  }

  /** Why the server refused something; in the server's English where the code is unknown here. */
  refusal({ code, message }: { code: string; message: string }): string {
    return this.t.refusals[code] ?? (message || code);
  }
}

export const lang = new Language();
