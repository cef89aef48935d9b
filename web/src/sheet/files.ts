/** Sheets as files: JSON with everything, CSV for a spreadsheet, and a link that carries a result by itself. */
import { sha256Plain } from '../fair/sha256';
import { checkedSheet, checkedSheets, NoSheetError } from './checking';
import { cellOf, type Edit, hasDummy, nameOf, ROUNDS, seatsOf, type Sheet, valueOf } from './edits';
import { pointsOf } from './scorer';
import { standingOf } from './standing';

export const asJson = (sheets: readonly Sheet[]): string =>
  JSON.stringify(sheets.length === 1 ? sheets[0] : { format: 'kaiten-sheets/1', sheets }, null, 1);

/** 128 bits of SHA-256, in hex. */
function hashed(text: string): string {
  const hash = sha256Plain(new TextEncoder().encode(text));
  return Array.from(hash.slice(0, 16), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

const COLUMNS = ['sheet', 'started', 'game', 'options', 'seat', 'player', 'part', 'entry', 'points'] as const;

const quoted = (value: string | number): string => {
  // A spreadsheet would take a text that begins like this for a formula.
  const text = /^[=+\-@\t]/.test(`${value}`) && typeof value === 'string' ? `'${value}` : `${value}`;
  return /[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};

export function asCsv(sheets: readonly Sheet[]): string {
  const rows: (string | number)[][] = [[...COLUMNS]];
  for (const sheet of sheets) {
    const { rounds, end, totals, puddings } = standingOf(sheet);
    const options = Object.entries(sheet.options).filter(([, on]) => on).map(([name]) => name).join(' ');
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
  // A spreadsheet knows by the mark at the beginning that letters are not all plain.
  return '\uFEFF' + rows.map((row) => row.map(quoted).join(',')).join('\r\n') + '\r\n';
}

/** The cells of a CSV, as RFC 4180 has them; some spreadsheets write semicolons. */
export function cells(text: string): string[][] {
  const head = text.split('\n', 1)[0]!;
  const between = head.includes(';') && !head.includes(',') ? ';' : ',';
  const rows: string[][] = [[]];
  let cell = '';
  let inside = false;
  for (let at = 0; at < text.length; at++) {
    const letter = text[at]!;
    if (inside) {
      if (letter !== '"') cell += letter;
      else if (text[at + 1] === '"') cell += text[(at += 1)]!;
      else inside = false;
    } else if (letter === '"' && cell === '') inside = true;
    else if (letter === between) {
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

/** The id follows from the entry, and the time is the earliest: read again it is the same edit, and what a device wrote counts. */
function csvEdit(sheet: string, cell: string, value: string, at: number): Edit {
  return { id: `csv-${hashed([sheet, cell, value].join('\n'))}`, cell, value, after: [], at, by: 'CSV' };
}

export function fromCsv(text: string): Sheet[] {
  const [head = [], ...rows] = cells(text.replace(/^\uFEFF/, ''));
  if (COLUMNS.some((name) => !head.includes(name))) throw new NoSheetError('format', head.join(',').slice(0, 60));
  const at = (row: readonly string[], name: (typeof COLUMNS)[number]): string => (row[head.indexOf(name)] ?? '').replace(/^'(?=[=+\-@\t])/, '');
  const found = new Map<string, string[][]>();
  for (const row of rows) found.set(at(row, 'sheet'), [...(found.get(at(row, 'sheet')) ?? []), row]);
  if (!found.size) throw new NoSheetError('empty');
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
    return checkedSheet({ format: 'kaiten-sheet/1', sheet: id, game: at(first, 'game'), players, options, started, edits });
  });
}

/** A file of either kind. */
export function fromFile(text: string): Sheet[] {
  if (!/^\s*[{[]/.test(text)) return fromCsv(text);
  try {
    return checkedSheets(JSON.parse(text));
  } catch (error) {
    if (error instanceof NoSheetError) throw error;
    throw new NoSheetError('format', text.slice(0, 40));
  }
}

// A link that needs no server: all of the result is in it, after the #, packed.

async function through(bytes: Uint8Array<ArrayBuffer>, stream: CompressionStream | DecompressionStream): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer());
}

/** What the sheet says now, without its history. */
function plain(sheet: Sheet): unknown[] {
  const names = sheet.players.map((_, seat) => nameOf(sheet, seat, ''));
  const entries = Array.from({ length: seatsOf(sheet) }, (_, seat) =>
    [1, 2, 3, 'tokens' as const].map((part) => valueOf(sheet, cellOf(part, seat))),
  );
  const options = hasDummy(sheet) ? (sheet.options['dummy_pudding_penalty' as never] ? 2 : 1) : 0;
  // Whoever knows the id may write on a sheet that is shared: a link has another one, which follows from it.
  return [1, hashed(sheet.sheet), sheet.game === 'sushi-go' ? 0 : 1, options, sheet.started, names, entries];
}

export async function asLink(sheet: Sheet, origin: string): Promise<string> {
  const packed = await through(new TextEncoder().encode(JSON.stringify(plain(sheet))), new CompressionStream('deflate-raw'));
  const text = btoa(String.fromCharCode(...packed)).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
  return `${origin}/result#${text}`;
}

export async function fromLink(text: string): Promise<Sheet> {
  try {
    const bytes = Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0));
    const whole: unknown = JSON.parse(new TextDecoder().decode(await through(bytes, new DecompressionStream('deflate-raw'))));
    const [, id, game, options, started, players, entries] = whole as [number, string, number, number, number, string[], (string | null)[][]];
    const edits = entries.flatMap((row, seat) =>
      row.flatMap((value, index) => {
        const cell = cellOf(index === ROUNDS ? 'tokens' : index + 1, seat);
        return value === null ? [] : [{ id: `link-${hashed(`${id}\n${cell}\n${value}`)}`, cell, value, after: [], at: started, by: 'link' }];
      }),
    );
    const rules = game === 0 ? { dummy: options > 0, dummy_pudding_penalty: options === 2 } : {};
    return checkedSheet({ format: 'kaiten-sheet/1', sheet: id, game: game === 0 ? 'sushi-go' : 'sushi-roll', players, options: rules, started, edits });
  } catch (error) {
    if (error instanceof NoSheetError) throw error;
    throw new NoSheetError('format');
  }
}
