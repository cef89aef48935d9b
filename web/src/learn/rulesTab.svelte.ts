/** The selected tab of the rules: the game that was last on the screen. */
import type { GameName } from '../table/games';

export const rulesTab = $state<{ game: GameName }>({ game: 'sushi-go' });
