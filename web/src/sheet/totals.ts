/** The score of a sheet: tally lines of every round, running totals, the end of the game, and impossible entries. */
import numbers from '../generated/numbers.json';
import { kindOf } from '../table/games';
import { cellOf, hasDummy, ROUNDS, seatsOf, type Sheet, valueOf } from './edits';
import { codes, diceOf, handSize, parseTable, parseTokens, type Tokens } from './notation';
import { type EndScore, type GoOptions, pointsOf, type ScoreLine, scoreGoEnd, scoreRollEnd, scoreRound, sumIcons } from './scorer';

/** An impossible entry: a hand of the wrong size, or more cards, dice or tokens than the box has. */
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
  lines: ScoreLine[][];
  points: number[];
  isComplete: boolean;
}

export interface SheetScore {
  seats: number;
  handSize: number;
  rounds: Round[];
  /** Puddings of each seat so far. */
  puddings: number[];
  tokens: (Tokens | null)[];
  /** Points of the rounds so far, and of the end once that is known. */
  totals: number[];
  end: EndScore | null;
  problems: Problem[];
}

const roll = numbers['sushi-roll'];

export function scoreSheet(sheet: Sheet): SheetScore {
  const seats = seatsOf(sheet);
  const allSeats = Array.from({ length: seats }, (_, seat) => seat);
  const size = handSize(sheet.game, sheet.players.length, hasDummy(sheet));
  const rounds = Array.from({ length: ROUNDS }, (_, index): Round => {
    const tables = allSeats.map((seat) => {
      const value = valueOf(sheet, cellOf(index + 1, seat));
      return value === null ? null : parseTable(sheet.game, value).table;
    });
    const lines = scoreRound(
      sheet.game,
      tables.map((table) => table ?? []),
    );
    return { tables, lines, points: lines.map(pointsOf), isComplete: tables.every((table) => table !== null) };
  });
  const gainedPuddings = allSeats.map((seat) =>
    sumOverRounds(rounds, seat, sheet.game === 'sushi-go' ? { P: 1 } : roll.pudding_icons),
  );
  const tokens = allSeats.map((seat) =>
    sheet.game === 'sushi-go' ? null : parseTokens(valueOf(sheet, cellOf('tokens', seat)) ?? ''),
  );
  const puddings = allSeats.map(
    (seat) => tokens[seat]?.puddings ?? Math.min(gainedPuddings[seat]!, sheet.game === 'sushi-go' ? Infinity : roll.pudding_tokens),
  );
  const points = rounds.map((round) => round.points);
  let end: EndScore | null = null;
  if (rounds.every((round) => round.isComplete)) {
    if (sheet.game === 'sushi-go') end = scoreGoEnd(points, puddings, sheet.options as GoOptions);
    else if (tokens.every((each) => each !== null)) {
      end = scoreRollEnd(
        points,
        puddings,
        tokens.map((each) => each.menus),
        tokens.map((each) => each.chopsticks),
      );
    }
  }
  const totals = end?.totals ?? allSeats.map((seat) => points.reduce((total, round) => total + round[seat]!, 0));
  return {
    seats,
    handSize: size,
    rounds,
    puddings,
    tokens,
    totals,
    end,
    problems: findProblems(sheet, rounds, size, puddings, tokens),
  };
}

const sumOverRounds = (rounds: readonly Round[], seat: number, worth: Record<string, number>): number =>
  rounds.reduce((total, { tables }) => total + sumIcons(tables[seat] ?? [], worth), 0);

/** The seats with a matching code on their table. */
const seatsWith = (tables: readonly (readonly string[] | null)[], matches: (code: string) => boolean): number[] =>
  tables.flatMap((table, seat) => (table?.some(matches) ? [seat] : []));

function findProblems(
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
      if (table.length < size && full)
        found.push({ code: 'too-few', round, seats: [seat], item: null, count: table.length, most: size });
    }
    if (sheet.game === 'sushi-roll') {
      const kinds = Object.keys(roll.dice) as (keyof typeof roll.dice)[];
      for (const kind of kinds) {
        const count = tables.flatMap((table) => table ?? []).filter((face) => kindOf(face) === kind).length;
        const seats = seatsWith(tables, (face) => kindOf(face) === kind);
        if (count > diceOf(kind)) found.push({ code: 'bag', round, seats, item: kind, count, most: diceOf(kind) });
      }
    }
  }
  if (sheet.game === 'sushi-go') found.push(...deckProblems(rounds));
  else found.push(...supplyProblems(puddings, tokens));
  return found;
}

/** Cards beyond the deck. Nothing is reshuffled, so all rounds count together. */
function deckProblems(rounds: readonly Round[]): Problem[] {
  return codes['sushi-go'].flatMap((card) => {
    const most = (numbers['sushi-go'].deck as Record<string, number>)[card]!;
    let count = 0;
    const seats = new Set<number>();
    for (const { tables } of rounds) {
      const here = tables.flatMap((table) => table ?? []).filter((code) => code === card).length;
      count += here;
      if (here) for (const seat of seatsWith(tables, (code) => code === card)) seats.add(seat);
    }
    return count > most ? [{ code: 'deck' as const, round: null, seats: [...seats].sort(), item: card, count, most }] : [];
  });
}

/** Tokens beyond the supply. */
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
