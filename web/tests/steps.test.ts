/** What the coach says, and when. */
import { describe, expect, it } from 'vitest';
import { begin, follow, goBack, goOn, lessonFor, mayGoOn, type Lesson, type Progress } from '../src/learn/steps';
import type { State, SushiGoView, SushiRollView } from '../src/protocol/types';
import { over, playing, views } from './kit/golden';

/** A state of a learner in this game, with something about the view changed. */
function at<G extends State['game']>(game: G, change: Partial<G extends 'sushi-go' ? SushiGoView : SushiRollView>): State {
  const state = playing(game);
  if (state.view?.type !== game || state.you === null) throw new Error('another game');
  return { ...state, view: { ...state.view, ...change } as NonNullable<State['view']> };
}

const shown = (progress: Progress): Lesson['id'] | undefined => progress.given[progress.at]?.id;
const unready = (state: State): boolean[] => state.seats.map(() => false);

describe('a first game of cards', () => {
  const start = at('sushi-go', { round: 1, turn: 1, past: [], revealed: [], ready: unready(playing('sushi-go')), chosen: null });

  it('welcomes, looks around, and then waits for a choice', () => {
    let progress = begin(start);
    expect(shown(progress)).toBe('welcome');
    progress = goOn(progress, start);
    expect(shown(progress)).toBe('around');
    progress = goOn(progress, start);
    expect(shown(progress)).toBe('choose');
    expect(mayGoOn(progress)).toBe(false);
    expect(goOn(progress, start)).toBe(progress);
  });

  it('goes back over what was said, and forward again, without losing anything', () => {
    const two = goOn(begin(start), start);
    const back = goBack(goBack(two));
    expect(shown(back)).toBe('welcome');
    expect(shown(goOn(back, start))).toBe('around');
    expect(goOn(back, start).given).toEqual(two.given);
  });

  it('notices that one has chosen', () => {
    const you = start.you ?? 0;
    const ready = unready(start).map((_, seat) => seat === you);
    const asked = goOn(goOn(begin(start), start), start);
    const chosen = follow(asked, at('sushi-go', { round: 1, turn: 1, past: [], ready }));
    expect(shown(chosen)).toBe('chosen');
  });

  it('says nothing twice, also after the page was loaded anew', () => {
    expect(shown(begin(start, ['welcome', 'around']))).toBe('choose');
  });

  it('leaves what is being read alone while nothing has been done', () => {
    const reading = begin(start);
    const others = at('sushi-go', { round: 1, turn: 1, past: [], revealed: [], ready: unready(start), chosen: null, pile: 3 });
    expect(shown(follow(reading, others))).toBe('welcome');
  });

  it('tells of chopsticks when they can be used', () => {
    const legal: SushiGoView['legal'] = [{ type: 'cards', cards: ['T', 'S'], dummy: null }];
    const said = ['welcome', 'around', 'choose', 'turned', 'passed', 'known', 'scored', 'lastRound'];
    expect(lessonFor(at('sushi-go', { turn: 3, legal, ready: unready(start) }), said).id).toBe('chopsticks');
  });
});

describe('a first game of dice', () => {
  it('asks for a die when it is one’s turn, and only then', () => {
    const state = playing('sushi-roll');
    const you = state.you ?? 0;
    const trays = state.view?.type === 'sushi-roll' ? state.view.trays.map(() => ({ dishes: [], tally: { points: 0, lines: [] } })) : [];
    const said = ['welcome', 'around', 'starter'];
    const mine = at('sushi-roll', { round: 1, turn: 1, trays, acting: you, can_take: true, past: [] });
    expect(lessonFor(mine, said).id).toBe('take');
    const theirs = at('sushi-roll', { round: 1, turn: 1, trays, acting: 1 - Math.min(you, 1), can_take: false, past: [] });
    expect(lessonFor(theirs, said).id).toBe('waits');
  });
});

it('ends with the result, and says so where the game was stopped', () => {
  const state = over('sushi-go');
  expect(lessonFor({ ...state, ended: null }, []).id).toBe('over');
  expect(lessonFor({ ...state, ended: 'agreement' }, []).id).toBe('stopped');
});

it('has a lesson for every moment of a game', () => {
  for (const view of views) {
    if (view.seat === null) continue;
    const state = { ...playing(view.type), view, you: view.seat, phase: 'playing' as const };
    let said: string[] = [];
    for (let more = true; more; ) {
      const lesson = lessonFor(state, said);
      more = !lesson.passing && !said.includes(lesson.id);
      if (more) said = [...said, lesson.id];
    }
    expect(said.length, `${view.type} ${view.round}.${view.turn}`).toBeLessThan(40);
  }
});
