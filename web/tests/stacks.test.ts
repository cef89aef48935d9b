/** The stacks that a player’s dishes are shown in. */
import { describe, expect, it } from 'vitest';
import { lackOf, makiPlace, stacksOf, worthOf } from '../src/go/stacks';
import type { WireLine } from '../src/protocol/types';
import { views } from './kit/golden';

function line(reason: string, more: Partial<WireLine> = {}): WireLine {
  return { item: 'tempura', count: 1, points: 0, reason, lacks: 0, rivals: 0, text: '', dishes: ['T'], ...more };
}

it('labels a stack with its points', () => {
  expect(worthOf(line('complete', { points: 5 }))).toBe('+5');
  expect(worthOf(line('fewest', { points: -6 }))).toBe('−6');
  expect(worthOf(line('open', { item: 'wasabi' }))).toBe('×3');
  expect(worthOf(line('no-points', { item: 'chopsticks' }))).toBe('');
  expect(worthOf(line('tokens'))).toBe('');
});

it('labels an incomplete set with what it has, and not with 0 points', () => {
  const short = line('short', { count: 2, lacks: 1 });
  expect(lackOf(short)).toBe('2/3');
  expect(worthOf(short)).toBe('');
  expect(worthOf(line('short', { points: 4, count: 2, lacks: 1 }))).toBe('+4');
  expect(lackOf(line('complete', { lacks: 1 }))).toBe('');
});

it('leaves out tally lines without dishes', () => {
  const stacks = stacksOf({
    dishes: ['T'],
    tally: { points: 0, lines: [line('short', { lacks: 1 }), line('behind', { item: 'maki', dishes: [] })] },
  });
  expect(stacks.map(({ code, count, lack }) => [code, count, lack])).toEqual([['T', 1, '1/2']]);
});

it('marks the first two places of the maki ranking', () => {
  expect([makiPlace(line('most')), makiPlace(line('second')), makiPlace(line('behind'))]).toEqual([1, 2, null]);
});

describe('golden tables', () => {
  const tables = views.flatMap((view) =>
    (view.type === 'sushi-go' ? [view.tables, ...view.past] : [view.trays, ...view.past]).flat(),
  );
  it.each(tables.map((table, index) => [index, table] as const))(
    'show each dish once, in stacks with unique keys (%i)',
    (_, table) => {
      const stacks = stacksOf(table);
      expect(stacks.flatMap(({ dishes }) => dishes).toSorted()).toEqual([...table.dishes].sort());
      expect(new Set(stacks.map(({ key }) => key)).size).toBe(stacks.length);
      for (const { code, dishes } of stacks) expect(code).toBe(dishes.at(-1));
    },
  );

  it('include tables with dishes', () => {
    expect(tables.filter(({ dishes }) => dishes.length > 0).length).toBeGreaterThan(10);
  });
});
