/** Who has won, and what decided between equals. */
import { lang } from '../words/index.svelte';
import type { Sheet } from './edits';
import { named } from './naming';
import type { Standing } from './standing';

/** A sentence, and another one where points alone did not decide. */
export function verdict(sheet: Sheet, { end, totals }: Standing): string[] {
  if (!end) return [];
  const t = lang.t.score;
  const names = end.winners.map((seat) => named(sheet, seat));
  const people = totals.slice(0, sheet.players.length);
  const equal = people.filter((points) => points === Math.max(...people)).length;
  const who = t.wins(names);
  const sentence = /[.!]$/.test(who) ? who : `${who}.`;
  return equal < 2 ? [sentence] : [sentence, names.length > 1 ? t.tieShared : t.tie(names[0] ?? '')];
}
