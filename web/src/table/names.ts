/** Who sits where, by name; after the last seat comes the dummy. */
import type { State } from '../protocol/types';

interface Speaks {
  dishes: { dummy: string };
}

export function nameOf(table: State, seat: number, lang: Speaks): string {
  return table.seats[seat]?.name || (seat >= table.seats.length ? lang.dishes.dummy : `${seat + 1}`);
}

/** The others in the order in which a hand that is passed to the left goes round, beginning after this seat. */
export function othersFrom(seats: number, from: number): number[] {
  return Array.from({ length: seats - 1 }, (_, index) => (from + 1 + index) % seats);
}
