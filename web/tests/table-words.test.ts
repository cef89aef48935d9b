/** Texts of a table: durations, names, hints, explanations. */
import { describe, expect, it } from 'vitest';
import numbers from '../src/generated/numbers.json';
import { explain } from '../src/table/explain';
import { type GameName, kindOf } from '../src/table/games';
import { hint } from '../src/table/hints';
import { nameOf, otherSeats } from '../src/table/names';
import { formatDuration } from '../src/table/duration';
import { familyOf, isCode } from '../src/art/families';
import { familyOfItem } from '../src/score/itemFamily';
import { lang } from '../src/words/index.svelte';
import { settings } from '../src/app/settings.svelte';
import { languages } from '../src/words/languages';
import { playing, views } from './kit/golden';

const cards = Object.keys(numbers['sushi-go'].deck);
const faces = [...new Set(Object.values(numbers['sushi-roll'].dice).flatMap((die) => die.faces))];
const codes: [GameName, string][] = [
  ...cards.map((code): [GameName, string] => ['sushi-go', code]),
  ...faces.map((code): [GameName, string] => ['sushi-roll', code]),
];

it.each([
  [0, '0:00'],
  [1, '0:01'],
  [999, '0:01'],
  [42_000, '0:42'],
  [59_001, '1:00'],
  [725_000, '12:05'],
  [3_599_000, '59:59'],
  [3_600_000, '1 h 0 min'],
  [5_430_000, '1 h 30 min'],
  [86_400_000, '1 d 0 h'],
  [97_200_000, '1 d 3 h'],
  [172_800_000, '2 d 0 h'],
])('%i ms are %s', (milliseconds, text) => {
  expect(formatDuration(milliseconds)).toBe(text);
});

it('names the seats, and the dummy after the last one', () => {
  const table = playing('sushi-go');
  expect(nameOf(table, 1, lang)).toBe('Ben');
  expect(nameOf(table, 3, lang)).toBe(lang.dishes.dummy);
  table.seats[1]!.name = '';
  expect(nameOf(table, 1, lang)).toBe('2');
});

it('lists the other seats in the order of passing to the left', () => {
  expect(otherSeats(5, 3)).toEqual([4, 0, 1, 2]);
  expect(otherSeats(2, 0)).toEqual([1]);
});

describe.each(languages)('in %s', (language) => {
  const speak = async (): Promise<void> => {
    settings.language = language;
    await lang.use(language);
  };

  it.each(codes)('%s: %s has a name, a hint and a sentence', async (game, code) => {
    await speak();
    expect(lang.dishes.names[code]).toBeTruthy();
    expect(lang.spoken(code).length).toBeGreaterThan(2);
    expect(lang.spoken(code)).not.toMatch(/undefined|\bNaN\b/);
    expect(explain(game, code)).toMatch(/\w.*\.$/);
    expect(explain(game, code)).not.toMatch(/undefined|NaN/);
    // Maki, puddings and tokens show how many they are on the drawing.
    if (!/^(M\d|P\d|U\d|C\d)$/.test(code)) expect(hint(game, code)).toMatch(/\d/);
    expect(hint(game, code)).not.toMatch(/undefined|NaN/);
  });

  it('has a distinct spoken name for every card and face', async () => {
    await speak();
    for (const all of [cards, faces]) expect(new Set(all.map((code) => lang.spoken(code))).size).toBe(all.length);
  });

  it('has a text for every line of a tally', async () => {
    await speak();
    const lines = views.flatMap((view) => {
      const tables = view.type === 'sushi-go' ? view.tables : view.trays;
      return [...[...tables, ...view.past.flat()].map(({ tally }) => tally), ...view.dessert].flatMap((tally) => tally.lines);
    });
    expect(lines.length).toBeGreaterThan(50);
    for (const line of lines) {
      expect(lang.dishes.items[line.item], line.item).toBeTruthy();
      expect(lang.t.score.reasons[line.reason]?.(line.count, line.rivals, line.lacks), line.reason).toBeTruthy();
    }
  });
});

it('takes the numbers of hints from the rules', () => {
  expect(hint('sushi-go', 'T')).toBe('2 → 5');
  expect(hint('sushi-go', 'S')).toBe('3 → 10');
  expect(hint('sushi-go', 'D')).toBe('1 3 6 10 15');
  expect(hint('sushi-go', 'N3')).toBe('3');
  expect(hint('sushi-roll', 'D')).toBe('2 4 8');
  expect(hint('sushi-roll', 'W')).toBe('×3');
});

it('accepts an unknown card', () => {
  expect(hint('sushi-go', 'X9')).toBe('');
  expect(explain('sushi-go', 'X9')).toBe('');
  expect(lang.dish('X9')).toBe('X9');
  expect(isCode('toString')).toBe(false);
});

it('knows the die kind and the family of each face', () => {
  for (const [kind, die] of Object.entries(numbers['sushi-roll'].dice))
    for (const face of die.faces) expect(kindOf(face)).toBe(kind);
  for (const [, code] of codes) expect(isCode(code)).toBe(true);
  expect([familyOf('N1'), familyOf('U2'), familyOfItem('egg'), familyOfItem('tokens'), familyOfItem('maki')]).toEqual([
    'nigiri',
    'menu',
    'nigiri',
    'menu',
    'maki',
  ]);
});
