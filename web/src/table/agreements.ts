/** Proposals that take effect once everybody agrees; on the wire each has a key: `more-time`, `end-game`, `hand-over 2`. */
import type { EndGame, HandOver, MoreTime } from '../protocol/types';

type Agreement = EndGame | HandOver | MoreTime;

/** The command by which a player proposes or agrees, from its key. */
export function parseAgreement(key: string): Agreement {
  if (key === 'more-time' || key === 'end-game') return { type: key };
  return { type: 'hand-over', seat: Number(key.split(' ')[1]) };
}
