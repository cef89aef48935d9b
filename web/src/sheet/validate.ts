/** Validates sheets and edits that come from outside: a file, a link, the server, an older version of the page. */
import { ROUNDS, type Edit, type Sheet } from './edits';

/** The reason why a value is no valid sheet, as a code to translate, and the offending value. */
export class InvalidSheetError extends Error {
  constructor(
    readonly reason: 'format' | 'game' | 'players' | 'edits' | 'empty',
    readonly value = '',
  ) {
    super(`${reason}: ${value}`);
  }
}

const ID = /^[A-Za-z0-9_-]{8,64}$/;
const CELL = new RegExp(`^([1-${ROUNDS}]|tokens|name)/[0-5]$`);
const isText = (value: unknown, most: number): value is string => typeof value === 'string' && value.length <= most;

export function isEdit(value: unknown): value is Edit {
  if (typeof value !== 'object' || value === null) return false;
  const { id, cell, value: entry, after, at, by, undoes } = value as Partial<Edit>;
  return (
    isText(id, 64) &&
    ID.test(id) &&
    isText(cell, 16) &&
    CELL.test(cell) &&
    (entry === null || isText(entry, 200)) &&
    Array.isArray(after) &&
    after.every((each) => isText(each, 64)) &&
    Number.isSafeInteger(at) &&
    isText(by, 40) &&
    (undoes === undefined || isText(undoes, 64))
  );
}

/** The sheet, with known fields only; throws an InvalidSheetError. */
export function validateSheet(value: unknown): Sheet {
  if (typeof value !== 'object' || value === null) throw new InvalidSheetError('format');
  const sheet = value as Partial<Sheet>;
  if (sheet.format !== 'kaiten-sheet/1') throw new InvalidSheetError('format', String(sheet.format));
  if (!isText(sheet.sheet, 64) || !ID.test(sheet.sheet)) throw new InvalidSheetError('format', String(sheet.sheet));
  if (sheet.game !== 'sushi-go' && sheet.game !== 'sushi-roll') throw new InvalidSheetError('game', String(sheet.game));
  const { players, options, edits } = sheet;
  const areNamed = Array.isArray(players) && players.every((name) => isText(name, 40) && name.trim());
  const dummy = sheet.game === 'sushi-go' && options !== undefined && 'dummy' in options && options.dummy === true;
  if (
    !areNamed ||
    new Set(players).size < players.length ||
    players.length < 2 ||
    players.length > 5 ||
    (dummy && players.length !== 2)
  ) {
    throw new InvalidSheetError('players', JSON.stringify(players));
  }
  const invalid = Array.isArray(edits) ? edits.find((edit) => !isEdit(edit)) : null;
  if (invalid !== undefined) throw new InvalidSheetError('edits', JSON.stringify(invalid).slice(0, 80));
  const rules =
    sheet.game === 'sushi-go'
      ? { dummy, dummy_pudding_penalty: dummy && Boolean((options as { dummy_pudding_penalty?: boolean }).dummy_pudding_penalty) }
      : {};
  const started = Number.isSafeInteger(sheet.started) ? sheet.started! : 0;
  return { format: 'kaiten-sheet/1', sheet: sheet.sheet, game: sheet.game, players, options: rules, started, edits: edits! };
}

/** The sheets of a JSON value: one, or several in an envelope. */
export function validateSheets(value: unknown): Sheet[] {
  const several = value as { format?: unknown; sheets?: unknown };
  if (several?.format !== 'kaiten-sheets/1') return [validateSheet(value)];
  if (!Array.isArray(several.sheets) || !several.sheets.length) throw new InvalidSheetError('empty');
  return several.sheets.map(validateSheet);
}
