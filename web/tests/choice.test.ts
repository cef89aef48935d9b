/** Selecting cards by tapping. */
import { describe, expect, it } from 'vitest';
import { chosenMove, mayTakeTwo, type Picked, placesOf, playsDummy, slots, tap } from '../src/go/choice';
import type { SushiGoMove } from '../src/protocol/types';
import { views } from './kit/golden';

type Card = SushiGoMove['cards'][number];

const HAND: Card[] = ['T', 'T', 'W', 'N3'];
const one = (...cards: Card[]): SushiGoMove[] => cards.map((card) => ({ type: 'cards', cards: [card], dummy: null }));
const pair = (first: Card, second: Card): SushiGoMove => ({ type: 'cards', cards: [first, second], dummy: null });
const both = (own: Card, dummy: Card): SushiGoMove => ({ type: 'cards', cards: [own], dummy });

const PLAIN = one('T', 'W', 'N3');
const CHOPSTICKS = [
  ...PLAIN,
  pair('T', 'T'),
  pair('T', 'W'),
  pair('W', 'T'),
  pair('T', 'N3'),
  pair('N3', 'T'),
  pair('W', 'N3'),
  pair('N3', 'W'),
];
const DUMMY = [both('T', 'T'), both('T', 'W'), both('W', 'T'), both('T', 'N3'), both('N3', 'T'), both('W', 'N3'), both('N3', 'W')];

function taps(legal: SushiGoMove[], two: boolean, ...places: number[]): Picked {
  return places.reduce<Picked>((picked, place) => tap(HAND, legal, two, picked, place), []);
}

describe('one card', () => {
  it('is selected by a tap', () => {
    expect(taps(PLAIN, false, 2)).toEqual([2]);
    expect(chosenMove(HAND, PLAIN, false, [2])).toEqual(PLAIN[1]);
  });

  it('is deselected by a second tap', () => {
    expect(taps(PLAIN, false, 2, 2)).toEqual([]);
    expect(chosenMove(HAND, PLAIN, false, [])).toBeNull();
  });

  it('is replaced by a tap on another card', () => {
    expect(taps(PLAIN, false, 2, 3)).toEqual([3]);
  });

  it('can be either of two equal cards', () => {
    expect(taps(PLAIN, false, 0, 1)).toEqual([1]);
    expect(chosenMove(HAND, PLAIN, false, [1])).toEqual(PLAIN[0]);
  });

  it('is not selected if no legal move takes it', () => {
    expect(taps(one('T'), false, 2)).toEqual([]);
    expect(taps([], false, 0)).toEqual([]);
  });
});

describe('two cards', () => {
  it('need chopsticks', () => {
    expect(mayTakeTwo(PLAIN)).toBe(false);
    expect(mayTakeTwo(CHOPSTICKS)).toBe(true);
    expect(taps(PLAIN, true, 2, 3)).toEqual([3]);
    expect(chosenMove(HAND, PLAIN, true, [3])).toEqual(PLAIN[2]);
  });

  it('are played in the order of the taps', () => {
    expect(chosenMove(HAND, CHOPSTICKS, true, taps(CHOPSTICKS, true, 2, 3))).toEqual(pair('W', 'N3'));
    expect(chosenMove(HAND, CHOPSTICKS, true, taps(CHOPSTICKS, true, 3, 2))).toEqual(pair('N3', 'W'));
  });

  it('go in either order, also where the legal moves list one order only', () => {
    // As the server lists them: both orders only where they differ in effect, here wasabi and nigiri.
    const legal = [...PLAIN, pair('T', 'T'), pair('T', 'W'), pair('T', 'N3'), pair('W', 'N3'), pair('N3', 'W')];
    for (const [first, second] of [
      [0, 2],
      [2, 0],
      [0, 3],
      [3, 0],
      [2, 3],
      [3, 2],
    ] as const) {
      expect(chosenMove(HAND, legal, true, taps(legal, true, first, second))?.cards).toEqual([HAND[first], HAND[second]]);
    }
  });

  it('are no move while one is missing', () => {
    expect(chosenMove(HAND, CHOPSTICKS, true, taps(CHOPSTICKS, true, 2))).toBeNull();
  });

  it('can be two of a kind', () => {
    expect(chosenMove(HAND, CHOPSTICKS, true, taps(CHOPSTICKS, true, 1, 0))).toEqual(pair('T', 'T'));
  });

  it('replace the last one by a third tap, and are deselected by a second tap', () => {
    expect(taps(CHOPSTICKS, true, 2, 3, 0)).toEqual([2, 0]);
    expect(taps(CHOPSTICKS, true, 2, 3, 2)).toEqual([3]);
    expect(taps(CHOPSTICKS, true, 2, 3, 2, 2)).toEqual([3, 2]);
  });

  it('are optional: one card is still a move', () => {
    expect(chosenMove(HAND, CHOPSTICKS, false, taps(CHOPSTICKS, false, 2))).toEqual(PLAIN[1]);
  });
});

describe('the dummy', () => {
  it('gets the last card', () => {
    expect(playsDummy(DUMMY)).toBe(true);
    expect(playsDummy(PLAIN)).toBe(false);
    expect(slots(DUMMY, false)).toBe(2);
    expect(chosenMove(HAND, DUMMY, false, taps(DUMMY, false, 3))).toBeNull();
    expect(chosenMove(HAND, DUMMY, false, taps(DUMMY, false, 3, 0))).toEqual(both('N3', 'T'));
    expect(chosenMove(HAND, DUMMY, false, taps(DUMMY, false, 0, 3))).toEqual(both('T', 'N3'));
  });

  it('has its card replaced by another tap', () => {
    expect(taps(DUMMY, false, 3, 0, 2)).toEqual([3, 2]);
  });

  it('comes third after two own cards by chopsticks', () => {
    const legal: SushiGoMove[] = [...DUMMY, { type: 'cards', cards: ['W', 'N3'], dummy: 'T' }];
    expect(slots(legal, true)).toBe(3);
    expect(chosenMove(HAND, legal, true, taps(legal, true, 2, 3))).toBeNull();
    expect(chosenMove(HAND, legal, true, taps(legal, true, 2, 3, 1))).toEqual(legal.at(-1));
    expect(taps(legal, true, 0)).toEqual([]); // no legal move begins with it
  });
});

describe('placesOf', () => {
  it('finds the places of a move, each card once', () => {
    expect(placesOf(HAND, pair('T', 'T'))).toEqual([0, 1]);
    expect(placesOf(HAND, pair('N3', 'W'))).toEqual([3, 2]);
    expect(placesOf(HAND, both('T', 'T'))).toEqual([0, 1]);
    expect(placesOf(HAND, { type: 'cards', cards: ['P'], dummy: null })).toEqual([]);
  });

  const seen = views.flatMap((view) => (view.type === 'sushi-go' && view.seat !== null ? [view] : []));
  it.each(seen.map((view, index) => [index, view] as const))('of every legal move gives that move (view %i)', (_, view) => {
    const hand = view.hands[view.seat ?? 0]!.cards;
    for (const move of view.legal) {
      const two = move.cards.length > 1;
      expect(chosenMove(hand, view.legal, two, placesOf(hand, move))).toEqual(move);
      const tapped = placesOf(hand, move).reduce<Picked>((picked, place) => tap(hand, view.legal, two, picked, place), []);
      expect(chosenMove(hand, view.legal, two, tapped)).toEqual(move);
    }
    expect(view.legal.length > 0).toBe(view.result === null);
  });
});
