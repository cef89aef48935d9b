/** Notation of tables and tokens: codes in the order they were played, such as `W N3 T T`, and counts such as `P4 U2 C1`. */
import numbers from '../generated/numbers.json';
import type { DieKind } from '../art/families';
import type { GameName } from '../table/games';

const DICE = numbers['sushi-roll'].dice as Record<DieKind, { count: number; faces: string[] }>;

/** The distinct codes of a game, in the order of the deck or of the dice. */
export const codes: Record<GameName, readonly string[]> = {
  'sushi-go': Object.keys(numbers['sushi-go'].deck),
  'sushi-roll': [...new Set(Object.values(DICE).flatMap((die) => die.faces))],
};

/** How many dice of a kind the bag has. */
export const diceOf = (kind: DieKind): number => DICE[kind].count;

/** Cards or dice that each player has at the end of a round. */
export function handSize(game: GameName, people: number, dummy: boolean): number {
  if (game === 'sushi-roll') return (numbers['sushi-roll'].dice_each as Record<string, number>)[people] ?? 0;
  return dummy ? numbers['sushi-go'].dummy_hand_size : ((numbers['sushi-go'].hand_size as Record<string, number>)[people] ?? 0);
}

export const formatTable = (table: readonly string[]): string => table.join(' ');

/** Parse a text into the codes of a game; words that are no code are `invalid`. */
export function parseTable(game: GameName, text: string): { table: string[]; invalid: string[] } {
  const words = text
    .toUpperCase()
    .split(/[\s,+]+/)
    .filter(Boolean);
  return {
    table: words.filter((word) => codes[game].includes(word)),
    invalid: words.filter((word) => !codes[game].includes(word)),
  };
}

export interface Tokens {
  /** null: as many as the dice of the three rounds give. */
  puddings: number | null;
  menus: number;
  chopsticks: number;
}

/** Parse the tokens left at the end: `P4 U2 C1`, or without the puddings. */
export function parseTokens(text: string): Tokens | null {
  const found = /^(?:P(\d{1,3}) )?U(\d{1,3}) C(\d{1,3})$/.exec(text.trim().toUpperCase());
  return (
    found && { puddings: found[1] === undefined ? null : Number(found[1]), menus: Number(found[2]), chopsticks: Number(found[3]) }
  );
}

export const formatTokens = ({ puddings, menus, chopsticks }: Tokens): string =>
  `${puddings === null ? '' : `P${puddings} `}U${menus} C${chopsticks}`;
