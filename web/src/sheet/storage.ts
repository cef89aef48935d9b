/** The score sheets of this device in localStorage: each sheet and each draft under a key of its own. */
import { keysWithPrefix, readText, removeText, writeJson, writeText } from '../app/storage';
import { randomHex } from '../net/random';
import { mergeEdits, type Sheet, type SheetHeader } from './edits';
import { isEdit, validateSheet } from './validate';

/** A table that is being entered, saved at every tap. */
interface Draft {
  table: string[];
  /** Ids of the edits that the cell had when the draft was begun: it replaces these and no later ones. */
  after: string[];
}

/** A sheet with what this device knows about it. */
export interface StoredSheet {
  sheet: Sheet;
  /** Drafts by cell. Each is stored by itself, so that two tabs can enter two tables. */
  drafts: Record<string, Draft>;
  /** The seat that this device enters for; null for all of them, undefined until it is chosen. */
  me?: number | null;
  /** Whether the sheet is synchronised with other devices. */
  shared: boolean;
  /** How many edits of the server's list this device has received. */
  known: number;
  /** Ids of the edits that the server has. */
  has: string[];
}

const SHEET_PREFIX = 'kaiten-sheet:';
const DRAFT_PREFIX = 'kaiten-draft:';
const NAMES_KEY = 'kaiten-sheet-names';
const DEVICE_KEY = 'kaiten-device';

export const keyOf = (id: string): string => SHEET_PREFIX + id;
const draftPrefixOf = (id: string): string => `${DRAFT_PREFIX}${id}:`;
export const isDraftKey = (key: string | null, id: string): boolean => key?.startsWith(draftPrefixOf(id)) ?? false;

/** A sheet that is new on this device. */
export const newStoredSheet = (sheet: Sheet, shared = false): StoredSheet => ({
  sheet,
  drafts: {},
  shared,
  known: 0,
  has: [],
  ...(shared ? {} : { me: null }),
});

function parseStored(text: string | null): StoredSheet | null {
  if (text === null) return null;
  try {
    const found = JSON.parse(text) as Partial<StoredSheet>;
    // An invalid edit is dropped, so that the others are not lost with it.
    const sheet = validateSheet({ ...found.sheet, edits: found.sheet?.edits?.filter(isEdit) });
    const stored = {
      sheet,
      drafts: loadDrafts(sheet.sheet),
      shared: found.shared === true,
      known: found.known ?? 0,
      has: found.has ?? [],
    };
    return found.me === undefined ? stored : { ...stored, me: found.me };
  } catch {
    return null; // Not a sheet: it stays as it is.
  }
}

export const load = (id: string): StoredSheet | null => parseStored(readText(keyOf(id)));

/** The drafts of a sheet, by cell. */
export function loadDrafts(id: string): Record<string, Draft> {
  const prefix = draftPrefixOf(id);
  const found: Record<string, Draft> = {};
  for (const key of keysWithPrefix(prefix)) {
    try {
      const draft = JSON.parse(readText(key) ?? '') as Partial<Draft>;
      if (Array.isArray(draft.table) && Array.isArray(draft.after)) found[key.slice(prefix.length)] = draft as Draft;
    } catch {
      removeText(key);
    }
  }
  return found;
}

/** Save a draft; null removes it. Whether it was stored for good. */
export function saveDraft(id: string, cell: string, draft: Draft | null): boolean {
  if (draft) return writeJson(draftPrefixOf(id) + cell, draft);
  removeText(draftPrefixOf(id) + cell);
  return true;
}

/** Save a sheet, merged with the edits that another tab may have saved; `safe` tells whether it was stored for good. */
export function save(stored: StoredSheet): { stored: StoredSheet; safe: boolean } {
  const other = load(stored.sheet.sheet);
  const both = other
    ? { ...stored, sheet: mergeEdits(stored.sheet, other.sheet.edits), shared: stored.shared || other.shared }
    : stored;
  const { drafts: _, ...written } = both;
  const safe = writeJson(keyOf(both.sheet.sheet), written);
  // With the first sheet, ask the browser not to evict the storage.
  if (!other) void navigator.storage?.persist?.().catch(() => undefined);
  return { stored: both, safe };
}

/** Save a sheet that came from a file or a link: its edits are merged into the one that is stored, if any. */
export function saveImported(sheet: Sheet): boolean {
  const own = load(sheet.sheet);
  return save(own ? { ...own, sheet: mergeEdits(own.sheet, sheet.edits) } : newStoredSheet(sheet)).safe;
}

export function remove(id: string): void {
  for (const key of [keyOf(id), ...keysWithPrefix(draftPrefixOf(id))]) removeText(key);
}

/** All sheets, newest first. */
export function loadAll(): StoredSheet[] {
  const found = keysWithPrefix(SHEET_PREFIX).map((key) => parseStored(readText(key)));
  return found.filter((stored) => stored !== null).sort((one, other) => other.sheet.started - one.sheet.started);
}

/** The names of the last players, as defaults for a new sheet. */
export function loadNames(): string[] {
  try {
    const found: unknown = JSON.parse(readText(NAMES_KEY) ?? '[]');
    return Array.isArray(found) ? found.filter((name) => typeof name === 'string') : [];
  } catch {
    return [];
  }
}

export function saveNames({ players }: SheetHeader): void {
  writeJson(NAMES_KEY, [...players, ...loadNames().slice(players.length)]);
}

/** A random id of this device: two phones of one person differ. */
function deviceId(): string {
  const known = readText(DEVICE_KEY);
  if (known) return known;
  const created = randomHex(2);
  writeText(DEVICE_KEY, created);
  return created;
}

/** The author of edits made on this device. */
export const authorOf = (name: string): string => `${name.trim().slice(0, 30) || 'phone'} (${deviceId()})`;
/** Whether an author is this device, under whatever name. */
export const isMine = (author: string): boolean => author.endsWith(`(${deviceId()})`);
