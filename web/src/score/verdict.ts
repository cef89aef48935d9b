/** The result in a sentence: who won, and how a tie was broken. */
import type { State } from '../protocol/types';
import type { Words } from '../words/en';

export function verdict(table: State, names: readonly string[], t: Words): string {
  const result = table.view?.result;
  if (!result) return t.score.stopped;
  const winners = result.winners.map((seat) => names[seat] ?? '');
  const isMine = table.you !== null && result.winners.includes(table.you);
  const others = result.winners.filter((seat) => seat !== table.you).map((seat) => names[seat] ?? '');
  const sentence = isMine ? (others.length ? t.score.youShare(others) : t.score.youWin) : t.score.wins(winners);
  const best = Math.max(...table.seats.map((_, seat) => result.totals[seat] ?? 0));
  const tied = table.seats.filter((_, seat) => result.totals[seat] === best).length;
  if (tied < 2) return sentence;
  return `${sentence} ${winners.length > 1 ? t.score.tieShared : t.score.tie(winners[0] ?? '')}`;
}
