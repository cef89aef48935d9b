/** Client-side model of one table: the last state that the server sent, patched by the small messages in between. */
import type { Command, News, Rematch, State, SushiGoMove, SushiGoView, SushiRollView } from '../protocol/types';
import type { GameSocket, TableMessage } from '../net/socket.svelte';
import { RefusedError } from '../net/api';

export type NewsListener = (news: News[], now: State, before: State | null) => void;

/** No rule is applied here: the view comes from the server, with the legal moves and the tallies. */
export class TableModel {
  readonly id: string;
  readonly socket: GameSocket;
  state = $state.raw<State | null>(null);
  /** The server's code for why the table cannot be watched, or no longer. */
  problem = $state<string | null>(null);
  /** Why the server refused the last command; null from the next one on. */
  refusal = $state<RefusedError | null>(null);
  /** When the state arrived, by this device's clock: the time left is counted from there. */
  receivedAt = $state(0);
  // eslint-disable-next-line svelte/prefer-svelte-reactivity -- nothing is rendered from the listeners
  readonly #listeners = new Set<NewsListener>();
  readonly #unwatch: () => void;

  constructor(socket: GameSocket, id: string) {
    this.socket = socket;
    this.id = id;
    this.#unwatch = socket.watch(
      id,
      (message) => this.#onMessage(message),
      () => this.state?.version ?? null,
    );
  }

  close(): void {
    this.#unwatch();
  }

  /** Call a listener with every new state and what happened since the one before; returns the way to stop. */
  onNews(listener: NewsListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  get go(): SushiGoView | null {
    return this.state?.view?.type === 'sushi-go' ? this.state.view : null;
  }

  get roll(): SushiRollView | null {
    return this.state?.view?.type === 'sushi-roll' ? this.state.view : null;
  }

  /** Whether the table waits for the choice of this player, and no bot plays for them. */
  get isMyTurn(): boolean {
    const { state } = this;
    if (state?.phase !== 'playing' || state.you === null || state.seats[state.you]?.bot) return false;
    if (state.view?.type === 'sushi-go') return state.view.legal.length > 0 && !state.view.ready[state.you];
    return state.view?.type === 'sushi-roll' && state.view.can_take;
  }

  /** Send a command; whether the server carried it out. If not, `refusal` says why. */
  async send(command: Command | Rematch): Promise<boolean> {
    this.refusal = null;
    try {
      await this.socket.sendCommand(this.id, command);
      return true;
    } catch (error) {
      if (!(error instanceof RefusedError)) throw error;
      this.refusal = error;
      return false;
    }
  }

  #onMessage(message: TableMessage): void {
    switch (message.type) {
      case 'state':
        this.#onState(message);
        break;
      case 'ready':
        this.#onReady(message.seat, message.version, message.chosen);
        break;
      case 'presence':
        if (this.state) {
          const seats = this.state.seats.map((seat, index) => ({ ...seat, away: message.away.includes(index) }));
          this.state = { ...this.state, seats };
        }
        break;
      case 'refused':
        this.problem = message.code;
        break;
    }
  }

  #onState(state: State): void {
    const before = this.state;
    this.state = state;
    this.problem = null;
    this.receivedAt = Date.now();
    // After a lost answer the server sends the same news again: they are reported once.
    const news = before && state.since !== null && state.version > before.version ? [...state.news] : [];
    for (const listener of this.#listeners) listener(news, state, before);
  }

  #onReady(seat: number, version: number, chosen: SushiGoMove | null): void {
    const view = this.go;
    if (!this.state || !view) return;
    const ready = view.ready.map((is, index) => is || index === seat);
    const changed = seat === this.state.you ? { ready, chosen } : { ready };
    this.state = { ...this.state, version: Math.max(version, this.state.version), view: { ...view, ...changed } };
  }
}
