/** The levels of bots: five, each with words in every language, told from the bots of programs. */
import { expect, it } from 'vitest';
import { beginner, levels, place, usual } from '../src/table/levels';
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
])('says in %s who each of them is', (_, words) => {
  expect(Object.keys(words.level.characters)).toEqual(levels.map((level) => level.name));
});

it('knows the place of a level, and none for other bots', () => {
  expect(place(beginner)).toBe(1);
  expect(place(usual)).toBe(3);
  expect(place('regular')).toBe(0);
  expect(place(null)).toBe(0);
});
