/** What was picked and not confirmed is sent before a bot would choose. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { beforeTheEnd } from '../src/table/deadline';
import { playing } from './kit/golden';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const DAY = 24 * 60 * 60 * 1_000;

function after(left: number | null): { act: ReturnType<typeof vi.fn<() => void>>; stop: (() => void) | undefined } {
  const act = vi.fn<() => void>();
  const table = { ...playing('sushi-go'), now: 1_000, due: left === null ? null : 1_000 + left };
  return { act, stop: beforeTheEnd(table, Date.now(), act) };
}

it('it is sent while there is time for it to arrive', () => {
  const { act } = after(30_000);
  vi.advanceTimersByTime(28_400);
  expect(act).not.toHaveBeenCalled();
  vi.advanceTimersByTime(200);
  expect(act).toHaveBeenCalledOnce();
});

it('it is not, once somebody thinks of something else', () => {
  const { act, stop } = after(30_000);
  stop!();
  vi.advanceTimersByTime(60_000);
  expect(act).not.toHaveBeenCalled();
});

it.each([null, 1_000, 40 * DAY])('with %s milliseconds left nothing is sent', (left) => {
  const { act } = after(left);
  vi.advanceTimersByTime(60_000);
  expect(act).not.toHaveBeenCalled();
});
