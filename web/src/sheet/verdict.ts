/** The result of a sheet in sentences. */
import { lang } from '../words/index.svelte';
import type { Sheet } from './edits';
import { seatName } from './labels';
import type { SheetScore } from './totals';

/** Who won, and a second sentence if a tie was broken or shared; nothing before the end. */
export function verdict(sheet: Sheet, { end, totals }: SheetScore): string[] {
  if (!end) return [];
  const t = lang.t.score;
  const names = end.winners.map((seat) => seatName(sheet, seat));
  const people = totals.slice(0, sheet.players.length);
  const tied = people.filter((points) => points === Math.max(...people)).length;
  const who = t.wins(names);
  const sentence = /[.!]$/.test(who) ? who : `${who}.`;
  return tied < 2 ? [sentence] : [sentence, names.length > 1 ? t.tieShared : t.tie(names[0] ?? '')];
}
