/** The WebSocket client: reconnect with backoff and jitter, idempotent retries, resumed subscriptions, heartbeat. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { forgetIdentity, RefusedError } from '../src/net/api';
import { GameSocket } from '../src/net/socket.svelte';
import type { State } from '../src/protocol/types';
import { FakeSocket, install, requests, settle } from './kit/server';
import { playing } from './kit/golden';

let client: GameSocket;

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(Math, 'random').mockReturnValue(1); // no jitter: the backoff in full
  install();
  forgetIdentity();
  client = new GameSocket();
});

afterEach(() => {
  client.close();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  vi.useRealTimers();
});

async function connected(): Promise<FakeSocket> {
  client.open();
  await settle();
  FakeSocket.last.welcome();
  return FakeSocket.last;
}

/** Let the backoff pass, and complete the handshake of the next connection. */
async function reconnected(milliseconds = 8_000): Promise<FakeSocket> {
  await vi.advanceTimersByTimeAsync(milliseconds);
  FakeSocket.last.welcome();
  return FakeSocket.last;
}

const start = { type: 'start' } as const;

describe('the connection', () => {
  it('requests an identity before it connects, and sends hello first', async () => {
    client.sendCommand('t1', start).catch(() => undefined);
    client.watch(
      't1',
      () => undefined,
      () => null,
    );
    client.open();
    expect(FakeSocket.all).toEqual([]);
    await settle();
    expect(requests.count).toBe(1);
    expect(FakeSocket.last.url).toMatch(/^ws:\/\/.*\/api\/play$/);
    FakeSocket.last.open();
    expect(FakeSocket.last.sent).toEqual([{ type: 'hello', protocol: 1 }]);
    expect(client.status).toBe('connecting');
  });

  it('sends subscriptions and commands once the handshake is done', async () => {
    void client.sendCommand('t1', start);
    client.watch(
      't1',
      () => undefined,
      () => null,
    );
    const socket = await connected();
    expect(client.status).toBe('open');
    expect(socket.sent.map(({ type }) => type)).toEqual(['hello', 'watch', 'do']);
    expect(socket.of('watch')[0]).not.toHaveProperty('version');
    expect(socket.of('do')[0]).toMatchObject({ table: 't1', command: start });
  });

  it('with a token requests no identity, and sends the token as a subprotocol', async () => {
    client = new GameSocket('secret');
    await connected();
    expect(requests.count).toBe(0);
    expect(FakeSocket.last.protocols).toEqual(['kaiten', 'kaiten.token.secret']);
  });

  it('is unsupported where the browser has no WebSocket', () => {
    vi.stubGlobal('WebSocket', undefined);
    client.open();
    expect(client.status).toBe('unsupported');
  });

  it('delivers the messages of a watched table until it is unwatched', async () => {
    const socket = await connected();
    const received: string[] = [];
    const stop = client.watch(
      't1',
      (message) => received.push(message.type),
      () => null,
    );
    socket.receive(playing('sushi-go'));
    socket.receive({ ...playing('sushi-go'), table: 't2' });
    expect(received).toEqual(['state']);
    stop();
    expect(socket.sent.at(-1)).toMatchObject({ type: 'unwatch', table: 't1' });
    socket.receive(playing('sushi-go'));
    expect(received).toEqual(['state']);
  });

  it('does not reconnect after close', async () => {
    const socket = await connected();
    client.close();
    expect(socket.closed).toBe(true);
    socket.end(1000);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(FakeSocket.all).toHaveLength(1);
  });
});

describe('commands', () => {
  it('resolve when the server answers', async () => {
    const socket = await connected();
    const done = client.sendCommand('t1', start);
    expect(client.pendingCommands).toBe(1);
    socket.receive({ type: 'answer', id: socket.of('do')[0]!.id! });
    await expect(done).resolves.toBeUndefined();
    expect(client.pendingCommands).toBe(0);
  });

  it('have unique ids, which serve as idempotency keys', async () => {
    const socket = await connected();
    for (const _ of [1, 2, 3]) client.sendCommand('t1', start).catch(() => undefined);
    const ids = socket.of('do').map(({ id }) => id);
    expect(new Set(ids).size).toBe(3);
    for (const id of ids) expect(id).toMatch(/^[A-Za-z0-9_.:-]{1,64}$/);
  });

  it('reject with the server’s code and message', async () => {
    const socket = await connected();
    const refused = client.sendCommand('t1', start);
    socket.receive({
      type: 'refused',
      id: socket.of('do')[0]!.id!,
      code: 'not-host',
      message: 'only the host does that',
      table: null,
    });
    await expect(refused).rejects.toMatchObject({ code: 'not-host', message: 'only the host does that' });
    await expect(refused).rejects.toBeInstanceOf(RefusedError);
    expect(client.pendingCommands).toBe(0);
  });

  it.each(['store', 'busy'])('refused for now (%s) are retried with the same idempotency key', async (code) => {
    const socket = await connected();
    const settled = vi.fn();
    const done = client.sendCommand('t1', start).then(settled, settled);
    const id = socket.of('do')[0]!.id!;
    socket.receive({ type: 'refused', id, code, message: 'not now', table: null });
    await vi.advanceTimersByTimeAsync(900);
    expect(socket.of('do')).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(200);
    expect(socket.of('do').map((message) => message.id)).toEqual([id, id]);
    expect(settled).not.toHaveBeenCalled();
    socket.receive({ type: 'answer', id });
    await done;
    expect(settled).toHaveBeenCalledWith(undefined);
  });

  it('without an answer are retried with the same idempotency key after a reconnect, answered ones are not', async () => {
    const socket = await connected();
    const first = client.sendCommand('t1', start);
    const second = client.sendCommand('t1', { type: 'leave' });
    const [one, two] = socket.of('do');
    socket.receive({ type: 'answer', id: one!.id! });
    await first;
    socket.end(1006);
    expect(client.status).toBe('lost');
    void client.sendCommand('t1', { type: 'take-back' });
    const next = await reconnected();
    expect(next).not.toBe(socket);
    expect(next.of('do').map(({ id, command }) => [id === two!.id, command!.type])).toEqual([
      [true, 'leave'],
      [false, 'take-back'],
    ]);
    next.receive({ type: 'answer', id: two!.id! });
    await expect(second).resolves.toBeUndefined();
  });
});

describe('subscriptions', () => {
  it('resume after a reconnect from the version that the listener has', async () => {
    const known: { state: State | null } = { state: null };
    const socket = await connected();
    client.watch(
      't1',
      (message) => message.type === 'state' && (known.state = message),
      () => known.state?.version ?? null,
    );
    expect(socket.of('watch')[0]).not.toHaveProperty('version');
    socket.receive({ ...playing('sushi-go'), version: 20 });
    socket.end(1006);
    const next = await reconnected();
    expect(next.of('watch')[0]).toMatchObject({ table: 't1', version: 20 });
    expect(next.of('watch')[0]!.id).not.toBe(socket.of('watch')[0]!.id);
  });

  it('that are refused pass the refusal to the listener', async () => {
    const socket = await connected();
    const received: unknown[] = [];
    client.watch(
      't1',
      (message) => received.push(message),
      () => null,
    );
    socket.receive({
      type: 'refused',
      id: socket.of('watch')[0]!.id!,
      code: 'no-such-table',
      message: 'there is none',
      table: null,
    });
    expect(received).toMatchObject([{ type: 'refused', table: 't1', code: 'no-such-table' }]);
  });

  it('that the server ends are not resumed after a reconnect', async () => {
    const socket = await connected();
    const received: unknown[] = [];
    client.watch(
      't1',
      (message) => received.push(message),
      () => 3,
    );
    socket.receive({ type: 'refused', id: null, code: 'no-spectators', message: 'for its players alone', table: 't1' });
    expect(received).toMatchObject([{ code: 'no-spectators' }]);
    socket.end(1006);
    expect((await reconnected()).of('watch')).toEqual([]);
  });
});

describe('when the connection is lost', () => {
  it('it reconnects with exponential backoff, up to 8 seconds', async () => {
    await connected();
    FakeSocket.last.end(1006);
    for (const backoff of [400, 800, 1_600, 3_200, 6_400, 8_000, 8_000]) {
      const before = FakeSocket.all.length;
      await vi.advanceTimersByTimeAsync(backoff - 1);
      expect(FakeSocket.all).toHaveLength(before);
      await vi.advanceTimersByTimeAsync(1);
      expect(FakeSocket.all).toHaveLength(before + 1);
      FakeSocket.last.end(1006);
    }
    expect(client.status).toBe('lost');
  });

  it('a welcome resets the backoff, and jitter shortens it by up to a half', async () => {
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

  it('a server that announces a restart sets the backoff', async () => {
    const socket = await connected();
    socket.receive({ type: 'closing', back_in: 2_000 });
    socket.end(1012);
    await vi.advanceTimersByTimeAsync(1_999);
    expect(FakeSocket.all).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(FakeSocket.all).toHaveLength(2);
  });

  it('an identity request that fails is retried with backoff', async () => {
    requests.fails = 2;
    client.open();
    await settle();
    expect(client.status).toBe('lost');
    await vi.advanceTimersByTimeAsync(400 + 800);
    expect(requests.count).toBe(3);
    FakeSocket.last.welcome();
    expect(client.status).toBe('open');
  });

  it('close code 4400 means an outdated page: it does not reconnect', async () => {
    const socket = await connected();
    socket.end(4400);
    expect(client.status).toBe('outdated');
    await vi.advanceTimersByTimeAsync(60_000);
    expect(FakeSocket.all).toHaveLength(1);
  });

  it('close code 4401 means an unknown player: it requests a new identity', async () => {
    const socket = await connected();
    expect(requests.count).toBe(1);
    socket.end(4401);
    await reconnected();
    expect(requests.count).toBe(2);
    expect(client.status).toBe('open');
  });

  it('other close codes keep the identity', async () => {
    (await connected()).end(1006);
    await reconnected();
    expect(requests.count).toBe(1);
  });

  it('the browser’s offline event drops the connection, and its online event reconnects at once', async () => {
    const socket = await connected();
    dispatchEvent(new Event('offline'));
    expect(client.status).toBe('lost');
    expect(socket.closed).toBe(true);
    dispatchEvent(new Event('online'));
    await settle();
    expect(FakeSocket.all).toHaveLength(2);
    FakeSocket.last.welcome();
    expect(client.status).toBe('open');
    // A late close event of the old socket is ignored.
    socket.end(1006);
    expect(client.status).toBe('open');
    await vi.advanceTimersByTimeAsync(20_000);
    expect(FakeSocket.all).toHaveLength(2);
  });

  it('it reconnects at once when the page becomes visible', async () => {
    (await connected()).end(1006);
    document.dispatchEvent(new Event('visibilitychange'));
    await settle();
    expect(FakeSocket.all).toHaveLength(2);
  });

  it('a reply that is 8 seconds overdue drops the connection, and the command is retried on the next', async () => {
    const socket = await connected();
    void client.sendCommand('t1', start);
    await vi.advanceTimersByTimeAsync(7_000);
    expect(client.status).toBe('open');
    await vi.advanceTimersByTimeAsync(2_500);
    expect(socket.closed).toBe(true);
    const next = await reconnected(400);
    expect(next.of('do').map(({ id }) => id)).toEqual(socket.of('do').map(({ id }) => id));
  });

  it('an idle connection without subscriptions is kept, without heartbeat', async () => {
    const socket = await connected();
    await vi.advanceTimersByTimeAsync(120_000);
    expect(socket.closed).toBe(false);
    expect(client.status).toBe('open');
    expect(socket.of('unwatch')).toEqual([]);
  });

  it('a silent subscription sends a heartbeat, and a heartbeat without a reply drops the connection', async () => {
    const socket = await connected();
    client.watch(
      't1',
      () => undefined,
      () => 3,
    );
    socket.receive({ type: 'answer', id: socket.of('watch')[0]!.id! });
    await vi.advanceTimersByTimeAsync(14_000);
    const [heartbeat, ...more] = socket.of('unwatch');
    expect(heartbeat).toMatchObject({ table: '-' });
    expect(more).toEqual([]);
    socket.receive({ type: 'answer', id: heartbeat!.id! });
    await vi.advanceTimersByTimeAsync(14_000);
    expect(socket.of('unwatch').length).toBe(2);
    expect(socket.closed).toBe(false);
    await vi.advanceTimersByTimeAsync(9_000);
    expect(socket.closed).toBe(true);
    expect(client.status).toBe('lost');
  });

  it('a socket that never opens is dropped', async () => {
    client.open();
    await settle();
    const [first] = FakeSocket.all;
    await vi.advanceTimersByTimeAsync(30_000);
    expect(FakeSocket.all.length).toBeGreaterThan(1);
    expect(first!.closed).toBe(true);
  });

  it('a watch without a reply drops the connection', async () => {
    const socket = await connected();
    client.watch(
      't1',
      () => undefined,
      () => null,
    );
    await vi.advanceTimersByTimeAsync(12_000);
    expect(socket.closed).toBe(true);
  });
});
