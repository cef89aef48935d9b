/** Groups the dishes of a player into stacks, one for each line of the tally, with points and what is missing. */
import numbers from '../generated/numbers.json';
import type { WireLine, WireTable } from '../protocol/types';

export interface Stack {
  key: string;
  /** The dish on top of the stack. */
  code: string;
  /** The dishes of the stack, in the order they were played. */
  dishes: readonly string[];
  count: number;
  points: number;
  /** Points so far, as a short label: `+5`, `×3`. */
  worth: string;
  /** How far an incomplete set is: `2/3`. */
  lack: string;
  line: WireLine;
}

const signed = (points: number): string => (points < 0 ? `−${-points}` : `+${points}`);

export function worthOf(line: WireLine): string {
  if (line.reason === 'open') return `×${numbers['sushi-go'].wasabi_factor}`;
  if (line.reason === 'no-points' || line.reason === 'tokens') return '';
  if (line.reason === 'short' && line.points === 0) return '';
  return signed(line.points);
}

export function lackOf(line: WireLine): string {
  return line.reason === 'short' && line.lacks > 0 ? `${line.count}/${line.count + line.lacks}` : '';
}

/** The stacks of a table, in the order of the tally. Lines without dishes are left out. */
export function stacksOf(table: WireTable): Stack[] {
  return table.tally.lines
    .map((line) => ({ line, dishes: line.dishes ?? [] }))
    .filter(({ dishes }) => dishes.length > 0)
    .map(({ line, dishes }) => ({
      key: `${line.item}-${line.reason === 'on-wasabi' ? 'w' : ''}`,
      code: dishes[dishes.length - 1] ?? '',
      dishes,
      count: dishes.length,
      points: line.points,
      worth: worthOf(line),
      lack: lackOf(line),
      line,
    }));
}

/** First or second place in the maki ranking, else null. */
export function makiPlace(line: WireLine): 1 | 2 | null {
  if (line.reason === 'most') return 1;
  return line.reason === 'second' ? 2 : null;
}
