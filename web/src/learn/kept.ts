/** The first game that was begun and not finished, by game: whoever loads the page anew goes on with it. */
import type { GameName } from '../table/games';

const KEY = 'kaiten-learn';

export interface Begun {
  table: string;
  said: readonly string[];
}

type Kept = Partial<Record<GameName, Begun>>;

function read(): Kept {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? '{}');
    return typeof kept === 'object' && kept !== null ? (kept as Kept) : {};
  } catch {
    return {};
  }
}

export function begun(game: GameName): Begun | null {
  const found = read()[game];
  return found && typeof found.table === 'string' && Array.isArray(found.said) ? found : null;
}

/** null: there is nothing to go on with. */
export function keep(game: GameName, what: Begun | null): void {
  const { [game]: _, ...others } = read();
  try {
    localStorage.setItem(KEY, JSON.stringify(what ? { ...others, [game]: what } : others));
  } catch {
    // Nothing may be kept here; a new visit begins anew.
  }
}
