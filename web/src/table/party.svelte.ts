/** Several people who share this device at a table, each with a line of their own: the device is passed around. */
import { keep, kept } from '../house/kept';
import { guest, RefusedError } from '../net/api';
import { Line } from '../net/line.svelte';
import { randomHex } from '../net/random';
import { line as own } from '../net/own.svelte';
import { open } from './opening';
import type { NewTable } from '../protocol/types';

const KEY = 'kaiten-parties';

interface Guest {
  name: string;
  token: string;
}

/** The people beside this browser's own player, by table. */
const read = () => kept<Record<string, Guest[]>>(KEY);

/** Those who share this device at a table, or null where nobody does. */
export function partyOf(table: string): Guest[] | null {
  return read()[table] ?? null;
}

function remember(table: string, guests: Guest[]): void {
  // The last few are enough: finished games need no tokens.
  const last = Object.entries(read()).slice(-19);
  keep(KEY, { ...Object.fromEntries(last), [table]: guests });
}

/** After a rematch the same people sit at the next table. */
export function moveParty(from: string, to: string): void {
  const guests = read()[from];
  if (guests) remember(to, guests);
}

/** A table whose people all sit at this device; begun. */
export async function openParty(wanted: Omit<NewTable, 'id' | 'name' | 'seats'>, names: readonly string[], bots: number, level: string): Promise<string> {
  const [first = '', ...others] = names;
  const { table, code } = await open({ ...wanted, name: first, seats: names.length + bots, bots, level });
  const guests: Guest[] = [];
  for (const name of others) guests.push({ name, token: await guest() });
  remember(table, guests);
  await Promise.all(
    guests.map(async ({ name, token }, index) => {
      const line = new Line(token);
      line.open();
      try {
        await line.do(table, { type: 'sit', name, seat: index + 1, seed: randomHex(16) });
      } catch (error) {
        throw error instanceof RefusedError ? new RefusedError(error.code, error.message, name) : error;
      } finally {
        line.close();
      }
    }),
  );
  await own.do(table, { type: 'start' });
  return code;
}
