/**
 * A score sheet: a header and an append-only list of edits (docs/sheets.md).
 *
 * Each cell is a multi-value register (a CRDT): an edit names the edits that it replaces, sheets are merged by the union of their
 * edits, and concurrent edits of a cell stay side by side as a conflict until somebody resolves it. Merging is commutative and
 * idempotent, so devices may exchange edits in any order, and more than once.
 */
import { randomHex } from '../net/random';
import type { GameName } from '../table/games';
import type { GoOptions } from './scorer';

export interface Edit {
  id: string;
  cell: string;
  value: string | null;
  /** Ids of the edits of this cell that it replaces: all that its author saw. */
  after: string[];
  at: number;
  by: string;
  /** Id of the edit that it undoes. */
  undoes?: string;
}

export interface SheetHeader {
  format: 'kaiten-sheet/1';
  sheet: string;
  game: GameName;
  players: string[];
  options: GoOptions | Record<string, never>;
  started: number;
}

export interface Sheet extends SheetHeader {
  edits: Edit[];
}

export const ROUNDS = 3;

export function newSheet(game: GameName, players: string[], options: GoOptions): Sheet {
  return {
    format: 'kaiten-sheet/1',
    sheet: randomHex(16),
    game,
    players,
    options: game === 'sushi-go' ? options : {},
    started: Date.now(),
    edits: [],
  };
}

export const headerOf = ({ edits: _, ...header }: Sheet): SheetHeader => header;
export const hasDummy = (sheet: SheetHeader): boolean => sheet.game === 'sushi-go' && Boolean(sheet.options['dummy' as never]);
export const seatsOf = (sheet: SheetHeader): number => sheet.players.length + Number(hasDummy(sheet));
export const cellOf = (round: number | 'tokens' | 'name', seat: number): string => `${round}/${seat}`;

/** Sorts edits, latest first; ids break ties, so that all devices agree. */
const byLatest = (one: Edit, other: Edit): number => other.at - one.at || (other.id > one.id ? 1 : -1);

/** The current edits of a cell, which no other edit replaces, latest first. More than one: they are concurrent. */
export function headsOf(sheet: Sheet, cell: string): Edit[] {
  const own = sheet.edits.filter((edit) => edit.cell === cell);
  const replaced = new Set(own.flatMap((edit) => edit.after));
  return own.filter((edit) => !replaced.has(edit.id)).sort(byLatest);
}

/** The value of a cell: that of the latest current edit. */
export const valueOf = (sheet: Sheet, cell: string): string | null => headsOf(sheet, cell)[0]?.value ?? null;

/** The current edits of a cell if their values differ, else none. */
export function conflictOf(sheet: Sheet, cell: string): Edit[] {
  const heads = headsOf(sheet, cell);
  return new Set(heads.map((edit) => edit.value)).size > 1 ? heads : [];
}

export function conflicts(sheet: Sheet): { cell: string; edits: Edit[] }[] {
  const cells = [...new Set(sheet.edits.map((edit) => edit.cell))].sort();
  return cells.map((cell) => ({ cell, edits: conflictOf(sheet, cell) })).filter(({ edits }) => edits.length > 0);
}

interface EditOptions {
  undoes?: string;
  /** The edits that it replaces, if not the current ones. */
  after?: readonly string[];
}

/** The sheet with one more edit; the same sheet if the edit would change nothing. */
export function withEdit(sheet: Sheet, cell: string, value: string | null, by: string, { undoes, after }: EditOptions = {}): Sheet {
  const heads = headsOf(sheet, cell);
  if ((heads[0]?.value ?? null) === value && heads.length < 2 && undoes === undefined) return sheet;
  const replaced = after ? sheet.edits.filter((edit) => after.includes(edit.id)) : heads;
  // Later than what it replaces, whatever the clock of this device says.
  const at = Math.min(Number.MAX_SAFE_INTEGER, Math.max(Date.now(), ...replaced.map((edit) => edit.at + 1)));
  const edit: Edit = { id: randomHex(8), cell, value, after: replaced.map((each) => each.id), at, by };
  return { ...sheet, edits: [...sheet.edits, undoes === undefined ? edit : { ...edit, undoes }] };
}

/** The sheet with these edits added; edits that it has already are skipped. */
export function mergeEdits(sheet: Sheet, edits: readonly Edit[]): Sheet {
  const known = new Set(sheet.edits.map((edit) => edit.id));
  const more = edits.filter((edit) => !known.has(edit.id) && known.add(edit.id));
  return more.length ? { ...sheet, edits: [...sheet.edits, ...more] } : sheet;
}

/** The latest own edit that can be undone: neither an undo nor undone, and with no later edit of its cell by another author. */
export function findUndoable(sheet: Sheet, mine: (by: string) => boolean): Edit | null {
  const undone = new Set(sheet.edits.map((edit) => edit.undoes));
  const own = sheet.edits.filter((edit) => mine(edit.by) && edit.undoes === undefined && !undone.has(edit.id));
  const undoable = own.filter(
    (edit) => !sheet.edits.some((each) => each.cell === edit.cell && !mine(each.by) && byLatest(each, edit) < 0),
  );
  return undoable.sort(byLatest)[0] ?? null;
}

/** The value of the cell before an edit. */
export function valueBefore(sheet: Sheet, edit: Edit): string | null {
  return sheet.edits.filter((each) => edit.after.includes(each.id)).sort(byLatest)[0]?.value ?? null;
}

/** The sheet with an edit that restores what the cell was before this one. */
export function undoEdit(sheet: Sheet, edit: Edit, by: string): Sheet {
  return withEdit(sheet, edit.cell, valueBefore(sheet, edit), by, { undoes: edit.id });
}

/** The name of a seat; `dummy` is the name of the dummy. */
export const nameOf = (sheet: Sheet, seat: number, dummy: string): string =>
  seat < sheet.players.length ? (valueOf(sheet, cellOf('name', seat)) ?? sheet.players[seat]!) : dummy;
