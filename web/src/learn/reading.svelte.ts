/** Which game the rules are opened at: the one that was last on the screen. */
import type { GameName } from '../table/games';

export const reading = $state<{ game: GameName }>({ game: 'sushi-go' });
