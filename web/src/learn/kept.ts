/** The first game that was begun and not finished, by game: whoever loads the page anew goes on with it. */
import { keep as write, kept } from '../house/kept';
import type { GameName } from '../table/games';

const KEY = 'kaiten-learn';

export interface Begun {
  table: string;
  said: readonly string[];
}

const read = () => kept<Record<GameName, Begun>>(KEY);

export function begun(game: GameName): Begun | null {
  const found = read()[game];
  return found && typeof found.table === 'string' && Array.isArray(found.said) ? found : null;
}

/** null: there is nothing to go on with. */
export function keep(game: GameName, what: Begun | null): void {
  const { [game]: _, ...others } = read();
  write(KEY, what ? { ...others, [game]: what } : others);
}

/** The tables of first games: they wait as long as one likes, and are nobody's turn. */
export const lessons = (): string[] => Object.values(read()).flatMap((found) => (typeof found?.table === 'string' ? [found.table] : []));
