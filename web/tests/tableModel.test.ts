/** The client-side model of one table. */
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { RefusedError } from '../src/net/api';
import type { GameSocket, Listener } from '../src/net/socket.svelte';
import type { News, Ready, State } from '../src/protocol/types';
import { type NewsListener, TableModel } from '../src/table/tableModel.svelte';
import { over, playing } from './kit/golden';

let listener: Listener;
let version: () => number | null;
let model: TableModel;
const unwatch = vi.fn();
const sendCommand = vi.fn<GameSocket['sendCommand']>();

beforeEach(() => {
  unwatch.mockReset();
  sendCommand.mockReset();
  const socket = {
    watch: (_table: string, onMessage: Listener, since: () => number | null) => {
      [listener, version] = [onMessage, since];
      return unwatch;
    },
    sendCommand,
  };
  model = new TableModel(socket as unknown as GameSocket, 't1');
});

const STATE = playing('sushi-go');
const started: News = { type: 'started' };
const state = (more: Partial<State>): State => ({ ...structuredClone(STATE), ...more });
const ready = (seat: number, more: Partial<Ready> = {}): Ready => ({
  type: 'ready',
  table: 't1',
  version: 21,
  seat,
  chosen: null,
  ...more,
});

describe('a state', () => {
  it('replaces the one before', () => {
    expect(version()).toBeNull();
    listener(state({ version: 20 }));
    expect(version()).toBe(20);
    expect(model.go?.type).toBe('sushi-go');
    expect(model.roll).toBeNull();
    listener(state({ version: 21, phase: 'over' }));
    expect(model.state?.phase).toBe('over');
  });

  it('of Sushi Roll has the view of that game', () => {
    listener(playing('sushi-roll'));
    expect(model.roll?.type).toBe('sushi-roll');
    expect(model.go).toBeNull();
  });

  it('records when it arrived, for the clock', () => {
    listener(state({}));
    expect(Date.now() - model.receivedAt).toBeLessThan(1_000);
  });

  it('clears a problem', () => {
    listener({ type: 'refused', id: null, code: 'table-broken', message: '', table: 't1' });
    expect(model.problem).toBe('table-broken');
    listener(state({}));
    expect(model.problem).toBeNull();
  });
});

describe('news', () => {
  const onNews = vi.fn<NewsListener>();
  beforeEach(() => {
    onNews.mockReset();
    model.onNews(onNews);
  });

  it('are empty with the first state, which may be old', () => {
    listener(state({ version: 20, since: 17, news: [started] }));
    expect(onNews).toHaveBeenCalledExactlyOnceWith([], expect.objectContaining({ version: 20 }), null);
  });

  it('are reported once, also when the server repeats them', () => {
    listener(state({ version: 20, news: [] }));
    const next = state({ version: 21, since: 20, news: [started] });
    listener(next);
    listener(structuredClone(next));
    expect(onNews.mock.calls.map(([news]) => news)).toEqual([[], [started], []]);
  });

  it('are empty where the server does not know what was missed', () => {
    listener(state({ version: 20, news: [] }));
    listener(state({ version: 90, since: null, news: [] }));
    expect(onNews.mock.lastCall?.[0]).toEqual([]);
  });

  it('come with the state before', () => {
    const [before, after] = [state({ version: 20 }), over('sushi-go')];
    listener(before);
    listener(after);
    expect(onNews.mock.lastCall?.slice(1)).toEqual([after, before]);
  });

  it('of the state after a ready message are reported', () => {
    listener(state({ version: 20, news: [] }));
    listener(ready(1, { version: 21 }));
    listener(state({ version: 22, since: 20, news: [started] }));
    expect(onNews.mock.lastCall?.[0]).toEqual([started]);
  });

  it('stop when the listener is removed', () => {
    const other = vi.fn();
    model.onNews(other)();
    listener(state({}));
    expect(other).not.toHaveBeenCalled();
  });
});

describe('a ready message', () => {
  beforeEach(() => {
    const fresh = state({ version: 20 });
    if (fresh.view?.type === 'sushi-go') Object.assign(fresh.view, { ready: [false, false, true], chosen: null });
    listener(fresh);
  });

  it('of another player shows that they have chosen, not what', () => {
    listener(ready(1));
    expect(model.go).toMatchObject({ ready: [false, true, true], chosen: null });
    expect(version()).toBe(21);
  });

  it('of the own seat shows the choice', () => {
    const chosen = { type: 'cards', cards: ['T'], dummy: null } as const;
    listener(ready(0, { chosen: { ...chosen, cards: ['T'] } }));
    expect(model.go).toMatchObject({ ready: [true, false, true], chosen });
    listener(ready(1, { version: 22 }));
    expect(model.go?.chosen).toEqual(chosen);
  });

  it('never decreases the version', () => {
    listener(ready(1, { version: 7 }));
    expect(version()).toBe(20);
  });

  it('before the first state is ignored', () => {
    const fresh = new TableModel(model.socket, 't2');
    listener(ready(0));
    expect(fresh.state).toBeNull();
  });
});

it('a presence message lists everybody who is away', () => {
  listener(state({}));
  listener({ type: 'presence', table: 't1', away: [1] });
  expect(model.state?.seats.map(({ away }) => away)).toEqual([false, true, false]);
  listener({ type: 'presence', table: 't1', away: [0] });
  expect(model.state?.seats.map(({ away }) => away)).toEqual([true, false, false]);
});

it('a refused subscription sets the problem', () => {
  listener(state({}));
  listener({ type: 'refused', id: null, code: 'no-spectators', message: '', table: 't1' });
  expect(model.problem).toBe('no-spectators');
});

describe('a command', () => {
  it('succeeds, or sets the refusal', async () => {
    sendCommand.mockResolvedValueOnce();
    expect(await model.send({ type: 'start' })).toBe(true);
    expect(sendCommand).toHaveBeenCalledWith('t1', { type: 'start' });
    sendCommand.mockRejectedValueOnce(new RefusedError('not-host', 'only the host does that'));
    expect(await model.send({ type: 'start' })).toBe(false);
    expect(model.refusal?.code).toBe('not-host');
  });

  it('clears the last refusal', async () => {
    sendCommand.mockRejectedValueOnce(new RefusedError('not-host', ''));
    await model.send({ type: 'start' });
    sendCommand.mockResolvedValueOnce();
    await model.send({ type: 'start' });
    expect(model.refusal).toBeNull();
  });

  it('rethrows any other error', async () => {
    sendCommand.mockRejectedValueOnce(new TypeError('a bug'));
    await expect(model.send({ type: 'start' })).rejects.toThrow('a bug');
  });
});

it('close ends the subscription', () => {
  model.close();
  expect(unwatch).toHaveBeenCalledOnce();
});
