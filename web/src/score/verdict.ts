/** Who won, in a sentence, and what decided between equals. */
import type { State } from '../protocol/types';
import type { Words } from '../words/en';

export function verdict(table: State, names: readonly string[], t: Words): string {
  const result = table.view?.result;
  if (!result) return t.score.stopped;
  const winners = result.winners.map((seat) => names[seat] ?? '');
  const mine = table.you !== null && result.winners.includes(table.you);
  const others = result.winners.filter((seat) => seat !== table.you).map((seat) => names[seat] ?? '');
  const first = mine ? (others.length ? t.score.youShare(others) : t.score.youWin) : t.score.wins(winners);
  const best = Math.max(...table.seats.map((_, seat) => result.totals[seat] ?? 0));
  const equal = table.seats.filter((_, seat) => result.totals[seat] === best).length;
  if (equal < 2) return first;
  return `${first} ${winners.length > 1 ? t.score.tieShared : t.score.tie(winners[0] ?? '')}`;
}
