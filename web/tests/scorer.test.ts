/** The scorer of the sheet, compared with the engine on random tables that the engine generates and scores. */
import { spawn } from 'node:child_process';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { describe, expect, it } from 'vitest';
import {
  canonicalOrder,
  orderForWasabi,
  pointsOf,
  scoreGoEnd,
  scoreRollEnd,
  scoreRound,
  splitByWasabi,
  wasabiOptions,
} from '../src/sheet/scorer';
import type { GameName } from '../src/table/games';

/** `make scorer` asks for 200,000. */
const CASES = Number(process.env.KAITEN_TABLES ?? 4_000);
const SEED = process.env.KAITEN_SEED ?? '1';
const root = resolve(import.meta.dirname, '../..');

interface Case {
  kind: 'round' | 'end';
  game: GameName;
  tables: string[][];
  lines: unknown[][];
  points: number[];
  dips: string[][][];
  dummy: boolean;
  penalty: boolean;
  rounds: number[][];
  puddings: number[];
  menus: number[];
  chopsticks: number[];
  totals: number[];
  winners: number[];
}

function check(made: Case): void {
  if (made.kind === 'round') {
    const lines = scoreRound(made.game, made.tables);
    expect(lines, JSON.stringify(made.tables)).toEqual(made.lines);
    expect(lines.map(pointsOf)).toEqual(made.points);
    const ways = made.tables.map((table) =>
      wasabiOptions(table)
        .map((way) => JSON.stringify(way))
        .sort(),
    );
    expect(ways).toEqual(made.dips.map((each) => each.map((way) => JSON.stringify(way)).sort()));
    return;
  }
  const end =
    made.game === 'sushi-go'
      ? scoreGoEnd(made.rounds, made.puddings, { dummy: made.dummy, dummy_pudding_penalty: made.penalty })
      : scoreRollEnd(made.rounds, made.puddings, made.menus, made.chopsticks);
  expect(end, JSON.stringify(made)).toEqual({ lines: made.lines, totals: made.totals, winners: made.winners });
}

it(`agrees with the engine on ${CASES} random tables and ends of both games`, { timeout: 1_800_000 }, async () => {
  const engine = spawn(resolve(root, '.venv/bin/python'), ['-m', 'tests.sheet.vectors', `${CASES}`, SEED], { cwd: root });
  let wrong = '';
  engine.stderr.on('data', (text: Buffer) => (wrong += text.toString()));
  let seen = 0;
  for await (const line of createInterface({ input: engine.stdout })) {
    check(JSON.parse(line) as Case);
    seen += 1;
  }
  expect(wrong).toBe('');
  expect(seen).toBe(CASES);
});

const total = (game: GameName, ...tables: string[]): number[] =>
  scoreRound(
    game,
    tables.map((table) => table.split(' ').filter(Boolean)),
  ).map(pointsOf);
const end = (puddings: number[], options = { dummy: false, dummy_pudding_penalty: false }, rounds = [puddings.map(() => 0)]) =>
  scoreGoEnd(rounds, puddings, options);

describe('rules that score apps often get wrong', () => {
  it('maki: a tie for the most is shared, and there is no second place', () => {
    expect(total('sushi-go', 'M3 M2', 'M3 M2', 'M3', 'M1')).toEqual([3, 3, 0, 0]);
  });
  it('maki: a tie for second place is shared, the remainder dropped', () => {
    expect(total('sushi-go', 'M3 M2', 'M3', 'M2 M1', 'M2')).toEqual([6, 1, 1, 0]);
  });
  it('maki: a player without maki is never second', () => {
    expect(total('sushi-go', 'M1', 'T', 'S')).toEqual([6, 0, 0]);
  });
  it('maki of Sushi Roll: ties are paid in full, and second place after a tie', () => {
    expect(total('sushi-roll', 'M3 M1', 'M2 M2', 'M3', 'M1 M2')).toEqual([6, 6, 3, 3]);
  });
  it('puddings: with two players nobody loses', () => {
    expect(end([3, 0]).totals).toEqual([6, 0]);
  });
  it('puddings: four tied for least lose 1 each', () => {
    expect(end([5, 1, 1, 1, 1]).totals).toEqual([6, -1, -1, -1, -1]);
  });
  it('puddings: all equal, nobody scores', () => {
    expect(end([2, 2, 2]).totals).toEqual([0, 0, 0]);
  });
  it('puddings with the dummy lose nothing, unless the option is set', () => {
    expect(end([3, 1, 0], { dummy: true, dummy_pudding_penalty: false }).totals).toEqual([6, 0, 0]);
    expect(end([3, 1, 0], { dummy: true, dummy_pudding_penalty: true }).totals).toEqual([6, 0, -6]);
  });
  it('puddings of Sushi Roll: ties win and lose in full', () => {
    expect(scoreRollEnd([[0, 0, 0, 0]], [6, 6, 0, 0], [0, 0, 0, 0], [0, 0, 0, 0]).totals).toEqual([6, 6, -6, -6]);
  });
  it('wasabi: a nigiri played before it is not tripled', () => {
    expect(total('sushi-go', 'N3 W', 'W N3')).toEqual([3, 9]);
  });
  it('wasabi: the first nigiri after it takes it, not the best', () => {
    expect(total('sushi-go', 'W N1 N3', 'W N3 N1')).toEqual([6, 10]);
  });
  it('tie-break: more puddings win, equal puddings share', () => {
    expect(end([2, 1, 0], undefined, [[30, 36, 0]]).winners).toEqual([0]);
    expect(end([1, 1, 0], undefined, [[30, 30, 0]]).winners).toEqual([0, 1]);
  });
  it('the dummy never wins', () => {
    expect(end([0, 1, 5], { dummy: true, dummy_pudding_penalty: false }, [[10, 20, 90]]).winners).toEqual([1]);
  });
});

describe('nigiri on wasabi', () => {
  it('has several options only where the score depends on the order', () => {
    expect(wasabiOptions(['T', 'N3', 'S'])).toHaveLength(1);
    expect(wasabiOptions(['W', 'T'])).toHaveLength(1);
    expect(wasabiOptions(['W', 'N3'])).toEqual([['N3'], []]);
  });
  it('is preserved by the canonical order', () => {
    const order = ['T', 'S', 'N1', 'N2', 'N3', 'P', 'W'];
    expect(canonicalOrder(['S', 'W', 'T', 'N3', 'N1'], order)).toEqual(canonicalOrder(['W', 'N3', 'S', 'N1', 'T'], order));
    expect(splitByWasabi(canonicalOrder(['N3', 'S', 'W', 'N1'], order)).on).toEqual(['N1']);
  });
  it('can be chosen afterwards, by reordering the same cards', () => {
    for (const table of [
      ['N3', 'W', 'T', 'N1'],
      ['W', 'W', 'N2', 'N2', 'N1', 'P'],
    ]) {
      for (const way of wasabiOptions(table)) {
        const ordered = orderForWasabi(table, way);
        expect(ordered.toSorted()).toEqual(table.toSorted());
        expect(splitByWasabi(ordered).on.toSorted()).toEqual(way.toSorted());
      }
    }
  });
});
