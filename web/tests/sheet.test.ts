/** A sheet is a head and a list of edits: merging, conflicts, undo, what cannot be, files and links. */
import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { all, draftsOf, fresh, isMine, keepNames, lastNames, load, save, saveDraft, signature } from '../src/sheet/book';
import { checkedSheet, checkedSheets, NoSheetError } from '../src/sheet/checking';
import golden from '../../tests/golden/sheets.json';
import { before, cellOf, conflictOf, conflicts, type Edit, edited, headsOf, historyOf, merged, newSheet, type Sheet, undoable, undone, valueOf } from '../src/sheet/edits';
import { asCsv, asJson, asLink, cells, fromCsv, fromFile, fromLink } from '../src/sheet/files';
import { read, readTokens, writtenTokens } from '../src/sheet/notation';
import { standingOf } from '../src/sheet/standing';
import { statistics } from '../src/sheet/statistics';

const plain = { dummy: false, dummy_pudding_penalty: false };
const three = (): Sheet => newSheet('sushi-go', ['Ana', 'Ben', 'Cleo'], plain);
const filled = (sheet: Sheet, tables: Record<string, string>): Sheet =>
  Object.entries(tables).reduce((now, [cell, value]) => edited(now, cell, value, 'phone'), sheet);
const whole = (): Sheet =>
  filled(three(), {
    '1/0': 'T T S S S M3 P N1 D', '1/1': 'W N3 M2 M2 D D D P C', '1/2': 'T S D M1 N2 N2 P W C',
    '2/0': 'T T S S S M3 N1 D N2', '2/1': 'W N3 M2 M2 D D D N1 N1', '2/2': 'T S D M1 N2 N2 M1 W M2',
    '3/0': 'T T S S S M3 N2 D N1', '3/1': 'W N3 M2 M2 D D T P P', '3/2': 'T S D M1 N2 M1 M3 M3 M2',
  });

beforeEach(() => localStorage.clear());

describe('edits', () => {
  it('replace each other, and all of them stay', () => {
    let sheet = edited(three(), '1/0', 'T', 'a');
    sheet = edited(sheet, '1/0', 'T T', 'a');
    expect(valueOf(sheet, '1/0')).toBe('T T');
    expect(historyOf(sheet, '1/0').map((edit) => edit.value)).toEqual(['T', 'T T']);
    expect(edited(sheet, '1/0', 'T T', 'a')).toBe(sheet);
  });

  it('of two phones that wrote at the same time are both shown, until somebody decides', () => {
    const sheet = edited(three(), '1/0', 'T', 'a');
    const one = edited(sheet, '1/0', 'T T', 'a');
    const other = edited(sheet, '1/0', 'S S', 'b');
    for (const both of [merged(one, other.edits), merged(other, one.edits)]) {
      expect(conflicts(both)).toHaveLength(1);
      expect(conflicts(both)[0]!.edits.map((edit) => edit.value).sort()).toEqual(['S S', 'T T']);
      const decided = edited(both, '1/0', 'T T', 'a');
      expect(conflicts(decided)).toEqual([]);
      expect(valueOf(decided, '1/0')).toBe('T T');
      expect(decided.edits).toHaveLength(4);
    }
    expect(valueOf(merged(one, other.edits), '1/0')).toBe(valueOf(merged(other, one.edits), '1/0'));
  });

  it('that say the same are no conflict', () => {
    const sheet = three();
    const both = merged(edited(sheet, '1/0', 'T', 'a'), edited(sheet, '1/0', 'T', 'b').edits);
    expect(headsOf(both, '1/0')).toHaveLength(2);
    expect(conflicts(both)).toEqual([]);
  });

  it('come together in any order, and twice is once', () => {
    const sheet = three();
    const a = edited(edited(sheet, '1/0', 'T', 'a'), '1/0', 'T T', 'a');
    const b = edited(sheet, '1/1', 'S', 'b');
    const one = merged(merged(sheet, a.edits), b.edits);
    const other = merged(merged(merged(sheet, b.edits), a.edits), a.edits);
    expect(new Set(one.edits.map((edit) => edit.id))).toEqual(new Set(other.edits.map((edit) => edit.id)));
    for (const cell of ['1/0', '1/1']) expect(valueOf(one, cell)).toBe(valueOf(other, cell));
  });

  it('can be taken back one after the other, each phone its own', () => {
    let sheet = edited(edited(edited(three(), '1/0', 'T', 'a'), '1/0', 'T T', 'a'), '1/1', 'S', 'b');
    const mine = (by: string): boolean => by === 'a';
    expect(undoable(sheet, mine)!.value).toBe('T T');
    expect(before(sheet, undoable(sheet, mine)!)).toBe('T');
    sheet = undone(sheet, undoable(sheet, mine)!, 'a');
    expect([valueOf(sheet, '1/0'), valueOf(sheet, '1/1')]).toEqual(['T', 'S']);
    sheet = undone(sheet, undoable(sheet, mine)!, 'a');
    expect(valueOf(sheet, '1/0')).toBeNull();
    expect(undoable(sheet, mine)).toBeNull();
    // What somebody else has corrected since is theirs.
    sheet = edited(edited(sheet, '2/0', 'T', 'a'), '2/0', 'S', 'b');
    expect(undoable(sheet, mine)).toBeNull();
  });

  it('come after what they replace, whatever a clock says', () => {
    const ahead: Edit = { id: 'from-a-fast-clock', cell: '1/0', value: 'T', after: [], at: Date.now() + 3_600_000, by: 'b' };
    const sheet = edited(merged(three(), [ahead]), '1/0', 'S', 'a');
    expect(historyOf(sheet, '1/0').at(-1)!.value).toBe('S');
  });
});

describe('what a sheet comes to', () => {
  it('is known round by round, and whole at the end', () => {
    const going = filled(three(), { '1/0': 'T T', '1/1': 'M1' });
    expect(standingOf(going).totals).toEqual([5, 6, 0]);
    expect(standingOf(going).end).toBeNull();
    const { end, puddings, problems } = standingOf(whole());
    expect(puddings).toEqual([1, 3, 1]);
    expect(problems).toEqual([]);
    expect(end!.winners).toEqual([1]);
  });

  it('of Sushi Roll waits for the tokens; puddings are those of the dice, unless somebody says otherwise', () => {
    let sheet = newSheet('sushi-roll', ['Ana', 'Ben'], plain);
    for (const round of [1, 2, 3]) sheet = filled(sheet, { [cellOf(round, 0)]: 'P3 T', [cellOf(round, 1)]: 'D' });
    expect(standingOf(sheet).end).toBeNull();
    sheet = filled(sheet, { 'tokens/0': 'U2 C1', 'tokens/1': 'P2 U0 C0' });
    expect(standingOf(sheet).puddings).toEqual([9, 2]);
    expect(standingOf(sheet).totals).toEqual([3 + 6 + 1, 6]);
  });

  it('points out what cannot be, with who and what', () => {
    const many = filled(three(), { '1/0': 'T T T T T T T T T T', '1/1': 'T T T T T', '1/2': 'C C C C C' });
    const found = standingOf(many).problems.map(({ code, seats, item, count, most }) => [code, seats, item, count, most]);
    expect(found).toContainEqual(['too-many', [0], null, 10, 9]);
    expect(found).toContainEqual(['too-few', [1], null, 5, 9]);
    expect(found).toContainEqual(['deck', [0, 1], 'T', 15, 14]);
    expect(found).toContainEqual(['deck', [2], 'C', 5, 4]);
  });

  it('counts the deck over all rounds, as nothing is reshuffled', () => {
    const sheet = filled(three(), { '1/0': 'P P P P', '2/1': 'P P P P', '3/2': 'P P P' });
    expect(standingOf(sheet).problems).toContainEqual({ code: 'deck', round: null, seats: [0, 1, 2], item: 'P', count: 11, most: 10 });
  });

  it('counts the dice of a round and the tokens of the supply', () => {
    const sheet = filled(newSheet('sushi-roll', ['Ana', 'Ben'], plain), { '1/0': 'P1 P2 P3', '1/1': 'P1 P1', 'tokens/0': 'U19 C0' });
    const found = standingOf(sheet).problems.map(({ code, item, count, most }) => [code, item, count, most]);
    expect(found).toEqual([['bag', 'pudding', 5, 4], ['supply', 'menu', 19, 18]]);
  });
});

describe('files and links', () => {
  it('JSON keeps everything', () => {
    const sheet = whole();
    expect(fromFile(asJson([sheet]))).toEqual([sheet]);
    expect(fromFile(asJson([sheet, three()]))[0]).toEqual(sheet);
  });

  it('CSV keeps what counts, names with commas and formulas among it', () => {
    const sheet = filled(newSheet('sushi-roll', ['=1+1', 'Ben, "the cook"'], plain), { '1/0': 'P3 T', '1/1': 'D', 'tokens/0': 'U2 C1' });
    const [back] = fromCsv(asCsv([sheet]));
    expect(back!.players).toEqual(sheet.players);
    expect(standingOf(back!)).toEqual(standingOf(sheet));
    expect(asCsv([sheet])).toContain("'=1+1");
    expect(cells('a,"b\n""c"""\r\nd,e')).toEqual([['a', 'b\n"c"'], ['d', 'e']]);
  });

  it('CSV is the same in the terminal: what it reads and writes again comes back with the same edits', () => {
    const sheets = [whole(), filled(newSheet('sushi-roll', ['=1+1', 'Ben, "the cook"'], plain), { '1/0': 'P3 T', 'tokens/0': 'U2 C1' })];
    const program = 'import sys; from kaiten.sheet import from_csv, to_csv; sys.stdout.write(to_csv(from_csv(sys.stdin.read())))';
    const root = resolve(import.meta.dirname, '../..');
    const back = spawnSync(resolve(root, '.venv/bin/python'), ['-c', program], { input: asCsv(sheets), encoding: 'utf-8', cwd: root });
    expect(back.stderr).toBe('');
    const sorted = (text: string): Sheet[] =>
      fromCsv(text).map((sheet) => ({ ...sheet, edits: sheet.edits.toSorted((one, other) => (one.id > other.id ? 1 : -1)) }));
    expect(sorted(back.stdout)).toEqual(sorted(asCsv(sheets)));
  });

  it('CSV of the dummy comes back with the dummy', () => {
    const sheet = filled(newSheet('sushi-go', ['Ana', 'Ben'], { dummy: true, dummy_pudding_penalty: true }), { '1/2': 'T T' });
    const [back] = fromCsv(asCsv([sheet]));
    expect(back!.options).toEqual(sheet.options);
    expect(standingOf(back!).totals).toEqual([0, 0, 5]);
  });

  it('a link carries the result by itself', async () => {
    const sheet = whole();
    const link = await asLink(sheet, 'https://example.org');
    expect(link.length).toBeLessThan(700);
    const back = await fromLink(new URL(link).hash.slice(1));
    expect(standingOf(back).totals).toEqual(standingOf(sheet).totals);
    expect(back.players).toEqual(sheet.players);
    await expect(fromLink('cut-off')).rejects.toBeInstanceOf(NoSheetError);
  });

  it('what is no sheet is refused with the reason', () => {
    const why = (value: unknown): string => {
      try {
        checkedSheets(value);
        return '';
      } catch (error) {
        return (error as NoSheetError).why;
      }
    };
    expect(why({})).toBe('format');
    expect(why({ ...three(), game: 'chess' })).toBe('game');
    expect(why({ ...three(), players: ['Ana'] })).toBe('players');
    expect(why({ ...three(), edits: [{ id: 'x' }] })).toBe('edits');
    expect(why({ format: 'kaiten-sheets/1', sheets: [] })).toBe('empty');
    expect(() => fromFile('eggs')).toThrow(NoSheetError);
    expect(() => fromFile('{')).toThrow(NoSheetError);
    expect(checkedSheet(three()).players).toHaveLength(3);
  });

  it('notation is read as people write it', () => {
    expect(read('sushi-go', 'w n3, t+T p')).toEqual({ table: ['W', 'N3', 'T', 'T', 'P'], wrong: [] });
    expect(read('sushi-go', 'T X U2').wrong).toEqual(['X', 'U2']);
    expect(readTokens('P4 U2 C1')).toEqual({ puddings: 4, menus: 2, chopsticks: 1 });
    expect(writtenTokens(readTokens('u2 c1')!)).toBe('U2 C1');
    expect(readTokens('two')).toBeNull();
  });
});

describe('on this device', () => {
  it('sheets are kept, the newest first, and another tab’s edits stay', () => {
    const old = { ...three(), started: 1 };
    save(fresh(old));
    const sheet = three();
    save(fresh(edited(sheet, '1/0', 'T', 'a')));
    save(fresh(edited(sheet, '1/1', 'S', 'b')));
    expect(load(sheet.sheet)!.sheet.edits).toHaveLength(2);
    expect(all().map((kept) => kept.sheet.sheet)).toEqual([sheet.sheet, old.sheet]);
    expect(load('nothing')).toBeNull();
  });

  it('what something else wrote there is left alone', () => {
    localStorage.setItem('kaiten-sheet:broken', '{"sheet": 1}');
    expect(all()).toEqual([]);
    expect(localStorage.getItem('kaiten-sheet:broken')).toBe('{"sheet": 1}');
  });

  it('one entry that cannot be read does not cost the sheet', () => {
    const sheet = edited(edited(three(), '1/0', 'T', 'a'), '1/1', 'S', 'a');
    sheet.edits[0]!.value = 'T '.repeat(200);
    save(fresh(sheet));
    expect(load(sheet.sheet)!.sheet.edits.map((edit) => edit.cell)).toEqual(['1/1']);
  });

  it('tables that were begun are kept one by one, for two tabs too', () => {
    const { sheet } = three();
    saveDraft(sheet, '1/0', { table: ['T'], after: [] });
    saveDraft(sheet, '1/1', { table: ['S'], after: [] });
    expect(Object.keys(draftsOf(sheet))).toEqual(['1/0', '1/1']);
    saveDraft(sheet, '1/0', null);
    expect(Object.keys(draftsOf(sheet))).toEqual(['1/1']);
  });

  it('what cannot be kept for good lasts as long as the page, and that is said', () => {
    const refuse = (): never => {
      throw new DOMException('full', 'QuotaExceededError');
    };
    vi.stubGlobal('localStorage', { length: 0, key: () => null, getItem: () => null, setItem: refuse, removeItem: () => undefined });
    const sheet = three();
    expect(save(fresh(sheet)).safe).toBe(false);
    expect(load(sheet.sheet)!.sheet.players).toEqual(sheet.players);
    vi.unstubAllGlobals();
  });

  it('edits of this device are known by its mark, whatever the name', () => {
    expect(isMine(signature('Ana'))).toBe(true);
    expect(isMine(signature(''))).toBe(true);
    expect(isMine('Ana (zz)')).toBe(false);
  });

  it('names are remembered', () => {
    keepNames(three());
    keepNames(newSheet('sushi-go', ['Dora', 'Emil'], plain));
    expect(lastNames()).toEqual(['Dora', 'Emil', 'Cleo']);
  });
});

it('statistics: games, wins, the best round and the favourite dish', () => {
  const [first] = statistics([whole(), whole(), three()], 'sushi-go');
  expect(first).toMatchObject({ name: 'Ben', games: 2, wins: 2, favourite: 'dumpling' });
  expect(first!.bestRound).toBe(Math.max(...standingOf(whole()).rounds.map((round) => round.points[1]!)));
  expect(statistics([whole()], 'sushi-roll')).toEqual([]);
});

describe('golden sheets, which the engine’s room of sheets reads alike', () => {
  interface Golden {
    name: string;
    sheet: Sheet;
    cells: Record<string, { value: string | null; conflict: string[] }>;
    problems: object[];
  }
  it.each(golden as unknown as Golden[])('$name', ({ sheet, cells: told, problems }) => {
    const read = checkedSheet(sheet);
    for (const [cell, { value, conflict }] of Object.entries(told)) {
      expect(valueOf(read, cell)).toBe(value);
      expect(conflictOf(read, cell).map((edit) => edit.id).sort()).toEqual([...conflict].sort());
    }
    expect(standingOf(read).problems.map((each) => JSON.stringify(each)).sort()).toEqual(
      problems.map((each) => JSON.stringify(each)).sort(),
    );
  });
});
