/** The levels of bots, the weakest first; a server knows more names, for programs and for tables of before. */
import generated from '../generated/levels.json';
import type { GameName } from './games';

export interface Level {
  name: string;
  title: string;
  rating: Record<GameName, number>;
}

export const levels: readonly Level[] = generated.levels;
export const usual = generated.usual;
export const beginner = levels[0]!.name;

/** From 1 for the weakest; 0 for a bot of no level. */
export function place(name: string | null): number {
  return levels.findIndex((level) => level.name === name) + 1;
}
