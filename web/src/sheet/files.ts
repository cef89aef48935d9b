/** Import and export of sheets: JSON with the whole history, CSV for spreadsheets, and a link that contains the result. */
import { toHex } from '../app/hex';
import { sha256Plain } from '../fair/sha256';
import { InvalidSheetError, validateSheet, validateSheets } from './validate';
import { cellOf, type Edit, hasDummy, nameOf, ROUNDS, seatsOf, type Sheet, valueOf } from './edits';
import { pointsOf } from './scorer';
import { scoreSheet } from './totals';

export const toJson = (sheets: readonly Sheet[]): string =>
  JSON.stringify(sheets.length === 1 ? sheets[0] : { format: 'kaiten-sheets/1', sheets }, null, 1);

/** SHA-256 truncated to 128 bits, in hex. */
function shortHash(text: string): string {
  return toHex(sha256Plain(new TextEncoder().encode(text)).slice(0, 16));
}

const COLUMNS = ['sheet', 'started', 'game', 'options', 'seat', 'player', 'part', 'entry', 'points'] as const;

const csvCell = (value: string | number): string => {
  // A spreadsheet would evaluate a text that begins like this as a formula.
  const text = /^[=+\-@\t]/.test(`${value}`) && typeof value === 'string' ? `'${value}` : `${value}`;
  return /[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};

export function toCsv(sheets: readonly Sheet[]): string {
  const rows: (string | number)[][] = [[...COLUMNS]];
  for (const sheet of sheets) {
    const { rounds, end, totals, puddings } = scoreSheet(sheet);
    const options = Object.entries(sheet.options)
      .filter(([, on]) => on)
      .map(([name]) => name)
      .join(' ');
    for (let seat = 0; seat < seatsOf(sheet); seat++) {
      const head = [sheet.sheet, sheet.started, sheet.game, options, seat, nameOf(sheet, seat, 'dummy')];
      for (let round = 1; round <= ROUNDS; round++) {
        const entry = valueOf(sheet, cellOf(round, seat));
        if (entry !== null) rows.push([...head, round, entry, rounds[round - 1]!.points[seat]!]);
      }
      const tokens = valueOf(sheet, cellOf('tokens', seat));
      if (tokens !== null) rows.push([...head, 'tokens', tokens, end ? pointsOf(end.lines[seat]!.slice(1)) : '']);
      rows.push([...head, 'puddings', `${puddings[seat]!}`, end ? end.lines[seat]![0]!.points : '']);
      rows.push([...head, 'total', '', totals[seat]!]);
    }
  }
  // The byte order mark tells spreadsheets that the file is UTF-8.
  return '\uFEFF' + rows.map((row) => row.map(csvCell).join(',')).join('\r\n') + '\r\n';
}

/** Parse CSV (RFC 4180) into rows of cells; the separator may be a semicolon, as some spreadsheets write it. */
export function parseCsv(text: string): string[][] {
  const head = text.split('\n', 1)[0]!;
  const separator = head.includes(';') && !head.includes(',') ? ';' : ',';
  const rows: string[][] = [[]];
  let cell = '';
  let isQuoted = false;
  for (let at = 0; at < text.length; at++) {
    const letter = text[at]!;
    if (isQuoted) {
      if (letter !== '"') cell += letter;
      else if (text[at + 1] === '"') cell += text[(at += 1)]!;
      else isQuoted = false;
    } else if (letter === '"' && cell === '') isQuoted = true;
    else if (letter === separator) {
      rows.at(-1)!.push(cell);
      cell = '';
    } else if (letter === '\n') {
      rows.at(-1)!.push(cell.replace(/\r$/, ''));
      cell = '';
      rows.push([]);
    } else cell += letter;
  }
  if (cell || rows.at(-1)!.length) rows.at(-1)!.push(cell);
  return rows.filter((row) => row.some(Boolean));
}

/**
 * An edit for a CSV entry. Its id is a hash of the entry, so that the import is idempotent; its time is that of the start, so that
 * edits of devices win.
 */
function csvEdit(sheet: string, cell: string, value: string, at: number): Edit {
  return { id: `csv-${shortHash([sheet, cell, value].join('\n'))}`, cell, value, after: [], at, by: 'CSV' };
}

export function fromCsv(text: string): Sheet[] {
  const [head = [], ...rows] = parseCsv(text.replace(/^\uFEFF/, ''));
  if (COLUMNS.some((name) => !head.includes(name))) throw new InvalidSheetError('format', head.join(',').slice(0, 60));
  const at = (row: readonly string[], name: (typeof COLUMNS)[number]): string =>
    (row[head.indexOf(name)] ?? '').replace(/^'(?=[=+\-@\t])/, '');
  const found = new Map<string, string[][]>();
  for (const row of rows) found.set(at(row, 'sheet'), [...(found.get(at(row, 'sheet')) ?? []), row]);
  if (!found.size) throw new InvalidSheetError('empty');
  return [...found].map(([id, own]) => {
    const first = own[0]!;
    const on = at(first, 'options').split(' ');
    const dummy = on.includes('dummy');
    const seats = new Map(own.map((row) => [Number(at(row, 'seat')), at(row, 'player')]));
    const names = [...seats].sort(([one], [other]) => one - other).map(([, name]) => name);
    const options = at(first, 'game') === 'sushi-go' ? { dummy, dummy_pudding_penalty: on.includes('dummy_pudding_penalty') } : {};
    const started = Number(at(first, 'started')) || 0;
    const edits = own
      .filter((row) => /^(\d|tokens)$/.test(at(row, 'part')))
      .map((row) => csvEdit(id, `${at(row, 'part')}/${at(row, 'seat')}`, at(row, 'entry'), started));
    const players = dummy ? names.slice(0, 2) : names;
    return validateSheet({ format: 'kaiten-sheet/1', sheet: id, game: at(first, 'game'), players, options, started, edits });
  });
}

/** Parse a JSON or CSV file. */
export function fromFile(text: string): Sheet[] {
  if (!/^\s*[{[]/.test(text)) return fromCsv(text);
  try {
    return validateSheets(JSON.parse(text));
  } catch (error) {
    if (error instanceof InvalidSheetError) throw error;
    throw new InvalidSheetError('format', text.slice(0, 40));
  }
}

async function transform(
  bytes: Uint8Array<ArrayBuffer>,
  stream: CompressionStream | DecompressionStream,
): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer());
}

/** The current values of a sheet, without its history. */
function currentValues(sheet: Sheet): unknown[] {
  const names = sheet.players.map((_, seat) => nameOf(sheet, seat, ''));
  const entries = Array.from({ length: seatsOf(sheet) }, (_, seat) =>
    [1, 2, 3, 'tokens' as const].map((part) => valueOf(sheet, cellOf(part, seat))),
  );
  const options = hasDummy(sheet) ? (sheet.options['dummy_pudding_penalty' as never] ? 2 : 1) : 0;
  // The id of a shared sheet grants write access, so the link carries a hash of it.
  return [1, shortHash(sheet.sheet), sheet.game === 'sushi-go' ? 0 : 1, options, sheet.started, names, entries];
}

/** A link to the result page that needs no server: the sheet is in the fragment, deflated and base64url-encoded. */
export async function toLink(sheet: Sheet, origin: string): Promise<string> {
  const packed = await transform(
    new TextEncoder().encode(JSON.stringify(currentValues(sheet))),
    new CompressionStream('deflate-raw'),
  );
  const text = btoa(String.fromCharCode(...packed))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '');
  return `${origin}/result#${text}`;
}

export async function fromLink(text: string): Promise<Sheet> {
  try {
    const bytes = Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0));
    const values: unknown = JSON.parse(new TextDecoder().decode(await transform(bytes, new DecompressionStream('deflate-raw'))));
    const [, id, game, options, started, players, entries] = values as [
      number,
      string,
      number,
      number,
      number,
      string[],
      (string | null)[][],
    ];
    const edits = entries.flatMap((row, seat) =>
      row.flatMap((value, index) => {
        const cell = cellOf(index === ROUNDS ? 'tokens' : index + 1, seat);
        return value === null
          ? []
          : [{ id: `link-${shortHash(`${id}\n${cell}\n${value}`)}`, cell, value, after: [], at: started, by: 'link' }];
      }),
    );
    const rules = game === 0 ? { dummy: options > 0, dummy_pudding_penalty: options === 2 } : {};
    return validateSheet({
      format: 'kaiten-sheet/1',
      sheet: id,
      game: game === 0 ? 'sushi-go' : 'sushi-roll',
      players,
      options: rules,
      started,
      edits,
    });
  } catch (error) {
    if (error instanceof InvalidSheetError) throw error;
    throw new InvalidSheetError('format');
  }
}
