/** A result as a picture, drawn by the page itself. */
import { drawing } from './canvas';
import type { Sheet } from './edits';
import { named } from './naming';
import { pointsOf } from './scorer';
import type { Standing } from './standing';

/** What the picture says, in the chosen language. */
export interface Said {
  verdict: string[];
  soFar: string;
  game: string;
  round: (round: number) => string;
  puddings: string;
  tokens: string;
  total: string;
}

export async function picture(sheet: Sheet, standing: Standing, said: Said): Promise<Blob> {
  const { end } = standing;
  const played = standing.rounds
    .map((round, index) => ({ ...round, number: index + 1 }))
    .filter((round) => round.tables.some((table) => table !== null));
  const rows = standing.totals.map((total, seat) => ({
    name: named(sheet, seat),
    won: end?.winners.includes(seat) ?? false,
    cells: [
      ...played.map((round) => round.points[seat]!),
      ...(end ? [end.lines[seat]![0]!.points] : []),
      ...(end && sheet.game === 'sushi-roll' ? [pointsOf(end.lines[seat]!.slice(1))] : []),
      total,
    ],
    total,
  }));
  rows.sort((one, other) => Number(other.won) - Number(one.won) || other.total - one.total);
  const heads = [
    ...played.map((round) => said.round(round.number)),
    ...(end ? [said.puddings] : []),
    ...(end && sheet.game === 'sushi-roll' ? [said.tokens] : []),
    said.total,
  ];
  const date = new Date(sheet.started).toLocaleDateString(document.documentElement.lang, { dateStyle: 'long' });
  const [title = said.soFar, why = ''] = said.verdict;
  return drawing({ title, why, under: `${said.game} · ${date}`, heads, rows });
}
