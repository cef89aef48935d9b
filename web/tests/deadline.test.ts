/** A choice that was picked but not confirmed is submitted before the deadline. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { scheduleBeforeDeadline } from '../src/table/deadline';
import { playing } from './kit/golden';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const DAY = 24 * 60 * 60 * 1_000;

function schedule(left: number | null): { submit: ReturnType<typeof vi.fn<() => void>>; cancel: (() => void) | undefined } {
  const submit = vi.fn<() => void>();
  const table = { ...playing('sushi-go'), now: 1_000, due: left === null ? null : 1_000 + left };
  return { submit, cancel: scheduleBeforeDeadline(table, Date.now(), submit) };
}

it('submits 1.5 seconds before the deadline', () => {
  const { submit } = schedule(30_000);
  vi.advanceTimersByTime(28_400);
  expect(submit).not.toHaveBeenCalled();
  vi.advanceTimersByTime(200);
  expect(submit).toHaveBeenCalledOnce();
});

it('does not submit once cancelled', () => {
  const { submit, cancel } = schedule(30_000);
  cancel!();
  vi.advanceTimersByTime(60_000);
  expect(submit).not.toHaveBeenCalled();
});

it.each([null, 1_000, 40 * DAY])('does not submit with %s milliseconds left', (left) => {
  const { submit } = schedule(left);
  vi.advanceTimersByTime(60_000);
  expect(submit).not.toHaveBeenCalled();
});
