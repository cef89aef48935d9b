/** News of a table as sentences. */
import { beforeAll, describe, expect, it } from 'vitest';
import type { News, State } from '../src/protocol/types';
import { newsSentences, sentencesOf } from '../src/table/newsText';
import { lang } from '../src/words/index.svelte';
import { settings } from '../src/app/settings.svelte';
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
    await lang.use(language);
  });

  it.each(news.map((item) => [item.type, item] as const))('%s', (_, item) => {
    const table = playing(item.type === 'acted' ? 'sushi-roll' : 'sushi-go');
    const sentences = sentencesOf(item, table, lang);
    if (item.type === 'host' && item.seat === null) {
      expect(sentences).toEqual([]);
      return;
    }
    expect(sentences.length).toBeGreaterThan(0);
    for (const sentence of sentences) {
      expect(sentence).toMatch(/\p{L}{2}/u);
      expect(sentence).toMatch(/[.!?”»]$/);
      expect(sentence).not.toMatch(/undefined|NaN|object|function|=>|\bnull\b/);
    }
  });

  it.each(Object.keys(lang.t.phrases))('“%s” has a text for screen readers', (phrase) => {
    const said = { type: 'said', seat: 1, phrase } as News;
    expect(sentencesOf(said, playing('sushi-go'), lang).join()).toMatch(/\p{L}{2}.*\p{L}{2}/u);
  });
});

describe('in English', () => {
  beforeAll(async () => {
    settings.language = 'en';
    await lang.use('en');
  });
  const say = (item: News, table: State): string => sentencesOf(item, table, lang).join(' ');

  it('says who kept which card, and who used chopsticks', () => {
    const two: News = {
      type: 'revealed',
      round: 1,
      turn: 4,
      moves: [
        { type: 'cards', cards: ['T'] },
        { type: 'cards', cards: ['W', 'N3'] },
      ],
    };
    const text = say(two, playing('sushi-go'));
    expect(text).toMatch(/Ana.*tempura.*Ben.*Sushi Go!.*Ben.*wasabi.*squid nigiri/);
  });

  it('says which card the dummy got', () => {
    const table = stateWhere((state) => state.options?.dummy === true && state.phase === 'playing');
    const text = say(
      {
        type: 'revealed',
        round: 1,
        turn: 1,
        moves: [
          { type: 'cards', cards: ['T'] },
          { type: 'cards', cards: ['M3'], dummy: 'P' },
        ],
      },
      table,
    );
    expect(text).toContain(`${lang.dishes.dummy}: pudding`);
  });

  it('names the die that was taken, from the tray', () => {
    const table = playing('sushi-roll');
    const view = table.view?.type === 'sushi-roll' ? table.view : null;
    view!.trays[1]!.dishes = ['W', 'M3'];
    expect(say({ type: 'acted', seat: 1, move: { type: 'take', die: 0 } }, table)).toBe('Ben takes triple maki.');
  });

  it('names each of several dice taken since the last state', () => {
    const table = playing('sushi-roll');
    if (table.view?.type !== 'sushi-roll') throw new Error('another game');
    const trays = table.view.trays.map((tray, seat) => (seat === 1 ? { ...tray, dishes: ['M3', 'T', 'S'] } : tray));
    const take: News = { type: 'acted', seat: 1, move: { type: 'take', die: 0 } };
    const text = newsSentences(
      [take, { type: 'acted', seat: 0, move: { type: 'menu', dice: [0] } }, take],
      { ...table, view: { ...table.view, trays } },
      lang,
    );
    expect(text).toEqual(['Ben takes tempura.', 'Ana pays a menu and rolls 1 die again.', 'Ben takes sashimi.']);
  });

  it('names the last die of a round after the trays were scored', () => {
    const table = over('sushi-roll');
    const view = table.view?.type === 'sushi-roll' ? table.view : null;
    const between = structuredClone(table);
    between.phase = 'playing';
    Object.assign(between.view!, {
      past: view!.past.slice(0, 1),
      trays: view!.trays.map(() => ({ dishes: [], tally: { points: 0, lines: [] } })),
      round: 2,
    });
    const last = view!.past[0]![1]!.dishes.at(-1)!;
    expect(say({ type: 'acted', seat: 1, move: { type: 'take', die: 0 } }, between)).toBe(`Ben takes ${lang.spoken(last)}.`);
    expect(say({ type: 'acted', seat: 2, move: { type: 'take', die: 0 } }, table)).not.toContain('…');
  });

  it('names both players of a hand-over proposal', () => {
    expect(say({ type: 'agreed', seat: 0, what: 'hand-over 1' }, playing('sushi-go'))).toMatch(/Ana.*Ben/);
  });
});
