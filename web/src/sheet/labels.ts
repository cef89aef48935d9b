/** Labels of seats, cells, values and problems of a sheet, in the chosen language. */
import { lang } from '../words/index.svelte';
import { type Edit, nameOf, type Sheet } from './edits';
import { parseTable, parseTokens } from './notation';
import type { Problem } from './totals';
import type { SheetWords } from './words.en';

export const seatName = (sheet: Sheet, seat: number): string => nameOf(sheet, seat, lang.dishes.dummy);

export function problemText(sheet: Sheet, problem: Problem, w: SheetWords): string {
  const who = lang.t.list(problem.seats.map((seat) => seatName(sheet, seat)));
  const items: Record<Problem['code'], (item: string) => string> = {
    'too-many': (item) => item,
    'too-few': (item) => item,
    deck: (item) => lang.spoken(item),
    bag: (item) => w.dieKinds[item] ?? item,
    supply: (item) => w.tokenKinds[item] ?? item,
  };
  const text = w.problems[problem.code](who, problem.count, items[problem.code](problem.item ?? ''), problem.most);
  return problem.round === null ? text : `${w.inRound(problem.round)} ${text}`;
}

/** The label of a cell, such as `Ana, round 2`. */
export function cellText(sheet: Sheet, cell: string, w: SheetWords): string {
  const [part = '', seat = ''] = cell.split('/');
  const name = seatName(sheet, Number(seat));
  if (part === 'name') return w.renamed(name);
  return part === 'tokens' ? `${name}, ${w.tokens.toLowerCase()}` : w.ofRound(name, Number(part));
}

/** The value of an edit as text. */
export function valueText(sheet: Sheet, edit: Edit, w: SheetWords): string {
  if (edit.value === null) return w.emptied;
  if (edit.cell.startsWith('name/')) return edit.value;
  if (edit.cell.startsWith('tokens/')) {
    const tokens = parseTokens(edit.value);
    if (!tokens) return edit.value;
    const menus = `${w.menus} ${tokens.menus}, ${w.chopsticks} ${tokens.chopsticks}`;
    return tokens.puddings === null ? menus : `${w.puddings} ${tokens.puddings}, ${menus}`;
  }
  return parseTable(sheet.game, edit.value)
    .table.map((code) => lang.spoken(code))
    .join(', ');
}
