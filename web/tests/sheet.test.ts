/** Score sheets: edits, merging, conflicts, undo, scores, impossible entries, files, links, storage. */
import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import {
  authorOf,
  isMine,
  load,
  loadAll,
  loadDrafts,
  loadNames,
  newStoredSheet,
  save,
  saveDraft,
  saveNames,
} from '../src/sheet/storage';
import { InvalidSheetError, validateSheet, validateSheets } from '../src/sheet/validate';
import golden from '../../tests/golden/sheets.json';
import {
  cellOf,
  conflictOf,
  conflicts,
  type Edit,
  findUndoable,
  headsOf,
  mergeEdits,
  newSheet,
  type Sheet,
  undoEdit,
  valueBefore,
  valueOf,
  withEdit,
} from '../src/sheet/edits';
import { fromCsv, fromFile, fromLink, parseCsv, toCsv, toJson, toLink } from '../src/sheet/files';
import { formatTokens, parseTable, parseTokens } from '../src/sheet/notation';
import { scoreSheet } from '../src/sheet/totals';
import { statistics } from '../src/sheet/statistics';

const plain = { dummy: false, dummy_pudding_penalty: false };
const three = (): Sheet => newSheet('sushi-go', ['Ana', 'Ben', 'Cleo'], plain);
const filled = (sheet: Sheet, tables: Record<string, string>): Sheet =>
  Object.entries(tables).reduce((now, [cell, value]) => withEdit(now, cell, value, 'phone'), sheet);
const whole = (): Sheet =>
  filled(three(), {
    '1/0': 'T T S S S M3 P N1 D',
    '1/1': 'W N3 M2 M2 D D D P C',
    '1/2': 'T S D M1 N2 N2 P W C',
    '2/0': 'T T S S S M3 N1 D N2',
    '2/1': 'W N3 M2 M2 D D D N1 N1',
    '2/2': 'T S D M1 N2 N2 M1 W M2',
    '3/0': 'T T S S S M3 N2 D N1',
    '3/1': 'W N3 M2 M2 D D T P P',
    '3/2': 'T S D M1 N2 M1 M3 M3 M2',
  });

beforeEach(() => localStorage.clear());

describe('edits', () => {
  it('replace the current value, and stay in the history', () => {
    let sheet = withEdit(three(), '1/0', 'T', 'a');
    sheet = withEdit(sheet, '1/0', 'T T', 'a');
    expect(valueOf(sheet, '1/0')).toBe('T T');
    expect(sheet.edits.map((edit) => edit.value)).toEqual(['T', 'T T']);
    expect(withEdit(sheet, '1/0', 'T T', 'a')).toBe(sheet);
  });

  it('made concurrently on two devices conflict until one is chosen', () => {
    const sheet = withEdit(three(), '1/0', 'T', 'a');
    const one = withEdit(sheet, '1/0', 'T T', 'a');
    const other = withEdit(sheet, '1/0', 'S S', 'b');
    for (const both of [mergeEdits(one, other.edits), mergeEdits(other, one.edits)]) {
      expect(conflicts(both)).toHaveLength(1);
      expect(
        conflicts(both)[0]!
          .edits.map((edit) => edit.value)
          .sort(),
      ).toEqual(['S S', 'T T']);
      const decided = withEdit(both, '1/0', 'T T', 'a');
      expect(conflicts(decided)).toEqual([]);
      expect(valueOf(decided, '1/0')).toBe('T T');
      expect(decided.edits).toHaveLength(4);
    }
    expect(valueOf(mergeEdits(one, other.edits), '1/0')).toBe(valueOf(mergeEdits(other, one.edits), '1/0'));
  });

  it('of equal value are no conflict', () => {
    const sheet = three();
    const both = mergeEdits(withEdit(sheet, '1/0', 'T', 'a'), withEdit(sheet, '1/0', 'T', 'b').edits);
    expect(headsOf(both, '1/0')).toHaveLength(2);
    expect(conflicts(both)).toEqual([]);
  });

  it('are merged commutatively and idempotently', () => {
    const sheet = three();
    const a = withEdit(withEdit(sheet, '1/0', 'T', 'a'), '1/0', 'T T', 'a');
    const b = withEdit(sheet, '1/1', 'S', 'b');
    const one = mergeEdits(mergeEdits(sheet, a.edits), b.edits);
    const other = mergeEdits(mergeEdits(mergeEdits(sheet, b.edits), a.edits), a.edits);
    expect(new Set(one.edits.map((edit) => edit.id))).toEqual(new Set(other.edits.map((edit) => edit.id)));
    for (const cell of ['1/0', '1/1']) expect(valueOf(one, cell)).toBe(valueOf(other, cell));
  });

  it('can be undone one after the other, each device its own', () => {
    let sheet = withEdit(withEdit(withEdit(three(), '1/0', 'T', 'a'), '1/0', 'T T', 'a'), '1/1', 'S', 'b');
    const mine = (by: string): boolean => by === 'a';
    expect(findUndoable(sheet, mine)!.value).toBe('T T');
    expect(valueBefore(sheet, findUndoable(sheet, mine)!)).toBe('T');
    sheet = undoEdit(sheet, findUndoable(sheet, mine)!, 'a');
    expect([valueOf(sheet, '1/0'), valueOf(sheet, '1/1')]).toEqual(['T', 'S']);
    sheet = undoEdit(sheet, findUndoable(sheet, mine)!, 'a');
    expect(valueOf(sheet, '1/0')).toBeNull();
    expect(findUndoable(sheet, mine)).toBeNull();
    // An edit that another author has replaced cannot be undone.
    sheet = withEdit(withEdit(sheet, '2/0', 'T', 'a'), '2/0', 'S', 'b');
    expect(findUndoable(sheet, mine)).toBeNull();
  });

  it('are later than what they replace, whatever the clock says', () => {
    const ahead: Edit = { id: 'from-a-fast-clock', cell: '1/0', value: 'T', after: [], at: Date.now() + 3_600_000, by: 'b' };
    const sheet = withEdit(mergeEdits(three(), [ahead]), '1/0', 'S', 'a');
    expect(sheet.edits.at(-1)!.at).toBeGreaterThan(ahead.at);
  });
});

describe('the score of a sheet', () => {
  it('is computed round by round, and complete at the end', () => {
    const going = filled(three(), { '1/0': 'T T', '1/1': 'M1' });
    expect(scoreSheet(going).totals).toEqual([5, 6, 0]);
    expect(scoreSheet(going).end).toBeNull();
    const { end, puddings, problems } = scoreSheet(whole());
    expect(puddings).toEqual([1, 3, 1]);
    expect(problems).toEqual([]);
    expect(end!.winners).toEqual([1]);
  });

  it('of Sushi Roll needs the tokens; puddings are those of the dice unless they are entered', () => {
    let sheet = newSheet('sushi-roll', ['Ana', 'Ben'], plain);
    for (const round of [1, 2, 3]) sheet = filled(sheet, { [cellOf(round, 0)]: 'P3 T', [cellOf(round, 1)]: 'D' });
    expect(scoreSheet(sheet).end).toBeNull();
    sheet = filled(sheet, { 'tokens/0': 'U2 C1', 'tokens/1': 'P2 U0 C0' });
    expect(scoreSheet(sheet).puddings).toEqual([9, 2]);
    expect(scoreSheet(sheet).totals).toEqual([3 + 6 + 1, 6]);
  });

  it('reports impossible entries with seats and item', () => {
    const many = filled(three(), { '1/0': 'T T T T T T T T T T', '1/1': 'T T T T T', '1/2': 'C C C C C' });
    const found = scoreSheet(many).problems.map(({ code, seats, item, count, most }) => [code, seats, item, count, most]);
    expect(found).toContainEqual(['too-many', [0], null, 10, 9]);
    expect(found).toContainEqual(['too-few', [1], null, 5, 9]);
    expect(found).toContainEqual(['deck', [0, 1], 'T', 15, 14]);
    expect(found).toContainEqual(['deck', [2], 'C', 5, 4]);
  });

  it('counts the deck over all rounds, since nothing is reshuffled', () => {
    const sheet = filled(three(), { '1/0': 'P P P P', '2/1': 'P P P P', '3/2': 'P P P' });
    expect(scoreSheet(sheet).problems).toContainEqual({
      code: 'deck',
      round: null,
      seats: [0, 1, 2],
      item: 'P',
      count: 11,
      most: 10,
    });
  });

  it('counts the dice of a round and the supply of tokens', () => {
    const sheet = filled(newSheet('sushi-roll', ['Ana', 'Ben'], plain), {
      '1/0': 'P1 P2 P3',
      '1/1': 'P1 P1',
      'tokens/0': 'U19 C0',
    });
    const found = scoreSheet(sheet).problems.map(({ code, item, count, most }) => [code, item, count, most]);
    expect(found).toEqual([
      ['bag', 'pudding', 5, 4],
      ['supply', 'menu', 19, 18],
    ]);
  });
});

describe('files and links', () => {
  it('JSON round-trips the whole sheet', () => {
    const sheet = whole();
    expect(fromFile(toJson([sheet]))).toEqual([sheet]);
    expect(fromFile(toJson([sheet, three()]))[0]).toEqual(sheet);
  });

  it('CSV round-trips the values, with commas and formulas in names escaped', () => {
    const sheet = filled(newSheet('sushi-roll', ['=1+1', 'Ben, "the cook"'], plain), {
      '1/0': 'P3 T',
      '1/1': 'D',
      'tokens/0': 'U2 C1',
    });
    const [back] = fromCsv(toCsv([sheet]));
    expect(back!.players).toEqual(sheet.players);
    expect(scoreSheet(back!)).toEqual(scoreSheet(sheet));
    expect(toCsv([sheet])).toContain("'=1+1");
    expect(parseCsv('a,"b\n""c"""\r\nd,e')).toEqual([
      ['a', 'b\n"c"'],
      ['d', 'e'],
    ]);
  });

  it('CSV round-trips through the Python implementation with the same edits', () => {
    const sheets = [
      whole(),
      filled(newSheet('sushi-roll', ['=1+1', 'Ben, "the cook"'], plain), { '1/0': 'P3 T', 'tokens/0': 'U2 C1' }),
    ];
    const program = 'import sys; from kaiten.sheet import from_csv, to_csv; sys.stdout.write(to_csv(from_csv(sys.stdin.read())))';
    const root = resolve(import.meta.dirname, '../..');
    const back = spawnSync(resolve(root, '.venv/bin/python'), ['-c', program], {
      input: toCsv(sheets),
      encoding: 'utf-8',
      cwd: root,
    });
    expect(back.stderr).toBe('');
    const sorted = (text: string): Sheet[] =>
      fromCsv(text).map((sheet) => ({ ...sheet, edits: sheet.edits.toSorted((one, other) => (one.id > other.id ? 1 : -1)) }));
    expect(sorted(back.stdout)).toEqual(sorted(toCsv(sheets)));
  });

  it('CSV round-trips the dummy', () => {
    const sheet = filled(newSheet('sushi-go', ['Ana', 'Ben'], { dummy: true, dummy_pudding_penalty: true }), { '1/2': 'T T' });
    const [back] = fromCsv(toCsv([sheet]));
    expect(back!.options).toEqual(sheet.options);
    expect(scoreSheet(back!).totals).toEqual([0, 0, 5]);
  });

  it('a link contains the result', async () => {
    const sheet = whole();
    const link = await toLink(sheet, 'https://example.org');
    expect(link.length).toBeLessThan(700);
    const back = await fromLink(new URL(link).hash.slice(1));
    expect(scoreSheet(back).totals).toEqual(scoreSheet(sheet).totals);
    expect(back.players).toEqual(sheet.players);
    await expect(fromLink('cut-off')).rejects.toBeInstanceOf(InvalidSheetError);
  });

  it('an invalid sheet is rejected with a reason', () => {
    const reasonOf = (value: unknown): string => {
      try {
        validateSheets(value);
        return '';
      } catch (error) {
        return (error as InvalidSheetError).reason;
      }
    };
    expect(reasonOf({})).toBe('format');
    expect(reasonOf({ ...three(), game: 'chess' })).toBe('game');
    expect(reasonOf({ ...three(), players: ['Ana'] })).toBe('players');
    expect(reasonOf({ ...three(), edits: [{ id: 'x' }] })).toBe('edits');
    expect(reasonOf({ format: 'kaiten-sheets/1', sheets: [] })).toBe('empty');
    expect(() => fromFile('eggs')).toThrow(InvalidSheetError);
    expect(() => fromFile('{')).toThrow(InvalidSheetError);
    expect(validateSheet(three()).players).toHaveLength(3);
  });

  it('notation is parsed leniently', () => {
    expect(parseTable('sushi-go', 'w n3, t+T p')).toEqual({ table: ['W', 'N3', 'T', 'T', 'P'], invalid: [] });
    expect(parseTable('sushi-go', 'T X U2').invalid).toEqual(['X', 'U2']);
    expect(parseTokens('P4 U2 C1')).toEqual({ puddings: 4, menus: 2, chopsticks: 1 });
    expect(formatTokens(parseTokens('u2 c1')!)).toBe('U2 C1');
    expect(parseTokens('two')).toBeNull();
  });
});

describe('the storage of this device', () => {
  it('lists sheets newest first, and merges the edits of another tab', () => {
    const old = { ...three(), started: 1 };
    save(newStoredSheet(old));
    const sheet = three();
    save(newStoredSheet(withEdit(sheet, '1/0', 'T', 'a')));
    save(newStoredSheet(withEdit(sheet, '1/1', 'S', 'b')));
    expect(load(sheet.sheet)!.sheet.edits).toHaveLength(2);
    expect(loadAll().map((stored) => stored.sheet.sheet)).toEqual([sheet.sheet, old.sheet]);
    expect(load('nothing')).toBeNull();
  });

  it('ignores a value that is no sheet, and leaves it as it is', () => {
    localStorage.setItem('kaiten-sheet:broken', '{"sheet": 1}');
    expect(loadAll()).toEqual([]);
    expect(localStorage.getItem('kaiten-sheet:broken')).toBe('{"sheet": 1}');
  });

  it('drops an invalid edit and keeps the others', () => {
    const sheet = withEdit(withEdit(three(), '1/0', 'T', 'a'), '1/1', 'S', 'a');
    sheet.edits[0]!.value = 'T '.repeat(200);
    save(newStoredSheet(sheet));
    expect(load(sheet.sheet)!.sheet.edits.map((edit) => edit.cell)).toEqual(['1/1']);
  });

  it('stores each draft by itself, for two tabs', () => {
    const { sheet } = three();
    saveDraft(sheet, '1/0', { table: ['T'], after: [] });
    saveDraft(sheet, '1/1', { table: ['S'], after: [] });
    expect(Object.keys(loadDrafts(sheet))).toEqual(['1/0', '1/1']);
    saveDraft(sheet, '1/0', null);
    expect(Object.keys(loadDrafts(sheet))).toEqual(['1/1']);
  });

  it('falls back to memory when the storage is full, and reports it', () => {
    const refuse = (): never => {
      throw new DOMException('full', 'QuotaExceededError');
    };
    vi.stubGlobal('localStorage', {
      length: 0,
      key: () => null,
      getItem: () => null,
      setItem: refuse,
      removeItem: () => undefined,
    });
    const sheet = three();
    expect(save(newStoredSheet(sheet)).safe).toBe(false);
    expect(load(sheet.sheet)!.sheet.players).toEqual(sheet.players);
    vi.unstubAllGlobals();
  });

  it('recognises the author of this device under any name', () => {
    expect(isMine(authorOf('Ana'))).toBe(true);
    expect(isMine(authorOf(''))).toBe(true);
    expect(isMine('Ana (zz)')).toBe(false);
  });

  it('remembers the names of players', () => {
    saveNames(three());
    saveNames(newSheet('sushi-go', ['Dora', 'Emil'], plain));
    expect(loadNames()).toEqual(['Dora', 'Emil', 'Cleo']);
  });
});

it('statistics: games, wins, the best round and the favourite dish', () => {
  const [first] = statistics([whole(), whole(), three()], 'sushi-go');
  expect(first).toMatchObject({ name: 'Ben', games: 2, wins: 2, favourite: 'dumpling' });
  expect(first!.bestRound).toBe(Math.max(...scoreSheet(whole()).rounds.map((round) => round.points[1]!)));
  expect(statistics([whole()], 'sushi-roll')).toEqual([]);
});

describe('golden sheets, shared with the Python implementation', () => {
  interface Golden {
    name: string;
    sheet: Sheet;
    cells: Record<string, { value: string | null; conflict: string[] }>;
    problems: object[];
  }
  it.each(golden as unknown as Golden[])('$name', ({ sheet, cells, problems }) => {
    const read = validateSheet(sheet);
    for (const [cell, { value, conflict }] of Object.entries(cells)) {
      expect(valueOf(read, cell)).toBe(value);
      expect(
        conflictOf(read, cell)
          .map((edit) => edit.id)
          .sort(),
      ).toEqual([...conflict].sort());
    }
    expect(
      scoreSheet(read)
        .problems.map((each) => JSON.stringify(each))
        .sort(),
    ).toEqual(problems.map((each) => JSON.stringify(each)).sort());
  });
});
