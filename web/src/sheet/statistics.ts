/** Statistics of players over all finished sheets: games, wins, best round, favourite dish. A player is identified by the name. */
import { familyOf } from '../art/families';
import type { GameName } from '../table/games';
import { nameOf, type Sheet } from './edits';
import { scoreSheet } from './totals';

interface PlayerStatistics {
  name: string;
  games: number;
  wins: number;
  bestRound: number;
  best: number;
  mean: number;
  /** The dish played most often, as the `item` of a tally line; '' if there is none. */
  favourite: string;
}

const NIGIRI: Record<string, string> = { N1: 'egg', N2: 'salmon', N3: 'squid' };
const itemOf = (code: string): string => NIGIRI[code] ?? familyOf(code);

/** Players by wins, then by mean score. The dummy is not counted. */
export function statistics(sheets: readonly Sheet[], game: GameName): PlayerStatistics[] {
  const found = new Map<string, PlayerStatistics & { total: number; dishes: Map<string, number> }>();
  for (const sheet of sheets) {
    if (sheet.game !== game) continue;
    const { end, rounds, totals } = scoreSheet(sheet);
    if (!end) continue;
    for (const seat of sheet.players.keys()) {
      const name = nameOf(sheet, seat, '');
      const own = found.get(name) ?? {
        name,
        games: 0,
        wins: 0,
        bestRound: -Infinity,
        best: -Infinity,
        mean: 0,
        favourite: '',
        total: 0,
        dishes: new Map<string, number>(),
      };
      own.games += 1;
      own.wins += Number(end.winners.includes(seat));
      own.bestRound = Math.max(own.bestRound, ...rounds.map((round) => round.points[seat]!));
      own.best = Math.max(own.best, totals[seat]!);
      own.total += totals[seat]!;
      for (const code of rounds.flatMap((round) => round.tables[seat] ?? [])) {
        const dish = itemOf(code);
        own.dishes.set(dish, (own.dishes.get(dish) ?? 0) + 1);
      }
      found.set(name, own);
    }
  }
  return [...found.values()]
    .map(({ total, dishes, ...own }) => ({
      ...own,
      mean: total / own.games,
      favourite: [...dishes].sort((one, other) => other[1] - one[1])[0]?.[0] ?? '',
    }))
    .sort((one, other) => other.wins - one.wins || other.mean - one.mean);
}
