/** The bot levels that people choose from. */
import { expect, it } from 'vitest';
import { defaultLevel, levelNumber, levels, weakestLevel } from '../src/table/levels';
import { en } from '../src/words/en';
import { it as italian } from '../src/words/it';

it('has five levels, each rated higher than the one before', () => {
  expect(levels).toHaveLength(5);
  for (const game of ['sushi-go', 'sushi-roll'] as const) {
    const ratings = levels.map((level) => level.rating[game]);
    expect(ratings).toEqual([...ratings].sort((one, other) => one - other));
  }
});

it.each([
  ['English', en],
  ['Italian', italian],
])('describes every level in %s', (_, words) => {
  expect(Object.keys(words.level.characters)).toEqual(levels.map((level) => level.name));
});

it('numbers the levels from 1, and other bots 0', () => {
  expect(levelNumber(weakestLevel)).toBe(1);
  expect(levelNumber(defaultLevel)).toBe(3);
  expect(levelNumber('regular')).toBe(0);
  expect(levelNumber(null)).toBe(0);
});
