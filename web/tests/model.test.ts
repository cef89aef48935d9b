/** One table, as the server last told it. */
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { RefusedError } from '../src/net/api';
import type { Line, Listener } from '../src/net/line.svelte';
import type { News, Ready, State } from '../src/protocol/types';
import { type NewsListener, TableModel } from '../src/table/model.svelte';
import { over, playing } from './kit/golden';

let listener: Listener;
let version: () => number | null;
let model: TableModel;
const stop = vi.fn();
const done = vi.fn<Line['do']>();

beforeEach(() => {
  stop.mockReset();
  done.mockReset();
  const line = {
    watch: (_table: string, hear: Listener, since: () => number | null) => {
      [listener, version] = [hear, since];
      return stop;
    },
    do: done,
  };
  model = new TableModel(line as unknown as Line, 't1');
});

const STATE = playing('sushi-go');
const started: News = { type: 'started' };
const state = (more: Partial<State>): State => ({ ...structuredClone(STATE), ...more });
const ready = (seat: number, more: Partial<Ready> = {}): Ready => ({ type: 'ready', table: 't1', version: 21, seat, chosen: null, ...more });

describe('a state', () => {
  it('takes the place of the one before', () => {
    expect(version()).toBeNull();
    listener(state({ version: 20 }));
    expect(version()).toBe(20);
    expect(model.go?.type).toBe('sushi-go');
    expect(model.roll).toBeNull();
    listener(state({ version: 21, phase: 'over' }));
    expect(model.state?.phase).toBe('over');
  });

  it('of the dice game has a view of its own', () => {
    listener(playing('sushi-roll'));
    expect(model.roll?.type).toBe('sushi-roll');
    expect(model.go).toBeNull();
  });

  it('notes when it came, for the clock', () => {
    listener(state({}));
    expect(Date.now() - model.cameAt).toBeLessThan(1_000);
  });

  it('ends a problem', () => {
    listener({ type: 'refused', id: null, code: 'table-broken', message: '', table: 't1' });
    expect(model.problem).toBe('table-broken');
    listener(state({}));
    expect(model.problem).toBeNull();
  });
});

describe('news', () => {
  const heard = vi.fn<NewsListener>();
  beforeEach(() => {
    heard.mockReset();
    model.onNews(heard);
  });

  it('are none with the first state: it may be old', () => {
    listener(state({ version: 20, since: 17, news: [started] }));
    expect(heard).toHaveBeenCalledExactlyOnceWith([], expect.objectContaining({ version: 20 }), null);
  });

  it('are told once, also where they come again', () => {
    listener(state({ version: 20, news: [] }));
    const next = state({ version: 21, since: 20, news: [started] });
    listener(next);
    listener(structuredClone(next));
    expect(heard.mock.calls.map(([news]) => news)).toEqual([[], [started], []]);
  });

  it('are none where the server does not know what was missed', () => {
    listener(state({ version: 20, news: [] }));
    listener(state({ version: 90, since: null, news: [] }));
    expect(heard.mock.lastCall?.[0]).toEqual([]);
  });

  it('come with the state before, so that a change can be seen', () => {
    const [before, after] = [state({ version: 20 }), over('sushi-go')];
    listener(before);
    listener(after);
    expect(heard.mock.lastCall?.slice(1)).toEqual([after, before]);
  });

  it('that came again after somebody chose are still told', () => {
    listener(state({ version: 20, news: [] }));
    listener(ready(1, { version: 21 }));
    listener(state({ version: 22, since: 20, news: [started] }));
    expect(heard.mock.lastCall?.[0]).toEqual([started]);
  });

  it('stop when nobody listens', () => {
    const other = vi.fn();
    model.onNews(other)();
    listener(state({}));
    expect(other).not.toHaveBeenCalled();
  });
});

describe('a choice that lies face down', () => {
  beforeEach(() => {
    const fresh = state({ version: 20 });
    if (fresh.view?.type === 'sushi-go') Object.assign(fresh.view, { ready: [false, false, true], chosen: null });
    listener(fresh);
  });

  it('of somebody else shows that they have chosen, not what', () => {
    listener(ready(1));
    expect(model.go).toMatchObject({ ready: [false, true, true], chosen: null });
    expect(version()).toBe(21);
  });

  it('of one’s own shows what', () => {
    const chosen = { type: 'cards', cards: ['T'], dummy: null } as const;
    listener(ready(0, { chosen: { ...chosen, cards: ['T'] } }));
    expect(model.go).toMatchObject({ ready: [true, false, true], chosen });
    listener(ready(1, { version: 22 }));
    expect(model.go?.chosen).toEqual(chosen);
  });

  it('never turns the version back', () => {
    listener(ready(1, { version: 7 }));
    expect(version()).toBe(20);
  });

  it('before the first state is nothing yet', () => {
    const fresh = new TableModel(model.line, 't2');
    listener(ready(0));
    expect(fresh.state).toBeNull();
  });
});

it('presence says who is away, all of them', () => {
  listener(state({}));
  listener({ type: 'presence', table: 't1', away: [1] });
  expect(model.state?.seats.map(({ away }) => away)).toEqual([false, true, false]);
  listener({ type: 'presence', table: 't1', away: [0] });
  expect(model.state?.seats.map(({ away }) => away)).toEqual([true, false, false]);
});

it('a table that is closed to one says why', () => {
  listener(state({}));
  listener({ type: 'refused', id: null, code: 'no-spectators', message: '', table: 't1' });
  expect(model.problem).toBe('no-spectators');
});

describe('asking something of the table', () => {
  it('is done, or not and why', async () => {
    done.mockResolvedValueOnce();
    expect(await model.do({ type: 'start' })).toBe(true);
    expect(done).toHaveBeenCalledWith('t1', { type: 'start' });
    done.mockRejectedValueOnce(new RefusedError('not-host', 'only the host does that'));
    expect(await model.do({ type: 'start' })).toBe(false);
    expect(model.refusal?.code).toBe('not-host');
  });

  it('forgets the last refusal with the next try', async () => {
    done.mockRejectedValueOnce(new RefusedError('not-host', ''));
    await model.do({ type: 'start' });
    done.mockResolvedValueOnce();
    await model.do({ type: 'start' });
    expect(model.refusal).toBeNull();
  });

  it('does not swallow what is no refusal', async () => {
    done.mockRejectedValueOnce(new TypeError('a mistake of ours'));
    await expect(model.do({ type: 'start' })).rejects.toThrow('a mistake of ours');
  });
});

it('closed, it watches no more', () => {
  model.close();
  expect(stop).toHaveBeenCalledOnce();
});
