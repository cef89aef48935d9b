/** HTTP client of the server's JSON API: identity, tables, the player's own data. Games go over the socket. */
import type { DeviceLink, Identity, MyGames, NewTable, OpenTables, Problem, TableFound, TableOpened } from '../protocol/types';

/** The server refused a request, or could not be reached (`code` is then `unreachable`). */
export class RefusedError extends Error {
  constructor(
    readonly code: string,
    message: string,
    /** Name of the player it concerns, if that is not the person at the device. */
    readonly player = '',
  ) {
    super(message);
  }
}

/** Send a request; returns the response with its JSON body, or null where the body is no JSON. */
export async function fetchJson(path: string, init: RequestInit): Promise<{ response: Response; body: unknown }> {
  let response: Response;
  try {
    response = await fetch(path, init);
  } catch {
    throw new RefusedError('unreachable', 'the server cannot be reached');
  }
  return { response, body: await response.json().catch(() => null) };
}

/** The error of a response that is not ok. */
export function refusalOf(response: Response, body: unknown): RefusedError {
  const { code = 'unreachable', message = response.statusText } = (body ?? {}) as Partial<Problem>;
  return new RefusedError(code, message);
}

export const postJson = (body: object): RequestInit => ({
  method: 'POST',
  body: JSON.stringify(body),
  headers: { 'content-type': 'application/json' },
});

async function request<T>(path: string, init: RequestInit = {}): Promise<T> {
  const { response, body } = await fetchJson(path, init);
  if (!response.ok) throw refusalOf(response, body);
  return body as T;
}

let known: Promise<Identity> | null = null;

/** The player of this browser's cookie; the server creates one where there is none. Requested once a visit. */
export function ensureIdentity(): Promise<Identity> {
  known ??= request<Identity>('/api/players', postJson({})).catch((error: unknown) => {
    known = null;
    throw error;
  });
  return known;
}

/** The server no longer accepts the cookie: the next request asks for a new identity. */
export function forgetIdentity(): void {
  known = null;
}

/** Create a further player for pass and play; returns the token, which the page stores. */
export async function createGuest(): Promise<string> {
  // With the cookie the server would return the player that this browser has already.
  const { token } = await request<Identity>('/api/players', { ...postJson({ keep: 'token' }), credentials: 'omit' });
  if (!token) throw new RefusedError('unreachable', 'no new player');
  return token;
}

export const fetchOpenTables = () => request<OpenTables>('/api/tables');
export const findTableByCode = (code: string) => request<TableFound>(`/api/codes/${encodeURIComponent(code)}`);
export const findTableById = (table: string) => request<TableFound>(`/api/tables/${encodeURIComponent(table)}`);
export const fetchRecord = (table: string) => request<unknown>(`/api/tables/${encodeURIComponent(table)}/record`);

export async function createTable(table: NewTable): Promise<TableOpened> {
  await ensureIdentity();
  return request<TableOpened>('/api/tables', postJson(table));
}

export async function fetchMyGames(): Promise<MyGames> {
  await ensureIdentity();
  return request<MyGames>('/api/me/games');
}

/** A link that makes another device the same player. */
export async function createDeviceLink(): Promise<DeviceLink> {
  await ensureIdentity();
  return request<DeviceLink>('/api/me/links', { method: 'POST' });
}

export const fetchMyData = () => request<unknown>('/api/me/data');

export async function claimDeviceLink(token: string): Promise<void> {
  await request<Identity>('/api/links', postJson({ token }));
  forgetIdentity();
}

/** Delete the player and everything the server stores about them. */
export async function deleteMe(): Promise<void> {
  await request<null>('/api/me', { method: 'DELETE' });
  forgetIdentity();
}
