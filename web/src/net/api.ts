/** What is asked once, over plain HTTP. */
import type {
  DeviceLink,
  Identity,
  MyGames,
  NewTable,
  OpenTables,
  Problem,
  TableFound,
  TableOpened,
} from '../protocol/types';

/** The server said no, or could not be reached (`code` is then `unreachable`). */
export class RefusedError extends Error {
  constructor(
    readonly code: string,
    message: string,
    /** Whom it is about, where that is not oneself. */
    readonly whom = '',
  ) {
    super(message);
  }
}

async function ask<T>(method: string, path: string, body?: object): Promise<T> {
  let response: Response;
  try {
    response = await fetch(path, {
      method,
      ...(body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    });
  } catch {
    throw new RefusedError('unreachable', 'the server cannot be reached');
  }
  if (response.status === 204) return undefined as T;
  const told: unknown = await response.json().catch(() => null);
  if (response.ok) return told as T;
  const problem = told as Problem | null;
  throw new RefusedError(problem?.code ?? 'unreachable', problem?.message ?? response.statusText);
}

let known: Promise<Identity> | null = null;

/** Be somebody here: the cookie says who, and a new one is made where there is none. Asked for once a visit. */
export function identity(): Promise<Identity> {
  known ??= ask<Identity>('POST', '/api/players', {}).catch((error: unknown) => {
    known = null;
    throw error;
  });
  return known;
}

/** The cookie is no longer good. */
export function forgetIdentity(): void {
  known = null;
}

/** Somebody else on this device, for passing it around: their token is ours to keep. */
export async function guest(): Promise<string> {
  const answer = await fetch('/api/players', {
    method: 'POST',
    credentials: 'omit', // the cookie would say that we are somebody already
    body: JSON.stringify({ keep: 'token' }),
    headers: { 'content-type': 'application/json' },
  });
  const told = (await answer.json()) as Identity | Problem;
  if ('code' in told || !told.token) throw new RefusedError('code' in told ? told.code : 'unreachable', 'no new player');
  return told.token;
}

export const openTables = () => ask<OpenTables>('GET', '/api/tables');
export const byCode = (code: string) => ask<TableFound>('GET', `/api/codes/${encodeURIComponent(code)}`);
export const byId = (table: string) => ask<TableFound>('GET', `/api/tables/${encodeURIComponent(table)}`);
export const record = (table: string) => ask<unknown>('GET', `/api/tables/${encodeURIComponent(table)}/record`);

export async function openTable(wanted: NewTable): Promise<TableOpened> {
  await identity();
  return ask<TableOpened>('POST', '/api/tables', wanted);
}

export async function myGames(): Promise<MyGames> {
  await identity();
  return ask<MyGames>('GET', '/api/me/games');
}

export async function deviceLink(): Promise<DeviceLink> {
  await identity();
  return ask<DeviceLink>('POST', '/api/me/links');
}

export const myData = () => ask<unknown>('GET', '/api/me/data');

export async function claimLink(token: string): Promise<void> {
  await ask<Identity>('POST', '/api/links', { token });
  forgetIdentity();
}

export async function deleteMe(): Promise<void> {
  await ask<undefined>('DELETE', '/api/me');
  forgetIdentity();
}
