/**
 * Scoring of both games for the offline score sheet, which is its only user: everywhere else scores come from the server.
 * The numbers are generated from the rules' tables, and `make scorer` compares it with the engine on 200,000 random tables.
 */
import numbers from '../generated/numbers.json';
import type { GameName } from '../table/games';

const go = numbers['sushi-go'];
const roll = numbers['sushi-roll'];

/** One line of a tally, as the engine writes it. */
export interface ScoreLine {
  item: string;
  count: number;
  points: number;
  reason: string;
  lacks: number;
  rivals: number;
}

/** The end of a game: dessert lines by seat, totals, winning seats. */
export interface EndScore {
  lines: ScoreLine[][];
  totals: number[];
  winners: number[];
}

const line = (item: string, count: number, points: number, reason: string, lacks = 0, rivals = 0): ScoreLine => ({
  item,
  count,
  points,
  reason,
  lacks,
  rivals,
});

const sum = (all: readonly number[]): number => all.reduce((total, each) => total + each, 0);
export const pointsOf = (lines: readonly ScoreLine[]): number => sum(lines.map((each) => each.points));
const countOf = (table: readonly string[], code: string): number => table.filter((each) => each === code).length;

/** The sum of a table by a value for each code: maki rolls, puddings. */
export function sumIcons(table: readonly string[], worth: Readonly<Record<string, number>>): number {
  return sum(table.map((code) => worth[code] ?? 0));
}

/** The seats with the highest count, of those given. */
function most(counts: readonly number[], seats: readonly number[]): number[] {
  const best = Math.max(...seats.map((seat) => counts[seat]!));
  return seats.filter((seat) => counts[seat] === best);
}

const fewest = (counts: readonly number[], seats: readonly number[]): number[] =>
  most(
    counts.map((count) => -count),
    seats,
  );
const allSeats = (counts: readonly unknown[]): number[] => counts.map((_, seat) => seat);

// Nigiri and wasabi (SG-13, SR-7)

const NIGIRI = [
  ['N3', 'squid'],
  ['N2', 'salmon'],
  ['N1', 'egg'],
] as const;
const isNigiri = (code: string): boolean => NIGIRI.some(([nigiri]) => nigiri === code);

/** Split the nigiri of a table by wasabi, in the order they were played; `open` counts the wasabi without nigiri. */
export function splitByWasabi(table: readonly string[]): { on: string[]; plain: string[]; open: number } {
  const found = { on: [] as string[], plain: [] as string[], open: 0 };
  for (const code of table) {
    if (code === 'W') found.open += 1;
    else if (isNigiri(code) && found.open > 0) {
      found.open -= 1;
      found.on.push(code);
    } else if (isNigiri(code)) found.plain.push(code);
  }
  return found;
}

/**
 * All sets of nigiri that can be on wasabi, over every order of the same cards. If there are several, the order affects the score.
 * Any set up to the number of wasabi is possible: the others are played before the wasabi, and a wasabi may stay open.
 */
export function wasabiOptions(table: readonly string[]): string[][] {
  const wasabi = countOf(table, 'W');
  const found: string[][] = [];
  const held = NIGIRI.map(([code]) => countOf(table, code));
  for (let egg = 0; egg <= held[2]!; egg++) {
    for (let salmon = 0; salmon <= held[1]!; salmon++) {
      for (let squid = 0; squid <= held[0]! && egg + salmon + squid <= wasabi; squid++) {
        found.push([...Array<string>(egg).fill('N1'), ...Array<string>(salmon).fill('N2'), ...Array<string>(squid).fill('N3')]);
      }
    }
  }
  // The likeliest first: all wasabi used, under the best nigiri.
  return found.sort((one, other) => other.length - one.length || (one < other ? 1 : -1));
}

/** The same cards in an order that puts exactly these nigiri on wasabi: the others come before any wasabi. */
export function orderForWasabi(table: readonly string[], on: readonly string[]): string[] {
  const left = [...on];
  const first = table.filter((code) => {
    if (!isNigiri(code)) return false;
    const at = left.indexOf(code);
    if (at < 0) return true;
    left.splice(at, 1);
    return false;
  });
  const rest = table.filter((code) => code !== 'W' && !isNigiri(code));
  const wasabi = Array<string>(countOf(table, 'W')).fill('W');
  return [...rest, ...first, ...on.flatMap((code) => ['W', code]), ...wasabi.slice(on.length)];
}

/** Canonical order of a table: the same for every order of entry with the same nigiri on wasabi. */
export function canonicalOrder(table: readonly string[], order: readonly string[]): string[] {
  const sorted = table.toSorted((one, other) => order.indexOf(one) - order.indexOf(other));
  return orderForWasabi(sorted, splitByWasabi(table).on.toSorted());
}

function nigiriLines(table: readonly string[], points: Readonly<Record<string, number>>, factor: number): ScoreLine[] {
  const { on, plain, open } = splitByWasabi(table);
  const lines: ScoreLine[] = [];
  for (const [codes, times, reason] of [
    [on, factor, 'on-wasabi'],
    [plain, 1, 'plain'],
  ] as const) {
    for (const [code, name] of NIGIRI) {
      const count = countOf(codes, code);
      if (count) lines.push(line(name, count, count * times * points[code]!, reason));
    }
  }
  if (open) lines.push(line('wasabi', open, 0, 'open', open));
  return lines;
}

// Maki: shared in Sushi Go! with no second place after a tie (SG-14), paid in full in Sushi Roll, always with a second (SR-10)

function makiLines(counts: readonly number[], seat: number, game: GameName): ScoreLine[] {
  const count = counts[seat]!;
  if (!count) return [];
  const shared = game === 'sushi-go';
  const rules = shared ? go : roll;
  const taking = allSeats(counts).filter((each) => counts[each]);
  const first = most(counts, taking);
  const others = taking.filter((each) => !first.includes(each));
  const second = others.length && !(shared && first.length > 1) ? most(counts, others) : [];
  const paid = (points: number, place: readonly number[]): number => (shared ? Math.floor(points / place.length) : points);
  const behind = Math.max(...counts) - count;
  if (first.includes(seat)) return [line('maki', count, paid(rules.maki_most, first), 'most', 0, first.length - 1)];
  if (second.includes(seat)) return [line('maki', count, paid(rules.maki_second, second), 'second', behind, second.length - 1)];
  if (!second.length) return [line('maki', count, 0, 'no-second', behind)];
  return [line('maki', count, 0, 'behind', counts[second[0]!]! - count)];
}

// Sets (SG-15, SR-12)

function goSets(table: readonly string[]): ScoreLine[] {
  const lines: ScoreLine[] = [];
  const sets = [
    ['tempura', 'T', go.tempura_set, go.tempura_points],
    ['sashimi', 'S', go.sashimi_set, go.sashimi_points],
  ] as const;
  for (const [item, code, size, points] of sets) {
    const count = countOf(table, code);
    const over = count % size;
    if (count)
      lines.push(line(item, count, Math.floor(count / size) * points, over ? 'short' : 'complete', over ? size - over : 0));
  }
  const dumplings = countOf(table, 'D');
  const enough = go.dumpling_points.length - 1;
  if (dumplings) {
    const full = dumplings >= enough;
    lines.push(
      line('dumpling', dumplings, go.dumpling_points[Math.min(dumplings, enough)]!, full ? 'full' : 'growing', full ? 0 : 1),
    );
  }
  const chopsticks = countOf(table, 'C');
  if (chopsticks) lines.push(line('chopsticks', chopsticks, 0, 'no-points'));
  return lines;
}

function rollSets(tray: readonly string[]): ScoreLine[] {
  const sets = [
    ['tempura', 'T', roll.tempura_points],
    ['sashimi', 'S', roll.sashimi_points],
    ['dumpling', 'D', roll.dumpling_points],
  ] as const;
  return sets.flatMap(([item, code, worth]) => {
    const count = countOf(tray, code);
    if (!count) return [];
    const size = worth.length - 1;
    const over = count % size;
    const points = Math.floor(count / size) * worth[size]! + worth[over]!;
    return [line(item, count, points, over ? 'short' : 'complete', over ? size - over : 0)];
  });
}

function tokenLines(tray: readonly string[]): ScoreLine[] {
  const kinds = [
    ['pudding', roll.pudding_icons],
    ['menu', roll.menu_icons],
    ['chopsticks', roll.chopsticks_icons],
  ] as const;
  return kinds.flatMap(([item, worth]) => {
    const dice = tray.filter((face) => face in worth).length;
    return dice ? [line(item, dice, 0, 'tokens')] : [];
  });
}

/** The tally lines of a round, by seat. */
export function scoreRound(game: GameName, tables: readonly (readonly string[])[]): ScoreLine[][] {
  const rules = game === 'sushi-go' ? go : roll;
  const counts = tables.map((table) => sumIcons(table, rules.maki_icons));
  return tables.map((table, seat) => [
    ...makiLines(counts, seat, game),
    ...(game === 'sushi-go' ? goSets(table) : rollSets(table)),
    ...nigiriLines(table, rules.nigiri_points, rules.wasabi_factor),
    ...(game === 'sushi-go' ? [] : tokenLines(table)),
  ]);
}

// The end of the game (SG-17, SG-20, SR-13)

function puddingLine(counts: readonly number[], seat: number, game: GameName, loss: boolean): ScoreLine {
  const leaders = most(counts, allSeats(counts));
  const trailers = fewest(counts, allSeats(counts));
  const count = counts[seat]!;
  const lacks = Math.max(...counts) - count;
  const shared = game === 'sushi-go';
  const rules = shared ? go : roll;
  const paid = (points: number, place: readonly number[]): number => (shared ? Math.floor(points / place.length) : points);
  if (leaders.length === counts.length) {
    // In Sushi Roll all of them have the most and, if the fewest lose points, the fewest.
    const points = shared ? 0 : rules.pudding_most - (loss ? rules.pudding_fewest : 0);
    return line('pudding', count, points, 'all-equal', 0, counts.length - 1);
  }
  if (leaders.includes(seat)) return line('pudding', count, paid(rules.pudding_most, leaders), 'most', 0, leaders.length - 1);
  if (!trailers.includes(seat)) return line('pudding', count, 0, 'between', lacks);
  if (!loss) return line('pudding', count, 0, 'fewest-free', lacks);
  return line('pudding', count, 0 - paid(rules.pudding_fewest, trailers), 'fewest', lacks, trailers.length - 1);
}

/** The highest total wins; ties are broken by puddings, or the win is shared. The dummy never wins. */
function winners(totals: readonly number[], puddings: readonly number[], people: number): number[] {
  return most(puddings, most(totals, allSeats(totals).slice(0, people)));
}

function endScore(
  rounds: readonly (readonly number[])[],
  lines: ScoreLine[][],
  puddings: readonly number[],
  people: number,
): EndScore {
  const totals = lines.map((each, seat) => pointsOf(each) + sum(rounds.map((round) => round[seat]!)));
  return { lines, totals, winners: winners(totals, puddings, people) };
}

export interface GoOptions {
  dummy: boolean;
  dummy_pudding_penalty: boolean;
}

/** The end of Sushi Go!: puddings. */
export function scoreGoEnd(rounds: readonly (readonly number[])[], puddings: readonly number[], options: GoOptions): EndScore {
  const people = puddings.length - Number(options.dummy);
  const loss = options.dummy ? options.dummy_pudding_penalty : people >= go.pudding_loss_from;
  return endScore(
    rounds,
    puddings.map((_, seat) => [puddingLine(puddings, seat, 'sushi-go', loss)]),
    puddings,
    people,
  );
}

/** The end of Sushi Roll: puddings and unused tokens. */
export function scoreRollEnd(
  rounds: readonly (readonly number[])[],
  puddings: readonly number[],
  menus: readonly number[],
  chopsticks: readonly number[],
): EndScore {
  const loss = puddings.length >= roll.pudding_loss_from;
  const lines = puddings.map((_, seat) => {
    const unused = menus[seat]! + chopsticks[seat]!;
    const over = unused % roll.tokens_a_point;
    const points = Math.floor(unused / roll.tokens_a_point);
    return [
      puddingLine(puddings, seat, 'sushi-roll', loss),
      line('tokens', unused, points, 'unused', over ? roll.tokens_a_point - over : 0),
    ];
  });
  return endScore(rounds, lines, puddings, puddings.length);
}
