/** What a sheet comes to: every round line by line, running totals, the end, and what cannot be. */
import numbers from '../generated/numbers.json';
import { kindOf } from '../table/games';
import { cellOf, hasDummy, ROUNDS, seatsOf, type Sheet, valueOf } from './edits';
import { codes, diceOf, handSize, read, readTokens, type Tokens } from './notation';
import { type CardOptions, type End, endCards, endDice, icons, type Line, pointsOf, scoreRound } from './scorer';

export interface Problem {
  code: 'too-many' | 'too-few' | 'deck' | 'bag' | 'supply';
  round: number | null;
  seats: number[];
  /** A card, a kind of die, or a kind of token. */
  item: string | null;
  count: number;
  most: number;
}

export interface Round {
  /** null where nothing has been entered. */
  tables: (string[] | null)[];
  lines: Line[][];
  points: number[];
  whole: boolean;
}

export interface Standing {
  seats: number;
  size: number;
  rounds: Round[];
  /** Puddings of each, so far. */
  puddings: number[];
  tokens: (Tokens | null)[];
  /** Points of the rounds so far, and of the end once that is known. */
  totals: number[];
  end: End | null;
  problems: Problem[];
}

const roll = numbers['sushi-roll'];

export function standingOf(sheet: Sheet): Standing {
  const seats = seatsOf(sheet);
  const every = Array.from({ length: seats }, (_, seat) => seat);
  const size = handSize(sheet.game, sheet.players.length, hasDummy(sheet));
  const rounds = Array.from({ length: ROUNDS }, (_, index): Round => {
    const tables = every.map((seat) => {
      const value = valueOf(sheet, cellOf(index + 1, seat));
      return value === null ? null : read(sheet.game, value).table;
    });
    const lines = scoreRound(sheet.game, tables.map((table) => table ?? []));
    return { tables, lines, points: lines.map(pointsOf), whole: tables.every((table) => table !== null) };
  });
  const dice = every.map((seat) => gained(rounds, seat, sheet.game === 'sushi-go' ? { P: 1 } : roll.pudding_icons));
  const tokens = every.map((seat) => (sheet.game === 'sushi-go' ? null : readTokens(valueOf(sheet, cellOf('tokens', seat)) ?? '')));
  const puddings = every.map((seat) => tokens[seat]?.puddings ?? Math.min(dice[seat]!, sheet.game === 'sushi-go' ? Infinity : roll.pudding_tokens));
  const points = rounds.map((round) => round.points);
  let end: End | null = null;
  if (rounds.every((round) => round.whole)) {
    if (sheet.game === 'sushi-go') end = endCards(points, puddings, sheet.options as CardOptions);
    else if (tokens.every((each) => each !== null)) {
      end = endDice(points, puddings, tokens.map((each) => each.menus), tokens.map((each) => each.chopsticks));
    }
  }
  const totals = end?.totals ?? every.map((seat) => points.reduce((total, round) => total + round[seat]!, 0));
  return { seats, size, rounds, puddings, tokens, totals, end, problems: problemsOf(sheet, rounds, size, puddings, tokens) };
}

const gained = (rounds: readonly Round[], seat: number, worth: Record<string, number>): number =>
  rounds.reduce((total, { tables }) => total + icons(tables[seat] ?? [], worth), 0);

/** Seats that have such a thing on their tables. */
const having = (tables: readonly (readonly string[] | null)[], has: (code: string) => boolean): number[] =>
  tables.flatMap((table, seat) => (table?.some(has) ? [seat] : []));

function problemsOf(
  sheet: Sheet,
  rounds: readonly Round[],
  size: number,
  puddings: readonly number[],
  tokens: readonly (Tokens | null)[],
): Problem[] {
  const found: Problem[] = [];
  for (const [index, { tables }] of rounds.entries()) {
    const round = index + 1;
    const full = tables.some((table) => table !== null && table.length >= size);
    for (const [seat, table] of tables.entries()) {
      if (table === null) continue;
      if (table.length > size) found.push({ code: 'too-many', round, seats: [seat], item: null, count: table.length, most: size });
      if (table.length < size && full) found.push({ code: 'too-few', round, seats: [seat], item: null, count: table.length, most: size });
    }
    if (sheet.game === 'sushi-roll') {
      const kinds = Object.keys(roll.dice) as (keyof typeof roll.dice)[];
      for (const kind of kinds) {
        const count = tables.flatMap((table) => table ?? []).filter((face) => kindOf(face) === kind).length;
        const seats = having(tables, (face) => kindOf(face) === kind);
        if (count > diceOf(kind)) found.push({ code: 'bag', round, seats, item: kind, count, most: diceOf(kind) });
      }
    }
  }
  if (sheet.game === 'sushi-go') found.push(...deckProblems(rounds));
  else found.push(...supplyProblems(puddings, tokens));
  return found;
}

/** Nothing is reshuffled, so all rounds count together. */
function deckProblems(rounds: readonly Round[]): Problem[] {
  return codes['sushi-go'].flatMap((card) => {
    const most = (numbers['sushi-go'].deck as Record<string, number>)[card]!;
    let count = 0;
    const seats = new Set<number>();
    for (const { tables } of rounds) {
      const here = tables.flatMap((table) => table ?? []).filter((code) => code === card).length;
      count += here;
      if (here) for (const seat of having(tables, (code) => code === card)) seats.add(seat);
    }
    return count > most ? [{ code: 'deck' as const, round: null, seats: [...seats].sort(), item: card, count, most }] : [];
  });
}

function supplyProblems(puddings: readonly number[], tokens: readonly (Tokens | null)[]): Problem[] {
  const kinds = [
    ['pudding', tokens.map((each, seat) => (each ? puddings[seat]! : 0)), roll.pudding_tokens],
    ['menu', tokens.map((each) => each?.menus ?? 0), roll.menu_tokens],
    ['chopsticks', tokens.map((each) => each?.chopsticks ?? 0), roll.chopsticks_tokens],
  ] as const;
  return kinds.flatMap(([item, counts, most]) => {
    const count = counts.reduce((total, each) => total + each, 0);
    const seats = counts.flatMap((each, seat) => (each ? [seat] : []));
    return count > most ? [{ code: 'supply' as const, round: null, seats, item, count, most }] : [];
  });
}
