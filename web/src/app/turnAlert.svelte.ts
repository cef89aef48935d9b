/** Tells a person that it is their turn: document title, sound and notification, for this table and for others (polled). */
import { tutorialTables } from '../learn/storage';
import { fetchMyGames } from '../net/api';
import { lang } from '../words/index.svelte';
import { play } from './sound';
import { settings } from './settings.svelte';

const POLL_INTERVAL_MS = 60_000;

class TurnAlert {
  /** Whether it is this person's turn at the table on the screen. */
  atThisTable = $state(false);
  /** How many other tables wait for this person, by the last poll. */
  otherTables = $state(0);
  #lastCount = 0;

  get isAnyWaiting(): boolean {
    return this.atThisTable || this.otherTables > 0;
  }

  /** Report whose turn it is at the table on the screen. `game` is named in the notification. */
  setTurn(isMyTurn: boolean, game: string): void {
    if (isMyTurn && !this.atThisTable) notify(game);
    this.atThisTable = isMyTurn;
  }

  /** Poll the person's other tables until the returned function is called. */
  pollOtherTables(except: string | null): () => void {
    const poll = async (): Promise<void> => {
      try {
        const { open } = await fetchMyGames();
        const waiting = open.filter(
          (game) => game.waits && game.phase === 'playing' && game.table !== except && !tutorialTables().includes(game.table),
        );
        this.otherTables = waiting.length;
        const first = waiting[0];
        if (waiting.length > this.#lastCount && first) notify(first.game);
        this.#lastCount = waiting.length;
      } catch {
        // The next poll tries again.
      }
    };
    void poll();
    const timer = setInterval(() => void poll(), POLL_INTERVAL_MS);
    return () => clearInterval(timer);
  }
}

/** Play the turn sound, and show a notification if the person wants one and the page is in the background. */
function notify(game: string): void {
  play('turn');
  if (!settings.notify || document.visibilityState === 'visible' || typeof Notification === 'undefined') return;
  if (Notification.permission === 'granted') {
    const text = lang.t.table.yourTurnAt(lang.t.games[game as 'sushi-go' | 'sushi-roll'] ?? 'Kaiten');
    try {
      new Notification('Kaiten', { body: text, icon: '/mark.svg', tag: 'kaiten-turn' });
    } catch {
      // Some phones allow notifications from a service worker only; the title and the sound remain.
    }
  }
}

export const turnAlert = new TurnAlert();
