/**
 * The one socket to the server. It comes back by itself, watches again what was watched, and sends again what was not
 * answered, under the same id: so nothing is lost, and nothing happens twice.
 */
import type { Command, Presence, Ready, Refused, Rematch, ServerMessage, State } from '../protocol/types';
import { forgetIdentity, identity, RefusedError } from './api';
import { randomHex } from './random';

export const PROTOCOL = 1;

const FIRST_PAUSE = 400;
const LONGEST_PAUSE = 8_000;
/** Milliseconds without an answer after which the line is taken for dead. */
const PATIENCE = 8_000;
/** Milliseconds of silence after which the server is asked for a sign of life. */
const SILENCE = 12_000;
/** Milliseconds after which a server that could not save is asked again. */
const AGAIN = 1_000;

const NO_IDENTITY = 4401;
const OLD_CLIENT = 4400;

/** `old`: the server speaks another version, and the page has to be loaded anew. `none`: this browser has no WebSocket. */
export type Condition = 'connecting' | 'open' | 'lost' | 'old' | 'none';

export type TableMessage = State | Ready | Presence | (Refused & { table: string });
export type Listener = (message: TableMessage) => void;

interface Pending {
  id: string;
  table: string;
  command: Command | Rematch;
  done: () => void;
  failed: (error: RefusedError) => void;
}

interface Watched {
  listener: Listener;
  version: () => number | null;
}

export class Line {
  condition = $state<Condition>('connecting');
  /** Commands on their way. */
  waiting = $state(0);

  readonly #token: string | null;
  #socket: WebSocket | null = null;
  #greeted = false;
  #closed = false;
  #pause = FIRST_PAUSE;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #patience: ReturnType<typeof setInterval> | undefined;
  readonly #watched = new Map<string, Watched>();
  readonly #pending = new Map<string, Pending>();
  /** What was sent and not answered yet, by id, and when; under '' a socket that is still being opened. */
  readonly #asked = new Map<string, number>();
  #heard = 0;
  readonly #prefix = randomHex(6);
  #count = 0;

  /** With a token the line is that person's, whoever the browser's cookie says one is. */
  constructor(token: string | null = null) {
    this.#token = token;
  }

  /** Open the line, and keep it open until `close`. */
  open(): void {
    if (typeof WebSocket === 'undefined') {
      this.condition = 'none';
      return;
    }
    addEventListener('online', this.#hurry);
    addEventListener('offline', this.#drop);
    document.addEventListener('visibilitychange', this.#hurry);
    this.#patience = setInterval(() => this.#check(), 1_000);
    void this.#connect();
  }

  close(): void {
    this.#closed = true;
    removeEventListener('online', this.#hurry);
    removeEventListener('offline', this.#drop);
    document.removeEventListener('visibilitychange', this.#hurry);
    clearInterval(this.#patience);
    clearTimeout(this.#timer);
    this.#socket?.close();
  }

  /** Hear of a table. `version` says how far one is, so that only what was missed is told. */
  watch(table: string, listener: Listener, version: () => number | null): () => void {
    this.#watched.set(table, { listener, version });
    if (this.#greeted) this.#sendWatch(table);
    return () => {
      this.#watched.delete(table);
      if (this.#greeted) this.#send({ type: 'unwatch', id: this.#next(), table });
    };
  }

  /** Resolves once the server has it on disk; throws RefusedError where it will not have it. */
  do(table: string, command: Command | Rematch): Promise<void> {
    return new Promise((done, failed) => {
      const pending = { id: this.#next(), table, command, done, failed };
      this.#pending.set(pending.id, pending);
      this.waiting = this.#pending.size;
      if (this.#greeted) this.#sendDo(pending);
    });
  }

  async #connect(): Promise<void> {
    clearTimeout(this.#timer);
    if (this.#closed || this.#socket) return;
    try {
      if (this.#token === null) await identity();
    } catch {
      this.#lost();
      return;
    }
    if (this.#closed || this.#socket) return;
    const address = `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/api/play`;
    // Without a token the cookie says who we are.
    const socket = this.#token === null ? new WebSocket(address) : new WebSocket(address, ['kaiten', `kaiten.token.${this.#token}`]);
    this.#socket = socket;
    this.#asked.set('', Date.now());
    socket.onopen = () => this.#send({ type: 'hello', protocol: PROTOCOL });
    socket.onmessage = (event: MessageEvent<string>) => this.#hear(JSON.parse(event.data) as ServerMessage);
    socket.onclose = (event) => {
      if (this.#socket !== socket) return;
      if (event.code === NO_IDENTITY) forgetIdentity();
      if (event.code === OLD_CLIENT) {
        this.condition = 'old';
        this.close();
        return;
      }
      this.#lost();
    };
  }

  #hear(message: ServerMessage): void {
    this.#heard = Date.now();
    if (message.type === 'welcome') this.#asked.delete('');
    if (message.type === 'answer' || message.type === 'refused') this.#asked.delete(message.id ?? '');
    switch (message.type) {
      case 'welcome':
        this.#greeted = true;
        this.#pause = FIRST_PAUSE;
        this.condition = 'open';
        for (const table of this.#watched.keys()) this.#sendWatch(table);
        for (const pending of this.#pending.values()) this.#sendDo(pending);
        break;
      case 'answer':
        this.#settle(message.id)?.done();
        break;
      case 'refused':
        this.#refused(message);
        break;
      case 'closing':
        this.#pause = Math.max(FIRST_PAUSE, message.back_in);
        break;
      default:
        this.#watched.get(message.table)?.listener(message);
    }
  }

  #refused(message: Refused): void {
    const pending = message.id === null ? undefined : this.#pending.get(message.id);
    if (pending && (message.code === 'store' || message.code === 'busy')) {
      setTimeout(() => this.#greeted && this.#pending.has(pending.id) && this.#sendDo(pending), AGAIN);
      return;
    }
    if (message.table) {
      this.#watched.get(message.table)?.listener({ ...message, table: message.table });
      this.#watched.delete(message.table);
    }
    const watched = message.id?.startsWith('watch:') ? message.id.split(':')[2] : undefined;
    if (watched) this.#watched.get(watched)?.listener({ ...message, table: watched });
    if (message.id !== null) this.#settle(message.id)?.failed(new RefusedError(message.code, message.message));
  }

  #settle(id: string): Pending | undefined {
    const pending = this.#pending.get(id);
    this.#pending.delete(id);
    this.waiting = this.#pending.size;
    return pending;
  }

  #sendWatch(table: string): void {
    const version = this.#watched.get(table)?.version() ?? null;
    this.#send({ type: 'watch', id: `watch:${this.#next()}:${table}`, table, ...(version !== null && { version }) });
  }

  #sendDo(pending: Pending): void {
    this.#send({ type: 'do', id: pending.id, table: pending.table, command: pending.command });
  }

  #send(message: { type: string; id?: string; [field: string]: unknown }): void {
    if (this.#socket?.readyState !== WebSocket.OPEN) return;
    if (message.id !== undefined) this.#asked.set(message.id, Date.now());
    this.#socket.send(JSON.stringify(message));
  }

  #next(): string {
    this.#count += 1;
    return `${this.#prefix}-${this.#count}`;
  }

  /**
   * A line can die without a word: whoever waits too long for an answer lets go of it. Where nobody has asked anything for a
   * while, something is asked that costs nothing and changes nothing: to hear no more of a table that was never watched.
   */
  #check(): void {
    const now = Date.now();
    if ([...this.#asked.values()].some((sent) => sent < now - PATIENCE)) this.#drop();
    else if (this.#greeted && this.#asked.size === 0 && this.#watched.size > 0 && this.#heard < now - SILENCE) {
      this.#send({ type: 'unwatch', id: this.#next(), table: '-' });
    }
  }

  #lost(): void {
    this.#socket = null;
    this.#greeted = false;
    this.#asked.clear();
    if (this.#closed) return;
    this.condition = 'lost';
    clearTimeout(this.#timer);
    // Not all at the same moment, or a server that comes back would be run over.
    this.#timer = setTimeout(() => void this.#connect(), this.#pause * (0.5 + Math.random() / 2));
    this.#pause = Math.min(2 * this.#pause, LONGEST_PAUSE);
  }

  readonly #drop = (): void => {
    const socket = this.#socket;
    if (!socket) return;
    this.#lost();
    socket.close();
  };

  /** The network is back, or the person is: no need to wait any longer. */
  readonly #hurry = (): void => {
    if (document.visibilityState === 'hidden' || this.#socket || this.#closed) return;
    this.#pause = FIRST_PAUSE;
    void this.#connect();
  };
}
