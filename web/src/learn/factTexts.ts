/** The facts of a lesson as texts of the chosen language, for the lesson's sentences. */
import type { State } from '../protocol/types';
import { explain } from '../table/explain';
import { nameOf } from '../table/names';
import { lang } from '../words/index.svelte';
import type { FactTexts } from './coachWords.en';
import type { Facts } from './lessons';

export function factTexts({ line, dishes = [], seats = [], number = 0 }: Facts, table: State): FactTexts {
  const last = dishes[dishes.length - 1];
  return {
    what: lang.spokenList(dishes),
    why: last === undefined ? '' : explain(table.game, last),
    item: line ? lang.item(line.item) : '',
    reason: line ? lang.reason(line) : '',
    who: seats.map((seat) => nameOf(table, seat, lang)),
    number,
    points: lang.t.points(line?.points ?? 0),
    lacks: line?.lacks ?? 0,
  };
}
