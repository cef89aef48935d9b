/** The result of a sheet as an image, to be shared. */
import { drawTable } from './drawTable';
import type { Sheet } from './edits';
import { seatName } from './labels';
import { pointsOf } from './scorer';
import type { SheetScore } from './totals';

/** The texts of the image, in the chosen language. */
interface ImageTexts {
  verdict: string[];
  soFar: string;
  game: string;
  round: (round: number) => string;
  puddings: string;
  tokens: string;
  total: string;
}

export async function resultImage(sheet: Sheet, score: SheetScore, texts: ImageTexts): Promise<Blob> {
  const { end } = score;
  const played = score.rounds
    .map((round, index) => ({ ...round, number: index + 1 }))
    .filter((round) => round.tables.some((table) => table !== null));
  const rows = score.totals.map((total, seat) => ({
    name: seatName(sheet, seat),
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
    ...played.map((round) => texts.round(round.number)),
    ...(end ? [texts.puddings] : []),
    ...(end && sheet.game === 'sushi-roll' ? [texts.tokens] : []),
    texts.total,
  ];
  const date = new Date(sheet.started).toLocaleDateString(document.documentElement.lang, { dateStyle: 'long' });
  const [title = texts.soFar, subtitle = ''] = texts.verdict;
  return drawTable({ title, subtitle, caption: `${texts.game} · ${date}`, heads, rows });
}
