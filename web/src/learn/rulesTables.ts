/** Tables for the rules page: dishes that score together, the deck, hand sizes, and the dice in the bag. */
import type { DieKind } from '../art/families';
import numbers from '../generated/numbers.json';
import type { GameName } from '../table/games';

/** Cards and die faces that score together, in the order of the page. */
export const groups: Record<GameName, readonly (readonly string[])[]> = {
  'sushi-go': [['T'], ['S'], ['D'], ['M1', 'M2', 'M3'], ['N1'], ['N2'], ['N3'], ['W'], ['C'], ['P']],
  'sushi-roll': [['T'], ['S'], ['D'], ['M1', 'M2', 'M3'], ['N1'], ['N2'], ['N3'], ['W'], ['U2'], ['C1', 'C2'], ['P1', 'P2', 'P3']],
};

const deck: Record<string, number> = numbers['sushi-go'].deck;

/** How many of each of these cards are in the deck. */
export function countsInDeck(codes: readonly string[]): number[] {
  return codes.map((code) => deck[code] ?? 0);
}

const handSizes = { 'sushi-go': numbers['sushi-go'].hand_size, 'sushi-roll': numbers['sushi-roll'].dice_each };

/** Cards or dice of each player, by the number of players. */
export function handSizesOf(game: GameName): [players: string, each: number][] {
  return Object.entries(handSizes[game]);
}

export const bag = Object.entries(numbers['sushi-roll'].dice) as [kind: DieKind, dice: { count: number; faces: string[] }][];
