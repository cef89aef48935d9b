/** What a card or a die face scores, in a sentence of the chosen language. */
import { countOf } from '../art/families';
import { lang } from '../words/index.svelte';
import type { GameName } from './games';

export function explain(game: GameName, code: string): string {
  const family = code[0] as 'T' | 'S' | 'D' | 'M' | 'N' | 'P' | 'W' | 'C' | 'U';
  const all = lang.dishes.explain[game];
  const found = family in all ? all[family as keyof typeof all] : '';
  return typeof found === 'function' ? found(countOf(code)) : found;
}
