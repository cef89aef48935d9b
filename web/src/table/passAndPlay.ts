/** Pass and play: several people share this device at a table, each with a player and a socket of their own. */
import { readJson, writeJson } from '../app/storage';
import { createGuest, RefusedError } from '../net/api';
import { ownSocket } from '../net/ownSocket.svelte';
import { randomHex } from '../net/random';
import { GameSocket } from '../net/socket.svelte';
import type { NewTable } from '../protocol/types';
import { createTableWithBots } from './createTable';

const KEY = 'kaiten-parties';
/** Finished games need no tokens: only those of the latest tables are stored. */
const MAX_TABLES = 20;

/** A person beside this browser's own player. */
export interface Guest {
  name: string;
  token: string;
}

const read = () => readJson<Record<string, Guest[]>>(KEY);

/** The guests at a table, or null if the device is not shared there. */
export function guestsAt(table: string): Guest[] | null {
  return read()[table] ?? null;
}

function storeGuests(table: string, guests: Guest[]): void {
  const latest = Object.entries(read()).slice(1 - MAX_TABLES);
  writeJson(KEY, { ...Object.fromEntries(latest), [table]: guests });
}

/** Copy the guests of a table to the table of its rematch. */
export function copyGuests(from: string, to: string): void {
  const guests = read()[from];
  if (guests) storeGuests(to, guests);
}

/** Create a table, seat all these people and the bots, and start the game; returns the table's code. */
export async function startPassAndPlay(
  options: Omit<NewTable, 'id' | 'name' | 'seats'>,
  names: readonly string[],
  bots: number,
  level: string,
): Promise<string> {
  const [first = '', ...others] = names;
  const { table, code } = await createTableWithBots({ ...options, name: first, seats: names.length + bots, bots, level });
  const guests: Guest[] = [];
  for (const name of others) guests.push({ name, token: await createGuest() });
  storeGuests(table, guests);
  await Promise.all(guests.map((guest, index) => sitDown(table, guest, index + 1)));
  await ownSocket.sendCommand(table, { type: 'start' });
  return code;
}

async function sitDown(table: string, { name, token }: Guest, seat: number): Promise<void> {
  const socket = new GameSocket(token);
  socket.open();
  try {
    await socket.sendCommand(table, { type: 'sit', name, seat, seed: randomHex(16) });
  } catch (error) {
    throw error instanceof RefusedError ? new RefusedError(error.code, error.message, name) : error;
  } finally {
    socket.close();
  }
}
