/** A score sheet: a head and a list of edits (docs/sheets.md). What it shows follows from the two alone, and nothing is overwritten. */
import { randomHex } from '../net/random';
import type { GameName } from '../table/games';
import type { CardOptions } from './scorer';

export interface Edit {
  id: string;
  cell: string;
  value: string | null;
  /** The edits of this cell that it takes the place of: all that its author saw. */
  after: string[];
  at: number;
  by: string;
  /** The edit that it takes back. */
  undoes?: string;
}

export interface Head {
  format: 'kaiten-sheet/1';
  sheet: string;
  game: GameName;
  players: string[];
  options: CardOptions | Record<string, never>;
  started: number;
}

export interface Sheet extends Head {
  edits: Edit[];
}

export const ROUNDS = 3;

export function newSheet(game: GameName, players: string[], options: CardOptions): Sheet {
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

export const headOf = ({ edits: _, ...head }: Sheet): Head => head;
export const hasDummy = (sheet: Head): boolean => sheet.game === 'sushi-go' && Boolean(sheet.options['dummy' as never]);
export const seatsOf = (sheet: Head): number => sheet.players.length + Number(hasDummy(sheet));
export const cellOf = (round: number | 'tokens' | 'name', seat: number): string => `${round}/${seat}`;

/** Later comes first. */
const later = (one: Edit, other: Edit): number => other.at - one.at || (other.id > one.id ? 1 : -1);

/** All edits of a cell, the oldest first. */
export function historyOf(sheet: Sheet, cell: string): Edit[] {
  return sheet.edits.filter((edit) => edit.cell === cell).sort(later).reverse();
}

/** The edits of a cell that no other comes after: one, mostly. The one that counts is the first. */
export function headsOf(sheet: Sheet, cell: string): Edit[] {
  const own = sheet.edits.filter((edit) => edit.cell === cell);
  const replaced = new Set(own.flatMap((edit) => edit.after));
  return own.filter((edit) => !replaced.has(edit.id)).sort(later);
}

export const valueOf = (sheet: Sheet, cell: string): string | null => headsOf(sheet, cell)[0]?.value ?? null;

/** Heads that say different things: two people wrote at the same time. */
export function conflictOf(sheet: Sheet, cell: string): Edit[] {
  const heads = headsOf(sheet, cell);
  return new Set(heads.map((edit) => edit.value)).size > 1 ? heads : [];
}

export function conflicts(sheet: Sheet): { cell: string; edits: Edit[] }[] {
  const cells = [...new Set(sheet.edits.map((edit) => edit.cell))].sort();
  return cells.map((cell) => ({ cell, edits: conflictOf(sheet, cell) })).filter(({ edits }) => edits.length > 0);
}

interface About {
  undoes?: string;
  /** What its author saw when they began, where that is not what the sheet says now. */
  after?: readonly string[];
}

/** The sheet with one more edit; the same sheet where it would change nothing. */
export function edited(sheet: Sheet, cell: string, value: string | null, by: string, { undoes, after }: About = {}): Sheet {
  const heads = headsOf(sheet, cell);
  if ((heads[0]?.value ?? null) === value && heads.length < 2 && undoes === undefined) return sheet;
  const seen = after ? sheet.edits.filter((edit) => after.includes(edit.id)) : heads;
  // The clock of a phone may have been put back: what comes after is later all the same.
  const at = Math.min(Number.MAX_SAFE_INTEGER, Math.max(Date.now(), ...seen.map((edit) => edit.at + 1)));
  const edit: Edit = { id: randomHex(8), cell, value, after: seen.map((each) => each.id), at, by };
  return { ...sheet, edits: [...sheet.edits, undoes === undefined ? edit : { ...edit, undoes }] };
}

/** The edits of both. */
export function merged(sheet: Sheet, edits: readonly Edit[]): Sheet {
  const known = new Set(sheet.edits.map((edit) => edit.id));
  const more = edits.filter((edit) => !known.has(edit.id) && known.add(edit.id));
  return more.length ? { ...sheet, edits: [...sheet.edits, ...more] } : sheet;
}

/**
 * The latest edit of one's own that neither takes another back nor has been taken back, and after which nobody else has written in
 * its cell.
 */
export function undoable(sheet: Sheet, mine: (by: string) => boolean): Edit | null {
  const gone = new Set(sheet.edits.map((edit) => edit.undoes));
  const own = sheet.edits.filter((edit) => mine(edit.by) && edit.undoes === undefined && !gone.has(edit.id));
  const alone = own.filter((edit) => !sheet.edits.some((each) => each.cell === edit.cell && !mine(each.by) && later(each, edit) < 0));
  return alone.sort(later)[0] ?? null;
}

/** What the cell said before that edit. */
export function before(sheet: Sheet, edit: Edit): string | null {
  return sheet.edits.filter((each) => edit.after.includes(each.id)).sort(later)[0]?.value ?? null;
}

export function undone(sheet: Sheet, edit: Edit, by: string): Sheet {
  return edited(sheet, edit.cell, before(sheet, edit), by, { undoes: edit.id });
}

export const nameOf = (sheet: Sheet, seat: number, dummy: string): string =>
  seat < sheet.players.length ? (valueOf(sheet, cellOf('name', seat)) ?? sheet.players[seat]!) : dummy;
