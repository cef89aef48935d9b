/** Whether somebody waits for this person: at the table on the screen, and at the others. */
import { lessons } from '../learn/kept';
import { myGames } from '../net/api';
import { lang } from '../words/index.svelte';
import { play } from './sound';
import { settings } from './settings.svelte';

const LOOK_EVERY = 60_000;

class Awaited {
  /** At the table that is on the screen. */
  here = $state(false);
  /** Tables elsewhere that wait, by the last look. */
  elsewhere = $state(0);
  #known = 0;

  get any(): boolean {
    return this.here || this.elsewhere > 0;
  }

  /** It is this person's turn now, or no longer. `game` is for the notification. */
  turn(is: boolean, game: string): void {
    if (is && !this.here) tell(game);
    this.here = is;
  }

  /** Look after the other tables from time to time. */
  watch(except: string | null): () => void {
    const look = async (): Promise<void> => {
      try {
        const { open } = await myGames();
        const waiting = open.filter((game) => game.waits && game.phase === 'playing' && game.table !== except && !lessons().includes(game.table));
        this.elsewhere = waiting.length;
        const first = waiting[0];
        if (waiting.length > this.#known && first) tell(first.game);
        this.#known = waiting.length;
      } catch {
        // The next look will do.
      }
    };
    void look();
    const timer = setInterval(() => void look(), LOOK_EVERY);
    return () => clearInterval(timer);
  }
}

function tell(game: string): void {
  play('turn');
  if (!settings.notify || document.visibilityState === 'visible' || typeof Notification === 'undefined') return;
  if (Notification.permission === 'granted') {
    const text = lang.t.table.yourTurnAt(lang.t.games[game as 'sushi-go' | 'sushi-roll'] ?? 'Kaiten');
    try {
      new Notification('Kaiten', { body: text, icon: '/mark.svg', tag: 'kaiten-turn' });
    } catch {
      // Some phones only allow it from a worker; the title and the sound remain.
    }
  }
}

export const awaited = new Awaited();
