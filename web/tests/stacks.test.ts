/** A table as it is shown. */
import { describe, expect, it } from 'vitest';
import { lackOf, makiPlace, stacksOf, worthOf } from '../src/go/stacks';
import type { WireLine } from '../src/protocol/types';
import { views } from './kit/golden';

function line(reason: string, more: Partial<WireLine> = {}): WireLine {
  return { item: 'tempura', count: 1, points: 0, reason, lacks: 0, rivals: 0, text: '', dishes: ['T'], ...more };
}

it('says what a stack is worth', () => {
  expect(worthOf(line('complete', { points: 5 }))).toBe('+5');
  expect(worthOf(line('fewest', { points: -6 }))).toBe('−6');
  expect(worthOf(line('open', { item: 'wasabi' }))).toBe('×3');
  expect(worthOf(line('no-points', { item: 'chopsticks' }))).toBe('');
  expect(worthOf(line('tokens'))).toBe('');
});

it('says what a stack lacks, and not that it is worth nothing yet', () => {
  const short = line('short', { count: 2, lacks: 1 });
  expect(lackOf(short)).toBe('2/3');
  expect(worthOf(short)).toBe('');
  expect(worthOf(line('short', { points: 4, count: 2, lacks: 1 }))).toBe('+4');
  expect(lackOf(line('complete', { lacks: 1 }))).toBe('');
});

it('leaves out what is about nothing on the table', () => {
  const stacks = stacksOf({ dishes: ['T'], tally: { points: 0, lines: [line('short', { lacks: 1 }), line('behind', { item: 'maki', dishes: [] })] } });
  expect(stacks.map(({ code, count, lack }) => [code, count, lack])).toEqual([['T', 1, '1/2']]);
});

it('marks the first two in the race for maki', () => {
  expect([makiPlace(line('most')), makiPlace(line('second')), makiPlace(line('behind'))]).toEqual([1, 2, null]);
});

describe('real tables', () => {
  const tables = views.flatMap((view) => (view.type === 'sushi-go' ? [view.tables, ...view.past] : [view.trays, ...view.past]).flat());
  it.each(tables.map((table, index) => [index, table] as const))('show each dish once, in stacks with keys of their own (%i)', (_, table) => {
    const stacks = stacksOf(table);
    expect(stacks.flatMap(({ dishes }) => dishes).toSorted()).toEqual([...table.dishes].sort());
    expect(new Set(stacks.map(({ key }) => key)).size).toBe(stacks.length);
    for (const { code, dishes } of stacks) expect(code).toBe(dishes.at(-1));
  });

  it('are there', () => {
    expect(tables.filter(({ dishes }) => dishes.length > 0).length).toBeGreaterThan(10);
  });
});
