/** Cards and faces that score together, in the order in which they are told. */
import numbers from '../generated/numbers.json';
import type { GameName } from '../table/games';

export const groups: Record<GameName, readonly (readonly string[])[]> = {
  'sushi-go': [['T'], ['S'], ['D'], ['M1', 'M2', 'M3'], ['N1'], ['N2'], ['N3'], ['W'], ['C'], ['P']],
  'sushi-roll': [['T'], ['S'], ['D'], ['M1', 'M2', 'M3'], ['N1'], ['N2'], ['N3'], ['W'], ['U2'], ['C1', 'C2'], ['P1', 'P2', 'P3']],
};

const deck: Record<string, number> = numbers['sushi-go'].deck;

/** How many cards of each of these are in the deck. */
export function inDeck(codes: readonly string[]): number[] {
  return codes.map((code) => deck[code] ?? 0);
}

const each = { 'sushi-go': numbers['sushi-go'].hand_size, 'sushi-roll': numbers['sushi-roll'].dice_each };

/** How much everybody gets, by the number of players. */
export function shares(game: GameName): [players: string, each: number][] {
  return Object.entries(each[game]);
}

export const bag = Object.entries(numbers['sushi-roll'].dice) as [
  kind: 'nigiri' | 'maki' | 'appetizer' | 'specials' | 'pudding',
  dice: { count: number; faces: string[] },
][];
