/** What a lesson is about, put into the words of the chosen language. */
import type { State } from '../protocol/types';
import { explain } from '../table/explain';
import { nameOf } from '../table/names';
import { lang } from '../words/index.svelte';
import type { Told } from './coach.en';
import type { Facts } from './steps';

export function tell(facts: Facts, table: State): Told {
  const { line, dishes = [], seats = [], number = 0 } = facts;
  const last = dishes[dishes.length - 1];
  const reason = line && (lang.t.score.reasons[line.reason]?.(line.count, line.rivals, line.lacks) ?? line.text);
  return {
    what: lang.spokenList(dishes),
    why: last === undefined ? '' : explain(table.game, last),
    item: line ? (lang.dishes.items[line.item] ?? line.item) : '',
    reason: reason ?? '',
    who: seats.map((seat) => nameOf(table, seat, lang)),
    number,
    points: lang.t.points(line?.points ?? 0),
    lacks: line?.lacks ?? 0,
  };
}
