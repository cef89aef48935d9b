/** Fake server: stands in for the WebSocket and fetch of a page, under the control of a test. */
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
    if (!socket) throw new Error('no socket was opened');
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

  /** As in a browser, the close event comes later, or never where the connection is dead. */
  close(): void {
    this.closed = true;
    this.readyState = 2;
  }

  open(): void {
    this.readyState = 1;
    this.onopen?.();
  }

  receive(message: ServerMessage): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }

  welcome(): void {
    this.open();
    this.receive({ type: 'welcome', protocol: 1, server: '0.1.0', player: 'ana' });
  }

  end(code: number): void {
    this.readyState = 3;
    this.onclose?.({ code });
  }

  of(type: string): Sent[] {
    return this.sent.filter((message) => message.type === type);
  }
}

/** Identity requests so far; the next `fails` of them find no server. */
export const requests = { count: 0, fails: 0 };

/** Replace the network by the fake server. Undone by `vi.unstubAllGlobals`. */
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

/** Run all pending microtasks and zero-delay timers. */
export async function settle(): Promise<void> {
  await vi.advanceTimersByTimeAsync(0);
}
