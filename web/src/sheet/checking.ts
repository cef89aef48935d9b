/** What comes from elsewhere (a file, a link, a server, an older page) is looked at before it is believed. */
import { ROUNDS, type Edit, type Sheet } from './edits';

/** Why it is no sheet, as a word that can be translated and the value in question. */
export class NoSheetError extends Error {
  constructor(
    readonly why: 'format' | 'game' | 'players' | 'edits' | 'empty',
    readonly value = '',
  ) {
    super(`${why}: ${value}`);
  }
}

const ID = /^[A-Za-z0-9_-]{8,64}$/;
const CELL = new RegExp(`^([1-${ROUNDS}]|tokens|name)/[0-5]$`);
const isText = (value: unknown, most: number): value is string => typeof value === 'string' && value.length <= most;

export function isEdit(value: unknown): value is Edit {
  if (typeof value !== 'object' || value === null) return false;
  const { id, cell, value: says, after, at, by, undoes } = value as Partial<Edit>;
  return (
    isText(id, 64) && ID.test(id) &&
    isText(cell, 16) && CELL.test(cell) &&
    (says === null || isText(says, 200)) &&
    Array.isArray(after) && after.every((each) => isText(each, 64)) &&
    Number.isSafeInteger(at) &&
    isText(by, 40) &&
    (undoes === undefined || isText(undoes, 64))
  );
}

export function checkedSheet(value: unknown): Sheet {
  if (typeof value !== 'object' || value === null) throw new NoSheetError('format');
  const sheet = value as Partial<Sheet>;
  if (sheet.format !== 'kaiten-sheet/1') throw new NoSheetError('format', String(sheet.format));
  if (!isText(sheet.sheet, 64) || !ID.test(sheet.sheet)) throw new NoSheetError('format', String(sheet.sheet));
  if (sheet.game !== 'sushi-go' && sheet.game !== 'sushi-roll') throw new NoSheetError('game', String(sheet.game));
  const { players, options, edits } = sheet;
  const named = Array.isArray(players) && players.every((name) => isText(name, 40) && name.trim());
  const dummy = sheet.game === 'sushi-go' && options !== undefined && 'dummy' in options && options.dummy === true;
  if (!named || new Set(players).size < players.length || players.length < 2 || players.length > 5 || (dummy && players.length !== 2)) {
    throw new NoSheetError('players', JSON.stringify(players));
  }
  const wrong = Array.isArray(edits) ? edits.find((edit) => !isEdit(edit)) : null;
  if (wrong !== undefined) throw new NoSheetError('edits', JSON.stringify(wrong).slice(0, 80));
  const rules = sheet.game === 'sushi-go' ? { dummy, dummy_pudding_penalty: dummy && Boolean((options as { dummy_pudding_penalty?: boolean }).dummy_pudding_penalty) } : {};
  const started = Number.isSafeInteger(sheet.started) ? sheet.started! : 0;
  return { format: 'kaiten-sheet/1', sheet: sheet.sheet, game: sheet.game, players, options: rules, started, edits: edits! };
}

/** One sheet, or a file of several. */
export function checkedSheets(value: unknown): Sheet[] {
  const several = value as { format?: unknown; sheets?: unknown };
  if (several?.format !== 'kaiten-sheets/1') return [checkedSheet(value)];
  if (!Array.isArray(several.sheets) || !several.sheets.length) throw new NoSheetError('empty');
  return several.sheets.map(checkedSheet);
}
