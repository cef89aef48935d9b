/**
 * Choosing cards by tapping them. What may be chosen is what the view calls legal: nothing here knows a rule.
 *
 * A choice has slots that are filled in order: one card, two with chopsticks, and one more for the dummy where one plays for it.
 */
import type { SushiGoMove } from '../protocol/types';

type Card = SushiGoMove['cards'][number];

/** Places in the hand, in the order in which they were tapped. */
export type Picked = readonly number[];

/** Whether two cards may be taken now. */
export function mayTakeTwo(legal: readonly SushiGoMove[]): boolean {
  return legal.some((move) => move.cards.length > 1);
}

/** Whether a card for the dummy is asked for. */
export function playsDummy(legal: readonly SushiGoMove[]): boolean {
  return legal.some((move) => move.dummy != null);
}

/** The slots of a choice: how many cards are one's own, and whether one is the dummy's. */
export function slots(legal: readonly SushiGoMove[], two: boolean): number {
  return (two && mayTakeTwo(legal) ? 2 : 1) + (playsDummy(legal) ? 1 : 0);
}

/** Two cards may be put down in either order; the list names both only where it makes a difference. */
function inEitherOrder(legal: readonly SushiGoMove[]): SushiGoMove[] {
  return legal.flatMap((move) => (move.cards.length > 1 ? [move, { ...move, cards: [...move.cards].reverse() }] : [move]));
}

function codes(hand: readonly Card[], picked: Picked): Card[] {
  return picked.flatMap((place) => hand[place] ?? []);
}

function fits(move: SushiGoMove, wanted: readonly Card[], two: boolean): boolean {
  const all = move.dummy == null ? [...move.cards] : [...move.cards, move.dummy];
  return move.cards.length === (two ? 2 : 1) && wanted.every((code, index) => all[index] === code);
}

/** What is picked after a tap on this place: once more takes it back, a full choice begins anew. */
export function tap(
  hand: readonly Card[],
  legal: readonly SushiGoMove[],
  two: boolean,
  picked: Picked,
  place: number,
): Picked {
  if (picked.includes(place)) return picked.filter((other) => other !== place);
  const size = slots(legal, two);
  // With one slot a tap on another card is a change of mind; with more, the last one is changed.
  const kept = picked.length < size ? picked : picked.slice(0, size - 1);
  const next = [...kept, place];
  return inEitherOrder(legal).some((move) => fits(move, codes(hand, next), two && mayTakeTwo(legal))) ? next : picked;
}

/** The choice that is picked, once it is whole. */
export function chosenMove(
  hand: readonly Card[],
  legal: readonly SushiGoMove[],
  two: boolean,
  picked: Picked,
): SushiGoMove | null {
  if (picked.length !== slots(legal, two)) return null;
  return inEitherOrder(legal).find((move) => fits(move, codes(hand, picked), two && mayTakeTwo(legal))) ?? null;
}

/** The places of the cards of a choice that was made: the same choice, shown in the hand. */
export function placesOf(hand: readonly Card[], move: SushiGoMove): Picked {
  const places: number[] = [];
  for (const code of move.dummy == null ? move.cards : [...move.cards, move.dummy]) {
    const place = hand.findIndex((card, index) => card === code && !places.includes(index));
    if (place >= 0) places.push(place);
  }
  return places;
}
