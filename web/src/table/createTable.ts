/** Creates tables: a table with bots at its last seats, and the quick game of the start page. */
import { createTable } from '../net/api';
import { ownSocket } from '../net/ownSocket.svelte';
import { randomHex } from '../net/random';
import type { NewTable } from '../protocol/types';
import type { GameName } from './games';
import { defaultLevel } from './levels';

type TableWithBots = Omit<NewTable, 'id' | 'seed'> & { bots: number; level: string };

/** Create a table whose last seats are taken by bots. The id is an idempotency key: repeated, it creates no second table. */
export async function createTableWithBots({ bots, level, ...table }: TableWithBots): Promise<{ table: string; code: string }> {
  const created = await createTable({ ...table, id: `open-${randomHex(12)}`, seed: randomHex(16) });
  const seats = Array.from({ length: bots }, (_, index) => table.seats - bots + index);
  await Promise.all(seats.map((seat) => ownSocket.sendCommand(created.table, { type: 'add-bot', seat, level })));
  return created;
}

/** Start a game against two bots; returns the table's code. */
export async function startQuickGame(game: GameName, name: string): Promise<string> {
  const { table, code } = await createTableWithBots({ game, seats: 3, name, bots: 2, level: defaultLevel });
  await ownSocket.sendCommand(table, { type: 'start' });
  return code;
}
