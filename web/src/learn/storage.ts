/** Unfinished tutorial games in localStorage, one for each game: a reload continues where it stopped. */
import { readJson, writeJson } from '../app/storage';
import type { GameName } from '../table/games';

const KEY = 'kaiten-learn';

interface StoredProgress {
  table: string;
  /** Ids of the lessons that were given. */
  said: readonly string[];
}

const read = () => readJson<Record<GameName, StoredProgress>>(KEY);

export function loadProgress(game: GameName): StoredProgress | null {
  const found = read()[game];
  return found && typeof found.table === 'string' && Array.isArray(found.said) ? found : null;
}

/** Store the progress of a game; null removes it. */
export function saveProgress(game: GameName, progress: StoredProgress | null): void {
  const { [game]: _, ...others } = read();
  writeJson(KEY, progress ? { ...others, [game]: progress } : others);
}

/** The tables of tutorial games: they trigger no turn alert. */
export const tutorialTables = (): string[] =>
  Object.values(read()).flatMap((found) => (typeof found?.table === 'string' ? [found.table] : []));
