/** What a player is about to do with the dice, tap by tap; nothing counts before it is confirmed. */
import type { MenuMove, SushiRollView, SwapMove, TakeMove } from '../protocol/types';

export type Mode = 'take' | 'menu' | 'swap';

export interface Plan {
  mode: Mode;
  /** Dice of one's own belt. */
  mine: readonly number[];
  /** Another's die, for a swap. */
  theirs: { seat: number; die: number } | null;
}

export const nothing: Plan = { mode: 'take', mine: [], theirs: null };

/** The plan in another mode; what was picked for the old one is let go. */
export function inMode(plan: Plan, mode: Mode): Plan {
  return plan.mode === mode ? nothing : { mode, mine: [], theirs: null };
}

/** A tap on one of one's own dice: one die to take or to give, any number to roll again. */
export function tapMine(plan: Plan, die: number): Plan {
  if (plan.mine.includes(die)) return { ...plan, mine: plan.mine.filter((other) => other !== die) };
  const mine = plan.mode === 'menu' ? [...plan.mine, die].sort((a, b) => a - b) : [die];
  return { ...plan, mine };
}

/** A tap on somebody else's die: only for a swap, and only where the view allows it. */
export function tapTheirs(plan: Plan, view: SushiRollView, seat: number, die: number): Plan {
  if (plan.mode !== 'swap' || !view.can_swap.includes(seat)) return plan;
  const same = plan.theirs?.seat === seat && plan.theirs.die === die;
  return { ...plan, theirs: same ? null : { seat, die } };
}

/** The move, once the plan is whole. */
export function moveOf(plan: Plan): MenuMove | SwapMove | TakeMove | null {
  const [first] = plan.mine;
  if (first === undefined) return null;
  if (plan.mode === 'menu') return { type: 'menu', dice: [...plan.mine] };
  if (plan.mode === 'take') return { type: 'take', die: first };
  return plan.theirs && { type: 'swap', mine: first, seat: plan.theirs.seat, theirs: plan.theirs.die };
}
