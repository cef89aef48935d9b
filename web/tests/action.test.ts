/** What a player is about to do with the dice. */
import { describe, expect, it } from 'vitest';
import { inMode, moveOf, nothing, tapMine, tapTheirs } from '../src/roll/action';
import type { SushiRollView } from '../src/protocol/types';
import { views } from './kit/golden';

const found = views.find((view): view is SushiRollView => view.type === 'sushi-roll' && view.can_take);
const view: SushiRollView = { ...found!, can_swap: [1] };

describe('taking', () => {
  it('needs one die, and another tap changes or takes it back', () => {
    expect(moveOf(nothing)).toBeNull();
    expect(moveOf(tapMine(nothing, 2))).toEqual({ type: 'take', die: 2 });
    expect(moveOf(tapMine(tapMine(nothing, 2), 0))).toEqual({ type: 'take', die: 0 });
    expect(moveOf(tapMine(tapMine(nothing, 2), 2))).toBeNull();
  });
});

describe('a menu', () => {
  const menu = inMode(nothing, 'menu');
  it('rolls any dice again, named ascending', () => {
    expect(moveOf(menu)).toBeNull();
    expect(moveOf([4, 0, 2].reduce(tapMine, menu))).toEqual({ type: 'menu', dice: [0, 2, 4] });
    expect(moveOf([4, 0, 4].reduce(tapMine, menu))).toEqual({ type: 'menu', dice: [0] });
  });

  it('is put away by another tap on it, and begins with nothing picked', () => {
    expect(inMode(menu, 'menu')).toBe(nothing);
    expect(inMode(tapMine(nothing, 3), 'menu').mine).toEqual([]);
  });
});

describe('chopsticks', () => {
  const swap = inMode(nothing, 'swap');
  it('need a die of each, in either order', () => {
    const wanted = { type: 'swap', mine: 2, seat: 1, theirs: 0 };
    expect(moveOf(tapMine(swap, 2))).toBeNull();
    expect(moveOf(tapTheirs(swap, view, 1, 0))).toBeNull();
    expect(moveOf(tapTheirs(tapMine(swap, 2), view, 1, 0))).toEqual(wanted);
    expect(moveOf(tapMine(tapTheirs(swap, view, 1, 0), 2))).toEqual(wanted);
  });

  it('take another die where another is tapped, and none where it is tapped again', () => {
    const plan = tapTheirs(tapMine(swap, 2), view, 1, 0);
    expect(moveOf(tapTheirs(plan, view, 1, 3))).toEqual({ type: 'swap', mine: 2, seat: 1, theirs: 3 });
    expect(moveOf(tapTheirs(plan, view, 1, 0))).toBeNull();
  });

  it('are for those belts alone that the view names, and for swapping alone', () => {
    expect(tapTheirs(swap, view, 2, 0)).toBe(swap);
    expect(tapTheirs(nothing, view, 1, 0)).toBe(nothing);
  });
});
