/** The socket of this browser's own player, whom the cookie identifies. Pass and play opens further sockets by token. */
import { GameSocket } from './socket.svelte';

export const ownSocket = new GameSocket();
