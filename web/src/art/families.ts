/** The codes of cards and die faces: family, drawing and count of each. */

import type { Dish, Drawing, FamilyMark } from './sprite';

type CardCode = 'T' | 'S' | 'D' | 'M1' | 'M2' | 'M3' | 'N1' | 'N2' | 'N3' | 'P' | 'W' | 'C';
type FaceCode = 'T' | 'S' | 'D' | 'M1' | 'M2' | 'M3' | 'N1' | 'N2' | 'N3' | 'W' | 'P1' | 'P2' | 'P3' | 'U2' | 'C1' | 'C2';
export type Code = CardCode | FaceCode;

export const families = ['tempura', 'sashimi', 'dumpling', 'maki', 'nigiri', 'pudding', 'wasabi', 'chopsticks', 'menu'] as const;
export type Family = (typeof families)[number];

export const dieKinds = ['nigiri', 'maki', 'appetizer', 'specials', 'pudding'] as const;
export type DieKind = (typeof dieKinds)[number];

interface Entry {
  readonly family: Family;
  readonly drawing: Dish;
  /** Rolls on a maki, points of a nigiri, puddings, menus or pairs of chopsticks; 1 for the rest. */
  readonly count: 1 | 2 | 3;
}

export const entries: Readonly<Record<Code, Entry>> = {
  T: { family: 'tempura', drawing: 'tempura', count: 1 },
  S: { family: 'sashimi', drawing: 'sashimi', count: 1 },
  D: { family: 'dumpling', drawing: 'dumpling', count: 1 },
  M1: { family: 'maki', drawing: 'maki1', count: 1 },
  M2: { family: 'maki', drawing: 'maki2', count: 2 },
  M3: { family: 'maki', drawing: 'maki3', count: 3 },
  N1: { family: 'nigiri', drawing: 'egg', count: 1 },
  N2: { family: 'nigiri', drawing: 'salmon', count: 2 },
  N3: { family: 'nigiri', drawing: 'squid', count: 3 },
  P: { family: 'pudding', drawing: 'pudding', count: 1 },
  P1: { family: 'pudding', drawing: 'pudding', count: 1 },
  P2: { family: 'pudding', drawing: 'pudding2', count: 2 },
  P3: { family: 'pudding', drawing: 'pudding3', count: 3 },
  W: { family: 'wasabi', drawing: 'wasabi', count: 1 },
  C: { family: 'chopsticks', drawing: 'chopsticks', count: 1 },
  C1: { family: 'chopsticks', drawing: 'chopsticks', count: 1 },
  C2: { family: 'chopsticks', drawing: 'chopsticks2', count: 2 },
  U2: { family: 'menu', drawing: 'menu2', count: 2 },
};

export function isCode(code: string): code is Code {
  return Object.hasOwn(entries, code);
}

// An unknown code is drawn as an empty plate, so that a newer server does not break the page.

export function familyOf(code: string): Family {
  return isCode(code) ? entries[code].family : 'menu';
}

export function drawingOf(code: string): Drawing {
  return isCode(code) ? entries[code].drawing : 'plate';
}

export function countOf(code: string): 1 | 2 | 3 {
  return isCode(code) ? entries[code].count : 1;
}

export function markOf(family: Family): FamilyMark {
  return `mark-${family}`;
}
