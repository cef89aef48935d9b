/** For a choice that was picked and not confirmed when the time runs out: better it than whatever a bot would take. */
import type { State } from '../protocol/types';

/** Milliseconds before the end of a turn: enough for the way to the server. */
const AHEAD = 1_500;

/** Call this shortly before the turn's time is over; the returned function calls it off. `cameAt` is when the state came. */
export function beforeTheEnd(table: State, cameAt: number, act: () => void): (() => void) | undefined {
  if (table.due === null || table.now === null) return undefined;
  const left = table.due - table.now - (Date.now() - cameAt) - AHEAD;
  // Days are more than a timer can count; whoever thinks that long is not at the page.
  if (left < 0 || left > 2 ** 31 - 1) return undefined;
  const timer = setTimeout(act, left);
  return () => clearTimeout(timer);
}
