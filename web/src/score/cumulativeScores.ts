/** Cumulative scores of each seat: 0, after each round, and the total with dessert. */
import type { SushiGoView, SushiRollView } from '../protocol/types';

export function cumulativeScores(view: SushiGoView | SushiRollView): number[][] {
  return view.scores.map((_, seat) => {
    const row = [0];
    for (const round of view.past) row.push(row[row.length - 1]! + (round[seat]?.tally.points ?? 0));
    row.push(view.result?.totals[seat] ?? row[row.length - 1]!);
    return row;
  });
}
