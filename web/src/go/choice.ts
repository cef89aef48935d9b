/**
 * Selection of cards by tapping. A selection is allowed if a legal move of the view begins with it: no rule is applied here.
 *
 * A move has slots that are filled in order: one card, two with chopsticks, and one more for the dummy if the player controls it.
 */
import type { SushiGoMove } from '../protocol/types';

type Card = SushiGoMove['cards'][number];

/** The selected places in the hand, in the order of the taps. */
export type Picked = readonly number[];

/** Whether a legal move takes two cards, by chopsticks. */
export function mayTakeTwo(legal: readonly SushiGoMove[]): boolean {
  return legal.some((move) => move.cards.length > 1);
}

/** Whether a legal move includes a card for the dummy. */
export function playsDummy(legal: readonly SushiGoMove[]): boolean {
  return legal.some((move) => move.dummy != null);
}

/** How many cards a move takes, that of the dummy included. */
export function slots(legal: readonly SushiGoMove[], two: boolean): number {
  return (two && mayTakeTwo(legal) ? 2 : 1) + (playsDummy(legal) ? 1 : 0);
}

/** Two cards may be played in either order; the legal moves list both orders only where they differ in effect. */
function inEitherOrder(legal: readonly SushiGoMove[]): SushiGoMove[] {
  return legal.flatMap((move) => (move.cards.length > 1 ? [move, { ...move, cards: [...move.cards].reverse() }] : [move]));
}

function codes(hand: readonly Card[], picked: Picked): Card[] {
  return picked.flatMap((place) => hand[place] ?? []);
}

function startsWith(move: SushiGoMove, wanted: readonly Card[], two: boolean): boolean {
  const all = move.dummy == null ? [...move.cards] : [...move.cards, move.dummy];
  return move.cards.length === (two ? 2 : 1) && wanted.every((code, index) => all[index] === code);
}

/** The selection after a tap on this place. A selected card is deselected; in a full selection the last card is replaced. */
export function tap(hand: readonly Card[], legal: readonly SushiGoMove[], two: boolean, picked: Picked, place: number): Picked {
  if (picked.includes(place)) return picked.filter((other) => other !== place);
  const size = slots(legal, two);
  const kept = picked.length < size ? picked : picked.slice(0, size - 1);
  const next = [...kept, place];
  return inEitherOrder(legal).some((move) => startsWith(move, codes(hand, next), two && mayTakeTwo(legal))) ? next : picked;
}

/** The move of a full selection, else null. */
export function chosenMove(hand: readonly Card[], legal: readonly SushiGoMove[], two: boolean, picked: Picked): SushiGoMove | null {
  if (picked.length !== slots(legal, two)) return null;
  return inEitherOrder(legal).find((move) => startsWith(move, codes(hand, picked), two && mayTakeTwo(legal))) ?? null;
}

/** The selection that stands for a move. */
export function placesOf(hand: readonly Card[], move: SushiGoMove): Picked {
  const places: number[] = [];
  for (const code of move.dummy == null ? move.cards : [...move.cards, move.dummy]) {
    const place = hand.findIndex((card, index) => card === code && !places.includes(index));
    if (place >= 0) places.push(place);
  }
  return places;
}
