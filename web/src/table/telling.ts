/** What happened, in sentences: for the log, and for whoever listens. */
import type { News, State } from '../protocol/types';
import type { lang as Lang } from '../words/index.svelte';
import { nameOf } from './names';

type Speaks = Pick<typeof Lang, 't' | 'dishes' | 'spoken' | 'spokenList'>;

/** All that happened, in order. Several dice may have been taken meanwhile: each is told as the one that it was. */
export function spokenAll(news: readonly News[], table: State, lang: Speaks): string[] {
  return news.flatMap((item, index) => {
    const later = news.slice(index + 1).filter((other) => takes(other) && takes(item) && other.seat === item.seat).length;
    return spokenNews(item, table, lang, later);
  });
}

const takes = (news: News): news is Extract<News, { type: 'acted' }> => news.type === 'acted' && news.move.type === 'take';

/** That these would agree to something, and to what. */
export function saidAgreement(table: State, what: string, seats: readonly number[], lang: Speaks): string {
  const t = lang.t.news;
  const who = lang.t.list(seats.map((seat) => nameOf(table, seat, lang)));
  if (what === 'more-time') return t.agreedTime(who);
  if (what === 'end-game') return t.agreedEnd(who);
  return t.agreedBot(who, nameOf(table, Number(what.split(' ')[1]), lang));
}

/** The die that a player took, so many takes ago. After the last one of a round it lies in the tray that was scored. */
export function taken(table: State, seat: number, ago = 0): string | null {
  const view = table.view;
  if (view?.type !== 'sushi-roll') return null;
  const dishes = [...view.past, view.trays].flatMap((trays) => trays[seat]?.dishes ?? []);
  return dishes[dishes.length - 1 - ago] ?? null;
}

export function spokenNews(news: News, table: State, lang: Speaks, ago = 0): string[] {
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
      const die = taken(table, news.seat, ago);
      return [`${lang.t.roll.did.took(name(news.seat), die ? lang.spoken(die) : '…')}.`];
    }
    case 'handed-over':
      return [t.handedOver(name(news.seat))];
    case 'taken-back':
      return [t.takenBack(name(news.seat))];
    case 'agreed':
      return [saidAgreement(table, news.what, [news.seat], lang)];
    case 'said':
      return [t.said(name(news.seat), lang.t.faces[news.phrase] ?? lang.t.phrases[news.phrase])];
    case 'ended':
      return [t.ended];
    case 'rematch':
      return [t.rematch];
  }
}
