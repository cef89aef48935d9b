/** Composing a move of Sushi Roll, tap by tap. */
import { describe, expect, it } from 'vitest';
import { emptyPlan, moveOf, switchMode, tapMine, tapTheirs } from '../src/roll/action';
import type { SushiRollView } from '../src/protocol/types';
import { views } from './kit/golden';

const found = views.find((view): view is SushiRollView => view.type === 'sushi-roll' && view.can_take);
const view: SushiRollView = { ...found!, can_swap: [1] };

describe('taking', () => {
  it('selects one die; a tap on another replaces it, a second tap deselects it', () => {
    expect(moveOf(emptyPlan)).toBeNull();
    expect(moveOf(tapMine(emptyPlan, 2))).toEqual({ type: 'take', die: 2 });
    expect(moveOf(tapMine(tapMine(emptyPlan, 2), 0))).toEqual({ type: 'take', die: 0 });
    expect(moveOf(tapMine(tapMine(emptyPlan, 2), 2))).toBeNull();
  });
});

describe('a menu', () => {
  const menu = switchMode(emptyPlan, 'menu');
  it('rerolls any dice, listed in ascending order', () => {
    expect(moveOf(menu)).toBeNull();
    expect(moveOf([4, 0, 2].reduce(tapMine, menu))).toEqual({ type: 'menu', dice: [0, 2, 4] });
    expect(moveOf([4, 0, 4].reduce(tapMine, menu))).toEqual({ type: 'menu', dice: [0] });
  });

  it('switches back when chosen again, and starts with nothing selected', () => {
    expect(switchMode(menu, 'menu')).toBe(emptyPlan);
    expect(switchMode(tapMine(emptyPlan, 3), 'menu').mine).toEqual([]);
  });
});

describe('chopsticks', () => {
  const swap = switchMode(emptyPlan, 'swap');
  it('need an own die and another player’s, in either order', () => {
    const wanted = { type: 'swap', mine: 2, seat: 1, theirs: 0 };
    expect(moveOf(tapMine(swap, 2))).toBeNull();
    expect(moveOf(tapTheirs(swap, view, 1, 0))).toBeNull();
    expect(moveOf(tapTheirs(tapMine(swap, 2), view, 1, 0))).toEqual(wanted);
    expect(moveOf(tapMine(tapTheirs(swap, view, 1, 0), 2))).toEqual(wanted);
  });

  it('replace the other player’s die by another tap, and deselect it by a second one', () => {
    const plan = tapTheirs(tapMine(swap, 2), view, 1, 0);
    expect(moveOf(tapTheirs(plan, view, 1, 3))).toEqual({ type: 'swap', mine: 2, seat: 1, theirs: 3 });
    expect(moveOf(tapTheirs(plan, view, 1, 0))).toBeNull();
  });

  it('select only on belts that the view allows, and only in swap mode', () => {
    expect(tapTheirs(swap, view, 2, 0)).toBe(swap);
    expect(tapTheirs(emptyPlan, view, 1, 0)).toBe(emptyPlan);
  });
});
