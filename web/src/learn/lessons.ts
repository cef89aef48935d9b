/**
 * Which lesson the tutorial's coach gives: an ordered list of rules over the state of the table, as pure functions.
 *
 * The first rule that matches and whose lesson has not been given yet wins; a lesson that was passed over is given later, if its
 * rule still matches. The rules look at the lines of tallies and at the legal moves, and compute no score.
 */
import type { State, SushiGoView, SushiRollView, WireLine } from '../protocol/types';

/** What a lesson is about: codes and numbers, which `factTexts` turns into texts. */
export interface Facts {
  dishes?: readonly string[];
  /** Seats that the text names, in its order. */
  seats?: readonly number[];
  line?: WireLine;
  number?: number;
}

interface Rule<V> {
  id: string;
  /** The learner has to act at the table before the next lesson. */
  needsAction?: true;
  /** A status rather than a lesson: it may be shown again, and is not kept in the list. */
  isTransient?: true;
  /** It is about the upper part of the table, to which a phone scrolls. */
  isAbove?: true;
  match: (view: V, me: number, givenIds: readonly string[]) => Facts | null;
}

export interface Lesson {
  id: LessonId;
  needsAction: boolean;
  isTransient: boolean;
  isAbove: boolean;
  facts: Facts;
}

const NO_FACTS: Facts = {};
const factsIf = (matches: boolean, facts: Facts = NO_FACTS): Facts | null => (matches ? facts : null);

/** The facts of the first line that matches, such as an incomplete set. */
function lineFacts(lines: readonly WireLine[], matches: (line: WireLine) => boolean): Facts | null {
  const line = lines.find(matches);
  return line ? { line, dishes: line.dishes ?? [], number: line.count } : null;
}

const NIGIRI = ['egg', 'salmon', 'squid'];
const SETS = ['tempura', 'sashimi', 'dumpling'];

/** The best line of the last round, and the points of that round. */
function lastRoundFacts(view: SushiGoView | SushiRollView, me: number): Facts | null {
  const tally = view.past[view.past.length - 1]?.[me]?.tally;
  if (!tally) return null;
  const best = tally.lines.reduce<WireLine | null>((most, line) => (line.points > (most?.points ?? 0) ? line : most), null);
  return { number: tally.points, ...(best && { line: best }) };
}

const isFirstTurn = (view: SushiGoView | SushiRollView): boolean => view.round === 1 && view.turn === 1;

/** Lessons about lines of the tally, the same in both games. */
function dishLessons<V>(linesOf: (view: V, me: number) => readonly WireLine[]) {
  const line = (matches: (line: WireLine) => boolean) => (view: V, me: number) => lineFacts(linesOf(view, me), matches);
  return [
    { id: 'complete', match: line(({ item, reason }) => SETS.includes(item) && reason === 'complete') },
    { id: 'onWasabi', match: line(({ reason }) => reason === 'on-wasabi') },
    { id: 'wasabi', match: line(({ reason }) => reason === 'open') },
    { id: 'short', match: line(({ item, reason, lacks }) => SETS.includes(item) && reason === 'short' && lacks > 0) },
    { id: 'growing', match: line(({ reason }) => reason === 'growing') },
    { id: 'maki', match: line(({ item }) => item === 'maki') },
    { id: 'nigiri', match: line(({ item, reason }) => NIGIRI.includes(item) && reason === 'plain') },
  ] as const satisfies readonly Rule<V>[];
}

function roundLessons<V extends SushiGoView | SushiRollView>() {
  return [
    { id: 'scored', match: lastRoundFacts },
    { id: 'known', match: (view: V) => factsIf(view.past.length > 0) },
    { id: 'lastRound', match: (view: V) => factsIf(view.round === view.rounds && view.rounds > 1) },
  ] as const satisfies readonly Rule<V>[];
}

const GO = [
  { id: 'welcome', isAbove: true, match: (view, me) => factsIf(isFirstTurn(view) && !view.ready[me]) },
  {
    id: 'around',
    isAbove: true,
    match: (view, me) => factsIf(isFirstTurn(view) && !view.ready[me], { number: view.hands[me]?.size ?? 0 }),
  },
  { id: 'choose', needsAction: true, match: (view, me) => factsIf(isFirstTurn(view) && !view.ready[me]) },
  { id: 'chosen', needsAction: true, isTransient: true, match: (view, me) => factsIf(view.ready[me] ?? false) },
  { id: 'turned', match: (view, me) => factsIf(view.round === 1 && view.turn > 1, { dishes: view.revealed[me]?.cards ?? [] }) },
  {
    id: 'passed',
    match: (view, me) => {
      const left = (me + 1) % view.players;
      const right = (me + view.players - 1) % view.players;
      return factsIf(view.round === 1 && view.turn > 1, { seats: view.passes === 'left' ? [left, right] : [right, left] });
    },
  },
  ...roundLessons<SushiGoView>(),
  { id: 'chopsticks', match: (view) => factsIf(view.legal.some((move) => move.cards.length > 1)) },
  // After as many turns as there are players the first hand comes back.
  { id: 'again', match: (view) => factsIf(view.round === 1 && view.turn === view.players + 1) },
  { id: 'last', needsAction: true, match: (view, me) => factsIf(view.hands[me]?.size === 1) },
  ...dishLessons<SushiGoView>((view, me) => view.tables[me]?.tally.lines ?? []),
  { id: 'pudding', match: (view, me) => factsIf((view.puddings[me] ?? 0) > 0, { dishes: ['P'] }) },
  { id: 'look', isAbove: true, match: (view) => factsIf(view.round === 1 && view.turn > view.players) },
  { id: 'idle', needsAction: true, isTransient: true, match: () => NO_FACTS },
] as const satisfies readonly Rule<SushiGoView>[];

const ownTray = (view: SushiRollView, me: number): readonly string[] => view.trays[me]?.dishes ?? [];

const ROLL = [
  { id: 'welcome', isAbove: true, match: (view, me) => factsIf(view.round === 1 && ownTray(view, me).length === 0) },
  { id: 'around', isAbove: true, match: (view, me) => factsIf(view.round === 1 && ownTray(view, me).length === 0) },
  {
    id: 'starter',
    isAbove: true,
    match: (view, me) =>
      factsIf(isFirstTurn(view) && ownTray(view, me).length === 0 && view.red_belt !== null && view.red_belt !== me, {
        seats: [view.red_belt ?? 0],
      }),
  },
  {
    id: 'waits',
    needsAction: true,
    isTransient: true,
    match: (view, me) => factsIf(view.acting !== null && view.acting !== me, { seats: [view.acting ?? 0] }),
  },
  {
    id: 'take',
    needsAction: true,
    match: (view, me) => factsIf(view.can_take && ownTray(view, me).length === 0 && view.round === 1),
  },
  {
    id: 'took',
    match: (view, me) => factsIf(view.round === 1 && ownTray(view, me).length > 0, { dishes: ownTray(view, me).slice(-1) }),
  },
  {
    id: 'slid',
    match: (view, me) =>
      factsIf(view.round === 1 && view.turn > 1, { seats: [(me + 1) % view.players, (me + view.players - 1) % view.players] }),
  },
  ...roundLessons<SushiRollView>(),
  { id: 'menu', match: (view, me) => factsIf(view.can_menu && view.turn > 1, { number: view.menus[me] ?? 0 }) },
  {
    id: 'swap',
    match: (view, me, givenIds) =>
      factsIf(view.can_swap.length > 0 && view.turn > 2 && givenIds.includes('menu'), { number: view.chopsticks[me] ?? 0 }),
  },
  { id: 'red', match: (view, me) => factsIf(view.red_belt === me && view.turn > 1) },
  { id: 'tokens', match: (view, me) => lineFacts(view.trays[me]?.tally.lines ?? [], ({ reason }) => reason === 'tokens') },
  ...dishLessons<SushiRollView>((view, me) => view.trays[me]?.tally.lines ?? []),
  { id: 'last', needsAction: true, match: (view, me) => factsIf(view.can_take && view.belts[me]?.length === 1) },
  { id: 'look', isAbove: true, match: (view) => factsIf(view.round === 1 && view.turn > view.players) },
  { id: 'idle', needsAction: true, isTransient: true, match: () => NO_FACTS },
] as const satisfies readonly Rule<SushiRollView>[];

export type GoLesson = (typeof GO)[number]['id'] | 'over' | 'stopped';
export type RollLesson = (typeof ROLL)[number]['id'] | 'over' | 'stopped';
type LessonId = GoLesson | RollLesson;

function firstMatch<V>(rules: readonly Rule<V>[], view: V, me: number, givenIds: readonly string[]): Lesson {
  for (const rule of rules) {
    const facts = givenIds.includes(rule.id) && !rule.isTransient ? null : rule.match(view, me, givenIds);
    if (facts) {
      const { needsAction = false, isTransient = false, isAbove = false } = rule;
      return { id: rule.id as LessonId, needsAction, isTransient, isAbove, facts };
    }
  }
  return { id: 'idle', needsAction: true, isTransient: true, isAbove: false, facts: NO_FACTS };
}

/** The lesson for a state, of those that have not been given. */
export function lessonFor(state: State, givenIds: readonly string[]): Lesson {
  const { view, you } = state;
  if (state.phase === 'over' || !view || you === null) {
    const facts = view && you !== null ? (lastRoundFacts(view, you) ?? NO_FACTS) : NO_FACTS;
    return { id: state.ended === null ? 'over' : 'stopped', needsAction: true, isTransient: false, isAbove: false, facts };
  }
  return view.type === 'sushi-go'
    ? firstMatch<SushiGoView>(GO, view, you, givenIds)
    : firstMatch<SushiRollView>(ROLL, view, you, givenIds);
}

/** Key of what the learner has done so far: while it stays the same, an unread lesson is not replaced. */
function actionKey(state: State): string {
  const { view, you } = state;
  if (!view || you === null || state.phase !== 'playing') return state.phase;
  if (view.type === 'sushi-go') return `${view.round}-${view.turn}-${view.ready[you] ? 'chosen' : 'open'}`;
  return [view.round, ownTray(view, you).length, view.menus[you], view.chopsticks[you]].join('-');
}

/** Key of the moment: when it changes, a lesson that asks for an action is over. */
function momentKey(state: State): string {
  const { view, you } = state;
  return view?.type === 'sushi-roll' ? `${actionKey(state)}-${view.turn}-${view.acting === you}` : actionKey(state);
}

/** The lessons given so far, newest last, and which of them is shown. */
export interface Progress {
  given: readonly Lesson[];
  at: number;
  /** Ids of all lessons ever given, also before a reload. */
  givenIds: readonly string[];
  /** Keys of the state for which the last lesson was given. */
  action: string;
  moment: string;
}

function give(progress: Progress, state: State): Progress {
  const lesson = lessonFor(state, progress.givenIds);
  const kept = progress.given.filter((old) => !old.isTransient && old.id !== lesson.id);
  const given = [...kept, lesson];
  const givenIds =
    lesson.isTransient || progress.givenIds.includes(lesson.id) ? progress.givenIds : [...progress.givenIds, lesson.id];
  return { given, at: given.length - 1, givenIds, action: actionKey(state), moment: momentKey(state) };
}

export function startProgress(state: State, givenIds: readonly string[] = []): Progress {
  return give({ given: [], at: 0, givenIds, action: '', moment: '' }, state);
}

/** The progress after a change of the table: the next lesson, unless there is one left to read. */
export function followTable(progress: Progress, state: State): Progress {
  if (momentKey(state) === progress.moment) return progress;
  const unread = progress.given[progress.given.length - 1]?.needsAction === false;
  if (unread && actionKey(state) === progress.action) return { ...progress, moment: momentKey(state) };
  return give(progress, state);
}

/** Whether the next lesson can be shown without an action at the table. */
export function hasNext({ given, at }: Progress): boolean {
  return at < given.length - 1 || given[at]?.needsAction === false;
}

export function showNext(progress: Progress, state: State): Progress {
  if (!hasNext(progress)) return progress;
  if (progress.at < progress.given.length - 1) return { ...progress, at: progress.at + 1 };
  return give(progress, state);
}

export function showPrevious(progress: Progress): Progress {
  return { ...progress, at: Math.max(0, progress.at - 1) };
}
