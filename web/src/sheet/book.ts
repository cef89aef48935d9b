/** The sheets of this device, each under a key of its own in the browser's storage. */
import { type Head, merged, type Sheet } from './edits';
import { checkedSheet } from './checking';

/** A table that is being entered, kept at every tap. */
export interface Draft {
  table: string[];
  /** What the cell said when it was begun: whatever came meanwhile is not overwritten by it. */
  after: string[];
}

export interface Kept {
  sheet: Sheet;
  /** By cell. */
  drafts: Record<string, Draft>;
  /** Whether other phones may have it, by the server. */
  shared: boolean;
  /** How many edits of the server's list have been seen, and which edits the server is known to have. */
  known: number;
  has: string[];
}

const PREFIX = 'kaiten-sheet:';
const NAMES = 'kaiten-sheet-names';
const DEVICE = 'kaiten-device';

export const keyOf = (id: string): string => PREFIX + id;
export const fresh = (sheet: Sheet, shared = false): Kept => ({ sheet, drafts: {}, shared, known: 0, has: [] });

function readKept(text: string | null): Kept | null {
  if (text === null) return null;
  try {
    const found = JSON.parse(text) as Partial<Kept>;
    const sheet = checkedSheet(found.sheet);
    return { sheet, drafts: found.drafts ?? {}, shared: found.shared === true, known: found.known ?? 0, has: found.has ?? [] };
  } catch {
    return null; // something else wrote here: it is left as it is
  }
}

export function load(id: string): Kept | null {
  try {
    return readKept(localStorage.getItem(keyOf(id)));
  } catch {
    return null;
  }
}

/** Keep a sheet; another tab of ours may have written meanwhile, and its edits stay. What is kept now; null where nothing can be. */
export function save(kept: Kept): Kept | null {
  const other = load(kept.sheet.sheet);
  const both = other ? { ...kept, sheet: merged(kept.sheet, other.sheet.edits), shared: kept.shared || other.shared } : kept;
  try {
    localStorage.setItem(keyOf(both.sheet.sheet), JSON.stringify(both));
    // Asked once by a browser that asks at all: what is here is not to be cleared to make room.
    if (!other) void navigator.storage?.persist?.().catch(() => undefined);
    return both;
  } catch {
    return null;
  }
}

export function remove(id: string): void {
  localStorage.removeItem(keyOf(id));
}

/** All of them, the newest first. */
export function all(): Kept[] {
  try {
    const keys = Array.from({ length: localStorage.length }, (_, index) => localStorage.key(index) ?? '');
    const found = keys.filter((key) => key.startsWith(PREFIX)).map((key) => readKept(localStorage.getItem(key)));
    return found.filter((kept) => kept !== null).sort((one, other) => other.sheet.started - one.sheet.started);
  } catch {
    return [];
  }
}

/** Who played last, for the next sheet. */
export function lastNames(): string[] {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(NAMES) ?? '[]');
    return Array.isArray(found) ? found.filter((name) => typeof name === 'string') : [];
  } catch {
    return [];
  }
}

export function keepNames(head: Head): void {
  try {
    const others = lastNames().slice(head.players.length);
    localStorage.setItem(NAMES, JSON.stringify([...head.players, ...others]));
  } catch {
    // not kept: they are typed again
  }
}

/** What this device signs its edits with: a few letters by chance, so that two phones of one person differ. */
export function device(name: string): string {
  let mark = '';
  try {
    mark = localStorage.getItem(DEVICE) ?? '';
    if (!mark) localStorage.setItem(DEVICE, (mark = Math.random().toString(36).slice(2, 6)));
  } catch {
    mark ||= 'here';
  }
  return `${name.slice(0, 30)} (${mark})`;
}
