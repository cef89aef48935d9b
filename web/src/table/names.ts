/** Names and order of the seats at a table. */
import type { State } from '../protocol/types';

interface Language {
  dishes: { dummy: string };
}

/** The name of a seat; the dummy comes after the last seat. */
export function nameOf(table: State, seat: number, lang: Language): string {
  return table.seats[seat]?.name || (seat >= table.seats.length ? lang.dishes.dummy : `${seat + 1}`);
}

/** The other seats in the order of passing to the left, from the seat after this one. */
export function otherSeats(seats: number, own: number): number[] {
  return Array.from({ length: seats - 1 }, (_, index) => (own + 1 + index) % seats);
}
