/** What many sheets say about a player: games, wins, the best round, the favourite dish. Players are told apart by their names. */
import { familyOf } from '../art/families';
import type { GameName } from '../table/games';
import { nameOf, type Sheet } from './edits';
import { standingOf } from './standing';

export interface Played {
  name: string;
  games: number;
  wins: number;
  bestRound: number;
  best: number;
  mean: number;
  /** What was put down most often, as the `item` of a score; '' where there is nothing. */
  favourite: string;
}

const NIGIRI: Record<string, string> = { N1: 'egg', N2: 'salmon', N3: 'squid' };
const itemOf = (code: string): string => NIGIRI[code] ?? familyOf(code);

/** Of sheets that are finished; nobody counts the dummy. The most wins come first. */
export function statistics(sheets: readonly Sheet[], game: GameName): Played[] {
  const found = new Map<string, Played & { total: number; dishes: Map<string, number> }>();
  for (const sheet of sheets) {
    if (sheet.game !== game) continue;
    const { end, rounds, totals } = standingOf(sheet);
    if (!end) continue;
    for (const seat of sheet.players.keys()) {
      const name = nameOf(sheet, seat, '');
      const own = found.get(name) ?? { name, games: 0, wins: 0, bestRound: -Infinity, best: -Infinity, mean: 0, favourite: '', total: 0, dishes: new Map<string, number>() };
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
