/** What happened, in sentences. */
import { beforeAll, describe, expect, it } from 'vitest';
import type { News, State } from '../src/protocol/types';
import { spokenAll, spokenNews } from '../src/table/telling';
import { lang } from '../src/words/index.svelte';
import { settings } from '../src/house/settings.svelte';
import { languages } from '../src/words/languages';
import { messages, over, playing, stateWhere } from './kit/golden';

const MORE: News[] = [
  { type: 'agreed', seat: 0, what: 'more-time' },
  { type: 'agreed', seat: 0, what: 'end-game' },
  { type: 'revealed', round: 1, turn: 1, moves: [{ type: 'cards', cards: ['T'], dummy: 'P' }] },
];
const news = [...messages.news, ...MORE];

describe.each(languages)('in %s', (language) => {
  beforeAll(async () => {
    settings.language = language;
    await lang.speak(language);
  });

  it.each(news.map((item) => [item.type, item] as const))('%s', (_, item) => {
    const table = playing(item.type === 'acted' ? 'sushi-roll' : 'sushi-go');
    const said = spokenNews(item, table, lang);
    if (item.type === 'host' && item.seat === null) {
      expect(said).toEqual([]);
      return;
    }
    expect(said.length).toBeGreaterThan(0);
    for (const sentence of said) {
      expect(sentence).toMatch(/\p{L}{2}/u);
      expect(sentence).toMatch(/[.!?”»]$/);
      expect(sentence).not.toMatch(/undefined|NaN|object|function|=>|\bnull\b/);
    }
  });

  it.each(Object.keys(lang.t.phrases))('“%s” has words, or a face that can be heard', (phrase) => {
    const said = { type: 'said', seat: 1, phrase } as News;
    expect(spokenNews(said, playing('sushi-go'), lang).join()).toMatch(/\p{L}{2}.*\p{L}{2}/u);
  });
});

describe('in words', () => {
  beforeAll(async () => {
    settings.language = 'en';
    await lang.speak('en');
  });
  const say = (item: News, table: State): string => spokenNews(item, table, lang).join(' ');

  it('tells who kept what, and who called out', () => {
    const two: News = { type: 'revealed', round: 1, turn: 4, moves: [{ type: 'cards', cards: ['T'] }, { type: 'cards', cards: ['W', 'N3'] }] };
    const said = say(two, playing('sushi-go'));
    expect(said).toMatch(/Ana.*tempura.*Ben.*Sushi Go!.*Ben.*wasabi.*squid nigiri/);
  });

  it('tells what the dummy got', () => {
    const table = stateWhere((state) => state.options?.dummy === true && state.phase === 'playing');
    const said = say({ type: 'revealed', round: 1, turn: 1, moves: [{ type: 'cards', cards: ['T'] }, { type: 'cards', cards: ['M3'], dummy: 'P' }] }, table);
    expect(said).toContain(`${lang.dishes.dummy}: pudding`);
  });

  it('tells which die was taken, by the tray it lies in', () => {
    const table = playing('sushi-roll');
    const view = table.view?.type === 'sushi-roll' ? table.view : null;
    view!.trays[1]!.dishes = ['W', 'M3'];
    expect(say({ type: 'acted', seat: 1, move: { type: 'take', die: 0 } }, table)).toBe('Ben takes triple maki.');
  });

  it('tells each of several dice that were taken meanwhile', () => {
    const table = playing('sushi-roll');
    if (table.view?.type !== 'sushi-roll') throw new Error('another game');
    const trays = table.view.trays.map((tray, seat) => (seat === 1 ? { ...tray, dishes: ['M3', 'T', 'S'] } : tray));
    const take: News = { type: 'acted', seat: 1, move: { type: 'take', die: 0 } };
    const said = spokenAll([take, { type: 'acted', seat: 0, move: { type: 'menu', dice: [0] } }, take], { ...table, view: { ...table.view, trays } }, lang);
    expect(said).toEqual(['Ben takes tempura.', 'Ana pays a menu and rolls 1 die again.', 'Ben takes sashimi.']);
  });

  it('tells which die was taken last, when the round is over and the trays are empty again', () => {
    const table = over('sushi-roll');
    const view = table.view?.type === 'sushi-roll' ? table.view : null;
    const between = structuredClone(table);
    between.phase = 'playing';
    Object.assign(between.view!, { past: view!.past.slice(0, 1), trays: view!.trays.map(() => ({ dishes: [], tally: { points: 0, lines: [] } })), round: 2 });
    const last = view!.past[0]![1]!.dishes.at(-1)!;
    expect(say({ type: 'acted', seat: 1, move: { type: 'take', die: 0 } }, between)).toBe(`Ben takes ${lang.spoken(last)}.`);
    expect(say({ type: 'acted', seat: 2, move: { type: 'take', die: 0 } }, table)).not.toContain('…');
  });

  it('tells who would let a bot play for whom', () => {
    expect(say({ type: 'agreed', seat: 0, what: 'hand-over 1' }, playing('sushi-go'))).toMatch(/Ana.*Ben/);
  });
});
