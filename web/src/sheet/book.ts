/** The sheets of this device, each under a key of its own in the browser's storage. */
import { randomHex } from '../net/random';
import { checkedSheet, isEdit } from './checking';
import { type Head, merged, type Sheet } from './edits';

/** A table that is being entered, kept at every tap. */
export interface Draft {
  table: string[];
  /** What the cell said when it was begun: whatever came meanwhile is not overwritten by it. */
  after: string[];
}

export interface Kept {
  sheet: Sheet;
  /** By cell. Each is kept by itself, so that two tabs can enter two tables. */
  drafts: Record<string, Draft>;
  /** Whom this device enters for: a seat, everybody (null), or not said yet. */
  me?: number | null;
  /** Whether other phones may have it, by the server. */
  shared: boolean;
  /** How many edits of the server's list have been seen, and which edits the server is known to have. */
  known: number;
  has: string[];
}

const PREFIX = 'kaiten-sheet:';
const DRAFT = 'kaiten-draft:';
const NAMES = 'kaiten-sheet-names';
const DEVICE = 'kaiten-device';
/** Where the browser keeps nothing, it lasts as long as the page. */
const meanwhile = new Map<string, string>();

export const keyOf = (id: string): string => PREFIX + id;
export const isDraftOf = (key: string | null, id: string): boolean => key?.startsWith(`${DRAFT}${id}:`) ?? false;
export const fresh = (sheet: Sheet, shared = false): Kept => ({ sheet, drafts: {}, shared, known: 0, has: [], ...(shared ? {} : { me: null }) });

function get(key: string): string | null {
  try {
    return localStorage.getItem(key) ?? meanwhile.get(key) ?? null;
  } catch {
    return meanwhile.get(key) ?? null;
  }
}

/** Whether it could be kept for good. */
function set(key: string, text: string): boolean {
  try {
    localStorage.setItem(key, text);
    meanwhile.delete(key);
    return true;
  } catch {
    meanwhile.set(key, text);
    return false;
  }
}

function drop(key: string): void {
  meanwhile.delete(key);
  try {
    localStorage.removeItem(key);
  } catch {
    // there is nothing, then
  }
}

function keys(prefix: string): string[] {
  const found = new Set(meanwhile.keys());
  try {
    for (let index = 0; index < localStorage.length; index++) found.add(localStorage.key(index) ?? '');
  } catch {
    // only what lasts as long as the page
  }
  return [...found].filter((key) => key.startsWith(prefix)).sort();
}

function readKept(text: string | null): Kept | null {
  if (text === null) return null;
  try {
    const found = JSON.parse(text) as Partial<Kept>;
    // One entry that cannot be read is no reason to lose the others.
    const sheet = checkedSheet({ ...found.sheet, edits: found.sheet?.edits?.filter(isEdit) });
    const kept = { sheet, drafts: draftsOf(sheet.sheet), shared: found.shared === true, known: found.known ?? 0, has: found.has ?? [] };
    return found.me === undefined ? kept : { ...kept, me: found.me };
  } catch {
    return null; // something else wrote here: it is left as it is
  }
}

export const load = (id: string): Kept | null => readKept(get(keyOf(id)));

/** Tables of a sheet that were begun. */
export function draftsOf(id: string): Record<string, Draft> {
  const found: Record<string, Draft> = {};
  for (const key of keys(`${DRAFT}${id}:`)) {
    try {
      const draft = JSON.parse(get(key) ?? '') as Partial<Draft>;
      if (Array.isArray(draft.table) && Array.isArray(draft.after)) found[key.slice(DRAFT.length + id.length + 1)] = draft as Draft;
    } catch {
      drop(key);
    }
  }
  return found;
}

/** Keep a table that was begun; null forgets it. */
export function saveDraft(id: string, cell: string, draft: Draft | null): boolean {
  if (draft) return set(`${DRAFT}${id}:${cell}`, JSON.stringify(draft));
  drop(`${DRAFT}${id}:${cell}`);
  return true;
}

/** Keep a sheet; another tab of ours may have written meanwhile, and its edits stay. */
export function save(kept: Kept): { kept: Kept; safe: boolean } {
  const other = load(kept.sheet.sheet);
  const both = other ? { ...kept, sheet: merged(kept.sheet, other.sheet.edits), shared: kept.shared || other.shared } : kept;
  const { drafts: _, ...written } = both;
  const safe = set(keyOf(both.sheet.sheet), JSON.stringify(written));
  // Asked once by a browser that asks at all: what is here is not to be cleared to make room.
  if (!other) void navigator.storage?.persist?.().catch(() => undefined);
  return { kept: both, safe };
}

export function remove(id: string): void {
  for (const key of [keyOf(id), ...keys(`${DRAFT}${id}:`)]) drop(key);
}

/** All of them, the newest first. */
export function all(): Kept[] {
  const found = keys(PREFIX).map((key) => readKept(get(key)));
  return found.filter((kept) => kept !== null).sort((one, other) => other.sheet.started - one.sheet.started);
}

/** Who played last, for the next sheet. */
export function lastNames(): string[] {
  try {
    const found: unknown = JSON.parse(get(NAMES) ?? '[]');
    return Array.isArray(found) ? found.filter((name) => typeof name === 'string') : [];
  } catch {
    return [];
  }
}

export function keepNames(head: Head): void {
  set(NAMES, JSON.stringify([...head.players, ...lastNames().slice(head.players.length)]));
}

/** What tells this device from others, by chance: two phones of one person differ. */
function mark(): string {
  const known = get(DEVICE);
  if (known) return known;
  const made = randomHex(2);
  set(DEVICE, made);
  return made;
}

/** What this device signs its edits with. */
export const signature = (name: string): string => `${name.trim().slice(0, 30) || 'phone'} (${mark()})`;
/** Whether an edit was signed here, by whatever name. */
export const isMine = (by: string): boolean => by.endsWith(`(${mark()})`);
