/** The move that a player of Sushi Roll is composing, tap by tap: take a die, reroll by menu, or swap by chopsticks. */
import type { MenuMove, SushiRollView, SwapMove, TakeMove } from '../protocol/types';

export type Mode = 'take' | 'menu' | 'swap';

export interface Plan {
  mode: Mode;
  /** Selected dice of the own belt. */
  mine: readonly number[];
  /** The selected die of another player, for a swap. */
  theirs: { seat: number; die: number } | null;
}

export const emptyPlan: Plan = { mode: 'take', mine: [], theirs: null };

/** The plan switched to a mode, with nothing selected; the same mode again switches back to taking. */
export function switchMode(plan: Plan, mode: Mode): Plan {
  return plan.mode === mode ? emptyPlan : { mode, mine: [], theirs: null };
}

/** A tap on an own die: one die to take or to give, any number to reroll. */
export function tapMine(plan: Plan, die: number): Plan {
  if (plan.mine.includes(die)) return { ...plan, mine: plan.mine.filter((other) => other !== die) };
  const mine = plan.mode === 'menu' ? [...plan.mine, die].sort((a, b) => a - b) : [die];
  return { ...plan, mine };
}

/** A tap on another player's die: only for a swap, and only on belts that the view allows. */
export function tapTheirs(plan: Plan, view: SushiRollView, seat: number, die: number): Plan {
  if (plan.mode !== 'swap' || !view.can_swap.includes(seat)) return plan;
  const same = plan.theirs?.seat === seat && plan.theirs.die === die;
  return { ...plan, theirs: same ? null : { seat, die } };
}

/** The move of a complete plan, else null. */
export function moveOf(plan: Plan): MenuMove | SwapMove | TakeMove | null {
  const [first] = plan.mine;
  if (first === undefined) return null;
  if (plan.mode === 'menu') return { type: 'menu', dice: [...plan.mine] };
  if (plan.mode === 'take') return { type: 'take', die: first };
  return plan.theirs && { type: 'swap', mine: first, seat: plan.theirs.seat, theirs: plan.theirs.die };
}
