/** Tables as text, such as `W N3 T T`: cards or dice in the order they were put down. */
import numbers from '../generated/numbers.json';
import type { DieKind } from '../art/families';
import type { GameName } from '../table/games';

const DICE = numbers['sushi-roll'].dice as Record<DieKind, { count: number; faces: string[] }>;

/** Each code of a game once, in the order of the deck, or of the dice. */
export const codes: Record<GameName, readonly string[]> = {
  'sushi-go': Object.keys(numbers['sushi-go'].deck),
  'sushi-roll': [...new Set(Object.values(DICE).flatMap((die) => die.faces))],
};

/** Dice of a kind in the bag. */
export const diceOf = (kind: DieKind): number => DICE[kind].count;

/** Cards (dice) that each has at the end of a round. */
export function handSize(game: GameName, people: number, dummy: boolean): number {
  if (game === 'sushi-roll') return (numbers['sushi-roll'].dice_each as Record<string, number>)[people] ?? 0;
  return dummy ? numbers['sushi-go'].dummy_hand_size : ((numbers['sushi-go'].hand_size as Record<string, number>)[people] ?? 0);
}

export const written = (table: readonly string[]): string => table.join(' ');

/** The codes of a text, and the words of it that are none. */
export function read(game: GameName, text: string): { table: string[]; wrong: string[] } {
  const words = text.toUpperCase().split(/[\s,+]+/).filter(Boolean);
  return { table: words.filter((word) => codes[game].includes(word)), wrong: words.filter((word) => !codes[game].includes(word)) };
}

export interface Tokens {
  /** null where the dice say it. */
  puddings: number | null;
  menus: number;
  chopsticks: number;
}

/** `P4 U2 C1`, or without the puddings. */
export function readTokens(text: string): Tokens | null {
  const found = /^(?:P(\d{1,3}) )?U(\d{1,3}) C(\d{1,3})$/.exec(text.trim().toUpperCase());
  return found && { puddings: found[1] === undefined ? null : Number(found[1]), menus: Number(found[2]), chopsticks: Number(found[3]) };
}

export const writtenTokens = ({ puddings, menus, chopsticks }: Tokens): string =>
  `${puddings === null ? '' : `P${puddings} `}U${menus} C${chopsticks}`;
