/** The one socket to the server: it comes back by itself, and nothing is lost and nothing happens twice. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { forgetIdentity, RefusedError } from '../src/net/api';
import { Line } from '../src/net/line.svelte';
import type { State } from '../src/protocol/types';
import { FakeSocket, install, requests, settle } from './kit/server';
import { playing } from './kit/golden';

let line: Line;

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(Math, 'random').mockReturnValue(1); // pauses are as long as they can be
  install();
  forgetIdentity();
  line = new Line();
});

afterEach(() => {
  line.close();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  vi.useRealTimers();
});

async function connected(): Promise<FakeSocket> {
  line.open();
  await settle();
  FakeSocket.last.welcome();
  return FakeSocket.last;
}

/** After a pause the line is tried again. */
async function again(milliseconds = 8_000): Promise<FakeSocket> {
  await vi.advanceTimersByTimeAsync(milliseconds);
  FakeSocket.last.welcome();
  return FakeSocket.last;
}

const start = { type: 'start' } as const;

describe('a line', () => {
  it('is somebody before it connects, and says hello first', async () => {
    line.do('t1', start).catch(() => undefined);
    line.watch('t1', () => undefined, () => null);
    line.open();
    expect(FakeSocket.all).toEqual([]);
    await settle();
    expect(requests.count).toBe(1);
    expect(FakeSocket.last.url).toMatch(/^ws:\/\/.*\/api\/play$/);
    FakeSocket.last.open();
    expect(FakeSocket.last.sent).toEqual([{ type: 'hello', protocol: 1 }]);
    expect(line.condition).toBe('connecting');
  });

  it('sends what waits once it is welcome', async () => {
    void line.do('t1', start);
    line.watch('t1', () => undefined, () => null);
    const socket = await connected();
    expect(line.condition).toBe('open');
    expect(socket.sent.map(({ type }) => type)).toEqual(['hello', 'watch', 'do']);
    expect(socket.of('watch')[0]).not.toHaveProperty('version');
    expect(socket.of('do')[0]).toMatchObject({ table: 't1', command: start });
  });

  it('with a token of its own asks for no cookie', async () => {
    line = new Line('secret');
    await connected();
    expect(requests.count).toBe(0);
    expect(FakeSocket.last.protocols).toEqual(['kaiten', 'kaiten.token.secret']);
  });

  it('says so where the browser has no WebSocket', () => {
    vi.stubGlobal('WebSocket', undefined);
    line.open();
    expect(line.condition).toBe('none');
  });

  it('hears of a table until it no longer wants to', async () => {
    const socket = await connected();
    const heard: string[] = [];
    const stop = line.watch('t1', (message) => heard.push(message.type), () => null);
    socket.say(playing('sushi-go'));
    socket.say({ ...playing('sushi-go'), table: 't2' });
    expect(heard).toEqual(['state']);
    stop();
    expect(socket.sent.at(-1)).toMatchObject({ type: 'unwatch', table: 't1' });
    socket.say(playing('sushi-go'));
    expect(heard).toEqual(['state']);
  });

  it('closed for good does not come back', async () => {
    const socket = await connected();
    line.close();
    expect(socket.closed).toBe(true);
    socket.end(1000);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(FakeSocket.all).toHaveLength(1);
  });
});

describe('commands', () => {
  it('are done when the server says so', async () => {
    const socket = await connected();
    const done = line.do('t1', start);
    expect(line.waiting).toBe(1);
    socket.say({ type: 'answer', id: socket.of('do')[0]!.id! });
    await expect(done).resolves.toBeUndefined();
    expect(line.waiting).toBe(0);
  });

  it('have ids that nobody else has', async () => {
    const socket = await connected();
    for (const _ of [1, 2, 3]) line.do('t1', start).catch(() => undefined);
    const ids = socket.of('do').map(({ id }) => id);
    expect(new Set(ids).size).toBe(3);
    for (const id of ids) expect(id).toMatch(/^[A-Za-z0-9_.:-]{1,64}$/);
  });

  it('are refused in the server’s words', async () => {
    const socket = await connected();
    const refused = line.do('t1', start);
    socket.say({ type: 'refused', id: socket.of('do')[0]!.id!, code: 'not-host', message: 'only the host does that', table: null });
    await expect(refused).rejects.toMatchObject({ code: 'not-host', message: 'only the host does that' });
    await expect(refused).rejects.toBeInstanceOf(RefusedError);
    expect(line.waiting).toBe(0);
  });

  it.each(['store', 'busy'])('that the server could not do just then (%s) are sent again with the same id', async (code) => {
    const socket = await connected();
    const settled = vi.fn();
    const done = line.do('t1', start).then(settled, settled);
    const id = socket.of('do')[0]!.id!;
    socket.say({ type: 'refused', id, code, message: 'not now', table: null });
    await vi.advanceTimersByTimeAsync(900);
    expect(socket.of('do')).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(200);
    expect(socket.of('do').map((message) => message.id)).toEqual([id, id]);
    expect(settled).not.toHaveBeenCalled();
    socket.say({ type: 'answer', id });
    await done;
    expect(settled).toHaveBeenCalledWith(undefined);
  });

  it('that got no answer are sent again with the same id when the line is back, and those that did are not', async () => {
    const socket = await connected();
    const first = line.do('t1', start);
    const second = line.do('t1', { type: 'leave' });
    const [one, two] = socket.of('do');
    socket.say({ type: 'answer', id: one!.id! });
    await first;
    socket.end(1006);
    expect(line.condition).toBe('lost');
    void line.do('t1', { type: 'take-back' });
    const next = await again();
    expect(next).not.toBe(socket);
    expect(next.of('do').map(({ id, command }) => [id === two!.id, command!.type])).toEqual([
      [true, 'leave'],
      [false, 'take-back'],
    ]);
    next.say({ type: 'answer', id: two!.id! });
    await expect(second).resolves.toBeUndefined();
  });
});

describe('tables', () => {
  it('are watched again from the version that one has', async () => {
    const known: { state: State | null } = { state: null };
    const socket = await connected();
    line.watch('t1', (message) => message.type === 'state' && (known.state = message), () => known.state?.version ?? null);
    expect(socket.of('watch')[0]).not.toHaveProperty('version');
    socket.say({ ...playing('sushi-go'), version: 20 });
    socket.end(1006);
    const next = await again();
    expect(next.of('watch')[0]).toMatchObject({ table: 't1', version: 20 });
    expect(next.of('watch')[0]!.id).not.toBe(socket.of('watch')[0]!.id);
  });

  it('that cannot be watched say why', async () => {
    const socket = await connected();
    const heard: unknown[] = [];
    line.watch('t1', (message) => heard.push(message), () => null);
    socket.say({ type: 'refused', id: socket.of('watch')[0]!.id!, code: 'no-such-table', message: 'there is none', table: null });
    expect(heard).toMatchObject([{ type: 'refused', table: 't1', code: 'no-such-table' }]);
  });

  it('that are closed to one are not asked for again', async () => {
    const socket = await connected();
    const heard: unknown[] = [];
    line.watch('t1', (message) => heard.push(message), () => 3);
    socket.say({ type: 'refused', id: null, code: 'no-spectators', message: 'for its players alone', table: 't1' });
    expect(heard).toMatchObject([{ code: 'no-spectators' }]);
    socket.end(1006);
    expect((await again()).of('watch')).toEqual([]);
  });
});

describe('when the line breaks', () => {
  it('it is tried again after longer and longer pauses, up to 8 seconds', async () => {
    await connected();
    FakeSocket.last.end(1006);
    for (const pause of [400, 800, 1_600, 3_200, 6_400, 8_000, 8_000]) {
      const before = FakeSocket.all.length;
      await vi.advanceTimersByTimeAsync(pause - 1);
      expect(FakeSocket.all).toHaveLength(before);
      await vi.advanceTimersByTimeAsync(1);
      expect(FakeSocket.all).toHaveLength(before + 1);
      FakeSocket.last.end(1006);
    }
    expect(line.condition).toBe('lost');
  });

  it('pauses are short again after a welcome, and not always the same', async () => {
    await connected();
    for (const _ of [1, 2, 3]) {
      FakeSocket.last.end(1006);
      await vi.advanceTimersByTimeAsync(8_000);
    }
    FakeSocket.last.welcome();
    vi.mocked(Math.random).mockReturnValue(0);
    FakeSocket.last.end(1006);
    const before = FakeSocket.all.length;
    await vi.advanceTimersByTimeAsync(199);
    expect(FakeSocket.all).toHaveLength(before);
    await vi.advanceTimersByTimeAsync(1);
    expect(FakeSocket.all).toHaveLength(before + 1);
  });

  it('a server that says when it is back is asked then', async () => {
    const socket = await connected();
    socket.say({ type: 'closing', back_in: 2_000 });
    socket.end(1012);
    await vi.advanceTimersByTimeAsync(1_999);
    expect(FakeSocket.all).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(FakeSocket.all).toHaveLength(2);
  });

  it('a server that cannot be reached at first is tried again', async () => {
    requests.fails = 2;
    line.open();
    await settle();
    expect(line.condition).toBe('lost');
    await vi.advanceTimersByTimeAsync(400 + 800);
    expect(requests.count).toBe(3);
    FakeSocket.last.welcome();
    expect(line.condition).toBe('open');
  });

  it('4400 says that this page is too old, and nothing is tried again', async () => {
    const socket = await connected();
    socket.end(4400);
    expect(line.condition).toBe('old');
    await vi.advanceTimersByTimeAsync(60_000);
    expect(FakeSocket.all).toHaveLength(1);
  });

  it('4401 says that nobody knows this player: one becomes a player anew', async () => {
    const socket = await connected();
    expect(requests.count).toBe(1);
    socket.end(4401);
    await again();
    expect(requests.count).toBe(2);
    expect(line.condition).toBe('open');
  });

  it('other codes do not make a new player', async () => {
    (await connected()).end(1006);
    await again();
    expect(requests.count).toBe(1);
  });

  it('the browser’s word that it is offline is enough, and its word that it is online too', async () => {
    const socket = await connected();
    dispatchEvent(new Event('offline'));
    expect(line.condition).toBe('lost');
    expect(socket.closed).toBe(true);
    dispatchEvent(new Event('online'));
    await settle();
    expect(FakeSocket.all).toHaveLength(2);
    FakeSocket.last.welcome();
    expect(line.condition).toBe('open');
    // The old socket has nothing more to say.
    socket.end(1006);
    expect(line.condition).toBe('open');
    await vi.advanceTimersByTimeAsync(20_000);
    expect(FakeSocket.all).toHaveLength(2);
  });

  it('whoever comes back to the page does not wait', async () => {
    (await connected()).end(1006);
    document.dispatchEvent(new Event('visibilitychange'));
    await settle();
    expect(FakeSocket.all).toHaveLength(2);
  });

  it('a line that does not answer for 8 seconds is let go, and the command sent on the next', async () => {
    const socket = await connected();
    void line.do('t1', start);
    await vi.advanceTimersByTimeAsync(7_000);
    expect(line.condition).toBe('open');
    await vi.advanceTimersByTimeAsync(2_500);
    expect(socket.closed).toBe(true);
    const next = await again(400);
    expect(next.of('do').map(({ id }) => id)).toEqual(socket.of('do').map(({ id }) => id));
  });

  it('a line with nothing to answer is kept, however long', async () => {
    const socket = await connected();
    await vi.advanceTimersByTimeAsync(120_000);
    expect(socket.closed).toBe(false);
    expect(line.condition).toBe('open');
    expect(socket.of('unwatch')).toEqual([]);
  });

  it('at a table where nothing happens a sign of life is asked for now and then, and a dead line is noticed', async () => {
    const socket = await connected();
    line.watch('t1', () => undefined, () => 3);
    socket.say({ type: 'answer', id: socket.of('watch')[0]!.id! });
    await vi.advanceTimersByTimeAsync(14_000);
    const [asked, ...more] = socket.of('unwatch');
    expect(asked).toMatchObject({ table: '-' });
    expect(more).toEqual([]);
    socket.say({ type: 'answer', id: asked!.id! });
    await vi.advanceTimersByTimeAsync(14_000);
    expect(socket.of('unwatch').length).toBe(2);
    expect(socket.closed).toBe(false);
    await vi.advanceTimersByTimeAsync(9_000);
    expect(socket.closed).toBe(true);
    expect(line.condition).toBe('lost');
  });

  it('a socket that never opens is let go too', async () => {
    line.open();
    await settle();
    const [first] = FakeSocket.all;
    await vi.advanceTimersByTimeAsync(30_000);
    expect(FakeSocket.all.length).toBeGreaterThan(1);
    expect(first!.closed).toBe(true);
  });

  it('a table that is asked for and never comes is a line that does not answer', async () => {
    const socket = await connected();
    line.watch('t1', () => undefined, () => null);
    await vi.advanceTimersByTimeAsync(12_000);
    expect(socket.closed).toBe(true);
  });
});
