/** A table as it is shown: one stack a line of its tally, with what it is worth and what it lacks. */
import numbers from '../generated/numbers.json';
import type { WireLine, WireTable } from '../protocol/types';

export interface Stack {
  key: string;
  /** The dish on top. */
  code: string;
  /** What lies in it, as on the table. */
  dishes: readonly string[];
  count: number;
  points: number;
  /** What it is worth so far, as short as can be: `+5`, `×3`. */
  worth: string;
  /** What it lacks: `2/3`. */
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

/** The stacks of a table, in the order of its lines. What is about nothing on the table is left out. */
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

/** The place in the race for the most maki, for a mark beside the rolls: 1, 2 or none. */
export function makiPlace(line: WireLine): 1 | 2 | null {
  if (line.reason === 'most') return 1;
  return line.reason === 'second' ? 2 : null;
}
