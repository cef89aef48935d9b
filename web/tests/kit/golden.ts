/** Golden files of the server's tests: real messages, views and records. */
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { News, ServerMessage, State, SushiGoView, SushiRollView } from '../../src/protocol/types';
import type { DealRecord } from '../../src/fair/verifyDeal';

const FOLDER = join(import.meta.dirname, '../../../tests/golden');

function read(file: string): string {
  return readFileSync(join(FOLDER, file), 'utf8');
}

export function readGolden<T>(file: string): T {
  return JSON.parse(read(file)) as T;
}

interface Messages {
  server: ServerMessage[];
  news: News[];
}

export const messages = readGolden<Messages>('wire/messages.json');

/** A copy of the first golden state that matches. */
export function stateWhere(matches: (state: State) => boolean): State {
  const found = messages.server.find((message) => message.type === 'state' && matches(message));
  if (found?.type !== 'state') throw new Error('no golden state matches');
  return structuredClone(found);
}

export const playing = (game: State['game']): State =>
  stateWhere((state) => state.game === game && state.phase === 'playing' && state.you !== null && !state.options?.dummy);
export const over = (game: State['game']): State => stateWhere((state) => state.game === game && state.phase === 'over');

/** Views of both games, from the first turn to the result. */
export const views = readdirSync(join(FOLDER, 'wire'))
  .filter((file) => file.startsWith('sushi'))
  .flatMap((file) => readGolden<{ view: SushiGoView | SushiRollView }[]>(`wire/${file}`).map(({ view }) => view));

/** Game records by the name of their set-up: each golden playthrough ends with its record. */
export const records: [name: string, record: DealRecord][] = readdirSync(join(FOLDER, 'playthroughs')).map((file) => {
  const last = read(`playthroughs/${file}`).trimEnd().split('\n').at(-1) ?? '';
  return [file.replace('.txt', ''), JSON.parse(last) as DealRecord];
});

export function recordOf(name: string): DealRecord {
  const found = records.find(([each]) => each === name);
  if (!found) throw new Error(`no golden record ${name}`);
  return structuredClone(found[1]);
}
