/** Submits a choice that was picked but not confirmed shortly before the turn ends, when a bot would choose instead. */
import type { State } from '../protocol/types';

/** Milliseconds before the deadline: enough for the way to the server. */
const LEAD_MS = 1_500;
/** Longer delays overflow a timer. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/** Call `submit` shortly before the turn's deadline; the returned function cancels it. `receivedAt` is when the state arrived. */
export function scheduleBeforeDeadline(table: State, receivedAt: number, submit: () => void): (() => void) | undefined {
  if (table.due === null || table.now === null) return undefined;
  const delay = table.due - table.now - (Date.now() - receivedAt) - LEAD_MS;
  if (delay < 0 || delay > MAX_TIMER_MS) return undefined;
  const timer = setTimeout(submit, delay);
  return () => clearTimeout(timer);
}
