/** The bot levels that people choose from, weakest first. Servers know further bots, for programs and for older tables. */
import generated from '../generated/levels.json';
import type { GameName } from './games';

interface Level {
  name: string;
  title: string;
  rating: Record<GameName, number>;
}

export const levels: readonly Level[] = generated.levels;
export const defaultLevel = generated.usual;
export const weakestLevel = levels[0]!.name;

/** The number of a level, from 1 for the weakest; 0 for a bot without a level. */
export function levelNumber(name: string | null): number {
  return levels.findIndex((level) => level.name === name) + 1;
}
