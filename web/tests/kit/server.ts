/** A server that does as it is told: sockets and requests of a page end here. */
import { vi } from 'vitest';
import type { ServerMessage } from '../../src/protocol/types';

export interface Sent {
  type: string;
  id?: string;
  table?: string;
  version?: number;
  protocol?: number;
  command?: { type: string };
}

export class FakeSocket {
  static readonly OPEN = 1;
  static all: FakeSocket[] = [];
  static get last(): FakeSocket {
    const socket = this.all.at(-1);
    if (!socket) throw new Error('nobody has connected');
    return socket;
  }

  readyState = 0;
  closed = false;
  readonly sent: Sent[] = [];
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;

  constructor(
    readonly url: string,
    readonly protocols: string[] = [],
  ) {
    FakeSocket.all.push(this);
  }

  send(text: string): void {
    this.sent.push(JSON.parse(text) as Sent);
  }

  /** As in a browser, whoever closes hears of it later, or not at all where the line is dead. */
  close(): void {
    this.closed = true;
    this.readyState = 2;
  }

  open(): void {
    this.readyState = 1;
    this.onopen?.();
  }

  say(message: ServerMessage): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }

  welcome(): void {
    this.open();
    this.say({ type: 'welcome', protocol: 1, server: '0.1.0', player: 'ana' });
  }

  end(code: number): void {
    this.readyState = 3;
    this.onclose?.({ code });
  }

  of(type: string): Sent[] {
    return this.sent.filter((message) => message.type === type);
  }
}

/** Requests that became a player; `fails` of them find no server. */
export const requests = { count: 0, fails: 0 };

/** Stand in for the network. Undone by `vi.unstubAllGlobals`. */
export function install(): void {
  FakeSocket.all = [];
  requests.count = 0;
  requests.fails = 0;
  vi.stubGlobal('WebSocket', FakeSocket);
  vi.stubGlobal('fetch', () => {
    requests.count += 1;
    if (requests.fails > 0) {
      requests.fails -= 1;
      return Promise.reject(new TypeError('Failed to fetch'));
    }
    return Promise.resolve(new Response(JSON.stringify({ player: 'ana', token: null })));
  });
}

/** Let everything happen that waits for nothing but its turn. */
export async function settle(): Promise<void> {
  await vi.advanceTimersByTimeAsync(0);
}
