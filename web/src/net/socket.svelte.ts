/**
 * WebSocket client: reconnects with exponential backoff and jitter, resumes subscriptions, and retries commands.
 *
 * After a reconnect every watched table is watched again from the version that is known, and every command without an answer
 * is sent again under the same id. That id is the server's idempotency key: no command is lost, and none is carried out twice.
 * A heartbeat and a reply timeout detect a connection that died silently.
 */
import type { Command, Presence, Ready, Refused, Rematch, ServerMessage, State } from '../protocol/types';
import { ensureIdentity, forgetIdentity, RefusedError } from './api';
import { randomHex } from './random';

const PROTOCOL = 1;

const INITIAL_BACKOFF_MS = 400;
const MAX_BACKOFF_MS = 8_000;
/** Without a reply for this long the connection is taken for dead. */
const REPLY_TIMEOUT_MS = 8_000;
/** After this much silence a heartbeat is sent. */
const HEARTBEAT_AFTER_MS = 12_000;
const WATCHDOG_INTERVAL_MS = 1_000;
/** After this delay a command is sent again that the server could not save. */
const RETRY_DELAY_MS = 1_000;

const CLOSE_NO_IDENTITY = 4401;
const CLOSE_OLD_CLIENT = 4400;

/** Key of the handshake in `#pending`; every other key is the id of a message. */
const HANDSHAKE = '';
/** No table has this id: a heartbeat unwatches it, which changes nothing and is answered. */
const NO_TABLE = '-';

/** `outdated`: the server speaks another protocol version, the page has to be reloaded. `unsupported`: no WebSocket here. */
export type ConnectionStatus = 'connecting' | 'open' | 'lost' | 'outdated' | 'unsupported';

export type TableMessage = State | Ready | Presence | (Refused & { table: string });
export type Listener = (message: TableMessage) => void;

/** A command that the server has not answered. `id` is its idempotency key. */
interface UnansweredCommand {
  id: string;
  table: string;
  command: Command | Rematch;
  resolve: () => void;
  reject: (error: RefusedError) => void;
}

interface Subscription {
  listener: Listener;
  version: () => number | null;
}

/* eslint-disable svelte/prefer-svelte-reactivity -- the maps are bookkeeping: nothing is rendered from them */
export class GameSocket {
  status = $state<ConnectionStatus>('connecting');
  /** How many commands have no answer yet. */
  pendingCommands = $state(0);

  readonly #token: string | null;
  #socket: WebSocket | null = null;
  /** Whether the handshake (hello, welcome) is done. */
  #isWelcomed = false;
  #isClosed = false;
  #backoff = INITIAL_BACKOFF_MS;
  #reconnectTimer: ReturnType<typeof setTimeout> | undefined;
  #watchdog: ReturnType<typeof setInterval> | undefined;
  readonly #subscriptions = new Map<string, Subscription>();
  readonly #commands = new Map<string, UnansweredCommand>();
  /** When each message was sent that has no reply yet, by id. */
  readonly #pending = new Map<string, number>();
  #lastMessageAt = 0;
  readonly #idPrefix = randomHex(6);
  #idCount = 0;

  /** With a token the socket belongs to that player, otherwise to the player of the browser's cookie. */
  constructor(token: string | null = null) {
    this.#token = token;
  }

  /** Connect, and stay connected until `close`. */
  open(): void {
    if (typeof WebSocket === 'undefined') {
      this.status = 'unsupported';
      return;
    }
    addEventListener('online', this.#reconnectNow);
    addEventListener('offline', this.#drop);
    document.addEventListener('visibilitychange', this.#reconnectNow);
    this.#watchdog = setInterval(() => this.#checkConnection(), WATCHDOG_INTERVAL_MS);
    void this.#connect();
  }

  close(): void {
    this.#isClosed = true;
    removeEventListener('online', this.#reconnectNow);
    removeEventListener('offline', this.#drop);
    document.removeEventListener('visibilitychange', this.#reconnectNow);
    clearInterval(this.#watchdog);
    clearTimeout(this.#reconnectTimer);
    this.#socket?.close();
  }

  /** Subscribe to a table. `version` returns the version that the listener has, so that a reconnect fetches only what is newer. */
  watch(table: string, listener: Listener, version: () => number | null): () => void {
    this.#subscriptions.set(table, { listener, version });
    if (this.#isWelcomed) this.#sendWatch(table);
    return () => {
      this.#subscriptions.delete(table);
      if (this.#isWelcomed) this.#send({ type: 'unwatch', id: this.#nextId(), table });
    };
  }

  /** Send a command. Resolves once the server has saved it; rejects with a RefusedError if the server refuses it. */
  sendCommand(table: string, command: Command | Rematch): Promise<void> {
    return new Promise((resolve, reject) => {
      const unanswered = { id: this.#nextId(), table, command, resolve, reject };
      this.#commands.set(unanswered.id, unanswered);
      this.pendingCommands = this.#commands.size;
      if (this.#isWelcomed) this.#transmit(unanswered);
    });
  }

  async #connect(): Promise<void> {
    clearTimeout(this.#reconnectTimer);
    if (this.#isClosed || this.#socket) return;
    try {
      if (this.#token === null) await ensureIdentity();
    } catch {
      this.#scheduleReconnect();
      return;
    }
    if (this.#isClosed || this.#socket) return;
    const address = `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/api/play`;
    // A page can set no header of a WebSocket but the subprotocol, so that is where the token goes.
    const socket =
      this.#token === null ? new WebSocket(address) : new WebSocket(address, ['kaiten', `kaiten.token.${this.#token}`]);
    this.#socket = socket;
    this.#pending.set(HANDSHAKE, Date.now());
    socket.onopen = () => this.#send({ type: 'hello', protocol: PROTOCOL });
    socket.onmessage = (event: MessageEvent<string>) => this.#onMessage(JSON.parse(event.data) as ServerMessage);
    socket.onclose = (event) => {
      if (this.#socket !== socket) return;
      if (event.code === CLOSE_NO_IDENTITY) forgetIdentity();
      if (event.code === CLOSE_OLD_CLIENT) {
        this.status = 'outdated';
        this.close();
        return;
      }
      this.#scheduleReconnect();
    };
  }

  #onMessage(message: ServerMessage): void {
    this.#lastMessageAt = Date.now();
    switch (message.type) {
      case 'welcome':
        this.#pending.delete(HANDSHAKE);
        this.#isWelcomed = true;
        this.#backoff = INITIAL_BACKOFF_MS;
        this.status = 'open';
        for (const table of this.#subscriptions.keys()) this.#sendWatch(table);
        for (const command of this.#commands.values()) this.#transmit(command);
        break;
      case 'answer':
        this.#pending.delete(message.id);
        this.#takeCommand(message.id)?.resolve();
        break;
      case 'refused':
        this.#pending.delete(message.id ?? HANDSHAKE);
        this.#onRefused(message);
        break;
      case 'closing':
        this.#backoff = Math.max(INITIAL_BACKOFF_MS, message.back_in);
        break;
      default:
        this.#subscriptions.get(message.table)?.listener(message);
    }
  }

  #onRefused(message: Refused): void {
    const command = message.id === null ? undefined : this.#commands.get(message.id);
    if (command && (message.code === 'store' || message.code === 'busy')) {
      setTimeout(() => this.#isWelcomed && this.#commands.has(command.id) && this.#transmit(command), RETRY_DELAY_MS);
      return;
    }
    if (message.table) {
      this.#subscriptions.get(message.table)?.listener({ ...message, table: message.table });
      this.#subscriptions.delete(message.table);
    }
    const watched = message.id?.startsWith('watch:') ? message.id.split(':')[2] : undefined;
    if (watched) this.#subscriptions.get(watched)?.listener({ ...message, table: watched });
    if (message.id !== null) this.#takeCommand(message.id)?.reject(new RefusedError(message.code, message.message));
  }

  /** Remove a command that has been answered, and return it. */
  #takeCommand(id: string): UnansweredCommand | undefined {
    const command = this.#commands.get(id);
    this.#commands.delete(id);
    this.pendingCommands = this.#commands.size;
    return command;
  }

  #sendWatch(table: string): void {
    const version = this.#subscriptions.get(table)?.version() ?? null;
    this.#send({ type: 'watch', id: `watch:${this.#nextId()}:${table}`, table, ...(version !== null && { version }) });
  }

  #transmit({ id, table, command }: UnansweredCommand): void {
    this.#send({ type: 'do', id, table, command });
  }

  #send(message: { type: string; id?: string; [field: string]: unknown }): void {
    if (this.#socket?.readyState !== WebSocket.OPEN) return;
    if (message.id !== undefined) this.#pending.set(message.id, Date.now());
    this.#socket.send(JSON.stringify(message));
  }

  #nextId(): string {
    this.#idCount += 1;
    return `${this.#idPrefix}-${this.#idCount}`;
  }

  /** Watchdog: drop a connection whose reply is overdue, and send a heartbeat over one that has been silent. */
  #checkConnection(): void {
    const now = Date.now();
    if ([...this.#pending.values()].some((sentAt) => sentAt < now - REPLY_TIMEOUT_MS)) this.#drop();
    else if (
      this.#isWelcomed &&
      this.#pending.size === 0 &&
      this.#subscriptions.size > 0 &&
      this.#lastMessageAt < now - HEARTBEAT_AFTER_MS
    ) {
      this.#send({ type: 'unwatch', id: this.#nextId(), table: NO_TABLE });
    }
  }

  /** The connection is lost: connect again after the backoff, which doubles with every failure. */
  #scheduleReconnect(): void {
    this.#socket = null;
    this.#isWelcomed = false;
    this.#pending.clear();
    if (this.#isClosed) return;
    this.status = 'lost';
    clearTimeout(this.#reconnectTimer);
    // Jitter, between half of the backoff and all of it: a restarted server must not be met by every client at once.
    this.#reconnectTimer = setTimeout(() => void this.#connect(), this.#backoff * (0.5 + Math.random() / 2));
    this.#backoff = Math.min(2 * this.#backoff, MAX_BACKOFF_MS);
  }

  readonly #drop = (): void => {
    const socket = this.#socket;
    if (!socket) return;
    this.#scheduleReconnect();
    socket.close();
  };

  /** The network or the person is back: reset the backoff and connect at once. */
  readonly #reconnectNow = (): void => {
    if (document.visibilityState === 'hidden' || this.#socket || this.#isClosed) return;
    this.#backoff = INITIAL_BACKOFF_MS;
    void this.#connect();
  };
}
