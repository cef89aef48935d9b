/** One table, as the server last told it. Nothing here knows a rule: what counts comes with the view. */
import type { Command, News, Rematch, State, SushiGoMove, SushiGoView, SushiRollView } from '../protocol/types';
import type { Line, TableMessage } from '../net/line.svelte';
import { RefusedError } from '../net/api';

export type NewsListener = (news: News[], now: State, before: State | null) => void;

export class TableModel {
  readonly id: string;
  readonly line: Line;
  state = $state.raw<State | null>(null);
  /** Why there is nothing to see, or no more: the server's code. */
  problem = $state<string | null>(null);
  /** What the server would not do, in its words; shown until the next try. */
  refusal = $state<RefusedError | null>(null);
  /** When the state came, by this machine's clock: what is left of the time is counted from there. */
  cameAt = $state(0);
  readonly #listeners = new Set<NewsListener>();
  readonly #stop: () => void;

  constructor(line: Line, id: string) {
    this.line = line;
    this.id = id;
    this.#stop = line.watch(id, (message) => this.hear(message), () => this.state?.version ?? null);
  }

  close(): void {
    this.#stop();
  }

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

  /** Ask something of the table. Whether it was done; if not, `refusal` says why. */
  async do(command: Command | Rematch): Promise<boolean> {
    this.refusal = null;
    try {
      await this.line.do(this.id, command);
      return true;
    } catch (error) {
      if (!(error instanceof RefusedError)) throw error;
      this.refusal = error;
      return false;
    }
  }

  hear(message: TableMessage): void {
    switch (message.type) {
      case 'state': {
        const before = this.state;
        this.state = message;
        this.problem = null;
        this.cameAt = Date.now();
        // What was told before is told again after a lost answer; it is news only once.
        const news = before && message.since !== null && message.version > before.version ? [...message.news] : [];
        for (const listener of this.#listeners) listener(news, message, before);
        break;
      }
      case 'ready':
        this.#ready(message.seat, message.version, message.chosen);
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

  #ready(seat: number, version: number, chosen: SushiGoMove | null): void {
    const view = this.go;
    if (!this.state || !view) return;
    const ready = view.ready.map((is, index) => is || index === seat);
    const changed = seat === this.state.you ? { ready, chosen } : { ready };
    this.state = { ...this.state, version: Math.max(version, this.state.version), view: { ...view, ...changed } };
  }
}
