/** The two games by their names on the wire, and the kinds of dice. */
import type { DieKind } from '../art/families';

export type GameName = 'sushi-go' | 'sushi-roll';
export const games: readonly GameName[] = ['sushi-go', 'sushi-roll'];

/** The kind of die that has this face: each face is on one kind only. */
export function kindOf(face: string): DieKind {
  if (face.startsWith('N')) return 'nigiri';
  if (face.startsWith('M')) return 'maki';
  if (face.startsWith('P')) return 'pudding';
  return ['T', 'S', 'D'].includes(face) ? 'appetizer' : 'specials';
}
