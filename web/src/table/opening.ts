/** Opening tables, and putting bots at them. */
import { openTable } from '../net/api';
import { line } from '../net/own.svelte';
import { randomHex } from '../net/random';
import type { NewTable } from '../protocol/types';
import { usual } from './levels';

export type Wanted = Omit<NewTable, 'id' | 'seed'> & { bots: number; level: string };

/** A table with its host, and bots at the last seats. */
export async function open({ bots, level, ...wanted }: Wanted): Promise<{ table: string; code: string }> {
  const { table, code } = await openTable({ ...wanted, id: `open-${randomHex(12)}`, seed: randomHex(16) });
  const seats = Array.from({ length: bots }, (_, index) => wanted.seats - bots + index);
  await Promise.all(seats.map((seat) => line.do(table, { type: 'add-bot', seat, level })));
  return { table, code };
}

/** A game against two bots, begun. */
export async function playNow(game: 'sushi-go' | 'sushi-roll', name: string): Promise<string> {
  const { table, code } = await open({ game, seats: 3, name, bots: 2, level: usual });
  await line.do(table, { type: 'start' });
  return code;
}
