/** Which lesson the tutorial gives in which state. */
import { describe, expect, it } from 'vitest';
import {
  followTable,
  hasNext,
  type Lesson,
  lessonFor,
  type Progress,
  showNext,
  showPrevious,
  startProgress,
} from '../src/learn/lessons';
import type { State, SushiGoView, SushiRollView } from '../src/protocol/types';
import { over, playing, views } from './kit/golden';

/** A state of this game for a player, with changes to the view. */
function at<G extends State['game']>(game: G, change: Partial<G extends 'sushi-go' ? SushiGoView : SushiRollView>): State {
  const state = playing(game);
  if (state.view?.type !== game || state.you === null) throw new Error('another game');
  return { ...state, view: { ...state.view, ...change } };
}

const shown = (progress: Progress): Lesson['id'] | undefined => progress.given[progress.at]?.id;
const unready = (state: State): boolean[] => state.seats.map(() => false);

describe('a first game of cards', () => {
  const start = at('sushi-go', { round: 1, turn: 1, past: [], revealed: [], ready: unready(playing('sushi-go')), chosen: null });

  it('gives two lessons, and then waits for a choice', () => {
    let progress = startProgress(start);
    expect(shown(progress)).toBe('welcome');
    progress = showNext(progress, start);
    expect(shown(progress)).toBe('around');
    progress = showNext(progress, start);
    expect(shown(progress)).toBe('choose');
    expect(hasNext(progress)).toBe(false);
    expect(showNext(progress, start)).toBe(progress);
  });

  it('goes back and forward through the lessons without losing any', () => {
    const two = showNext(startProgress(start), start);
    const back = showPrevious(showPrevious(two));
    expect(shown(back)).toBe('welcome');
    expect(shown(showNext(back, start))).toBe('around');
    expect(showNext(back, start).given).toEqual(two.given);
  });

  it('reacts to the player’s choice', () => {
    const you = start.you ?? 0;
    const ready = unready(start).map((_, seat) => seat === you);
    const asked = showNext(showNext(startProgress(start), start), start);
    const chosen = followTable(asked, at('sushi-go', { round: 1, turn: 1, past: [], ready }));
    expect(shown(chosen)).toBe('chosen');
  });

  it('repeats no lesson, also after a reload', () => {
    expect(shown(startProgress(start, ['welcome', 'around']))).toBe('choose');
  });

  it('keeps an unread lesson until the player acts', () => {
    const reading = startProgress(start);
    const others = at('sushi-go', { round: 1, turn: 1, past: [], revealed: [], ready: unready(start), chosen: null, pile: 3 });
    expect(shown(followTable(reading, others))).toBe('welcome');
  });

  it('explains chopsticks when they can be used', () => {
    const legal: SushiGoView['legal'] = [{ type: 'cards', cards: ['T', 'S'], dummy: null }];
    const given = ['welcome', 'around', 'choose', 'turned', 'passed', 'known', 'scored', 'lastRound'];
    expect(lessonFor(at('sushi-go', { turn: 3, legal, ready: unready(start) }), given).id).toBe('chopsticks');
  });
});

describe('a first game of dice', () => {
  it('asks for a die in the player’s turn only', () => {
    const state = playing('sushi-roll');
    const you = state.you ?? 0;
    const trays =
      state.view?.type === 'sushi-roll' ? state.view.trays.map(() => ({ dishes: [], tally: { points: 0, lines: [] } })) : [];
    const given = ['welcome', 'around', 'starter'];
    const mine = at('sushi-roll', { round: 1, turn: 1, trays, acting: you, can_take: true, past: [] });
    expect(lessonFor(mine, given).id).toBe('take');
    const theirs = at('sushi-roll', { round: 1, turn: 1, trays, acting: 1 - Math.min(you, 1), can_take: false, past: [] });
    expect(lessonFor(theirs, given).id).toBe('waits');
  });
});

it('ends with the result, or with a note that the game was stopped', () => {
  const state = over('sushi-go');
  expect(lessonFor({ ...state, ended: null }, []).id).toBe('over');
  expect(lessonFor({ ...state, ended: 'agreement' }, []).id).toBe('stopped');
});

it('has a lesson for every golden view, and comes to an end', () => {
  for (const view of views) {
    if (view.seat === null) continue;
    const state = { ...playing(view.type), view, you: view.seat, phase: 'playing' as const };
    let given: string[] = [];
    for (let more = true; more;) {
      const lesson = lessonFor(state, given);
      more = !lesson.isTransient && !given.includes(lesson.id);
      if (more) given = [...given, lesson.id];
    }
    expect(given.length, `${view.type} ${view.round}.${view.turn}`).toBeLessThan(40);
  }
});
