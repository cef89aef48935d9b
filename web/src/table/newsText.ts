/** News of a table as sentences, for the log and for the live region. */
import type { News, State } from '../protocol/types';
import type { lang as Lang } from '../words/index.svelte';
import { parseAgreement } from './agreements';
import { nameOf } from './names';

type Language = Pick<typeof Lang, 't' | 'dishes' | 'spoken' | 'spokenList'>;

/** The sentences of several news, in order. */
export function newsSentences(news: readonly News[], table: State, lang: Language): string[] {
  return news.flatMap((item, index) => {
    const laterTakes = news.slice(index + 1).filter((other) => isTake(other) && isTake(item) && other.seat === item.seat).length;
    return sentencesOf(item, table, lang, laterTakes);
  });
}

const isTake = (news: News): news is Extract<News, { type: 'acted' }> => news.type === 'acted' && news.move.type === 'take';

/** What these seats propose or agree to. */
export function agreementText(table: State, key: string, seats: readonly number[], lang: Language): string {
  const t = lang.t.news;
  const names = lang.t.list(seats.map((seat) => nameOf(table, seat, lang)));
  const agreement = parseAgreement(key);
  if (agreement.type === 'more-time') return t.agreedTime(names);
  if (agreement.type === 'end-game') return t.agreedEnd(names);
  return t.agreedBot(names, nameOf(table, agreement.seat, lang));
}

/** The last die that a seat took, or one taken `takesAgo` takes before. After a round it lies in the tray that was scored. */
function dieTaken(table: State, seat: number, takesAgo: number): string | null {
  const view = table.view;
  if (view?.type !== 'sushi-roll') return null;
  const dishes = [...view.past, view.trays].flatMap((trays) => trays[seat]?.dishes ?? []);
  return dishes[dishes.length - 1 - takesAgo] ?? null;
}

/** The sentences of one piece of news. `laterTakes`: how many dice the same seat has taken since. */
export function sentencesOf(news: News, table: State, lang: Language, laterTakes = 0): string[] {
  const t = lang.t.news;
  const name = (seat: number): string => nameOf(table, seat, lang);
  switch (news.type) {
    case 'sat':
      return [t.sat(news.name)];
    case 'freed':
      return [t.freed(`${news.seat + 1}`)];
    case 'renamed':
      return [t.renamed(news.name)];
    case 'host':
      return news.seat === null ? [] : [t.host(name(news.seat))];
    case 'started':
      return [t.started];
    case 'revealed':
      return news.moves.flatMap((move, seat) => {
        const called = move.cards.length > 1 ? [lang.t.table.called(name(seat))] : [];
        const dummy = move.dummy == null ? [] : [t.keeps(lang.dishes.dummy, lang.spoken(move.dummy))];
        return [...called, t.keeps(name(seat), lang.spokenList(move.cards)), ...dummy];
      });
    case 'acted': {
      const move = news.move;
      if (move.type === 'menu') return [`${lang.t.roll.did.menu(name(news.seat), move.dice.length)}.`];
      if (move.type === 'swap') return [`${lang.t.roll.did.swap(name(news.seat), name(move.seat))}.`];
      const die = dieTaken(table, news.seat, laterTakes);
      return [`${lang.t.roll.did.took(name(news.seat), die ? lang.spoken(die) : '…')}.`];
    }
    case 'handed-over':
      return [t.handedOver(name(news.seat))];
    case 'taken-back':
      return [t.takenBack(name(news.seat))];
    case 'agreed':
      return [agreementText(table, news.what, [news.seat], lang)];
    case 'said':
      return [t.said(name(news.seat), lang.t.faces[news.phrase] ?? lang.t.phrases[news.phrase])];
    case 'ended':
      return [t.ended];
    case 'rematch':
      return [t.rematch];
  }
}
