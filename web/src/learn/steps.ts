/**
 * What the coach says, and when. Plain functions from what the server told to the lesson that fits: nothing here knows
 * what anything is worth, only which lines of a tally and which choices are there.
 *
 * Lessons are tried in their order, and the first that fits and has not been given is given. One that was passed over is
 * given later, if it still fits.
 */
import type { State, SushiGoView, SushiRollView, WireLine } from '../protocol/types';

/** What a lesson is about: codes and numbers, for whoever puts it into words. */
export interface Facts {
  dishes?: readonly string[];
  /** Seats that are spoken of, in the order of the sentence. */
  seats?: readonly number[];
  line?: WireLine;
  number?: number;
}

interface Rule<V> {
  id: string;
  /** Something has to be done at the table before it goes on. */
  acts?: true;
  /** It says where one is, and not anything new: it may come again, and is not kept. */
  passing?: true;
  /** It is about what is at the top of the table. */
  above?: true;
  when: (view: V, me: number, said: readonly string[]) => Facts | null;
}

export interface Lesson {
  id: LessonId;
  acts: boolean;
  passing: boolean;
  above: boolean;
  facts: Facts;
}

const yes: Facts = {};
const if_ = (is: boolean, facts: Facts = yes): Facts | null => (is ? facts : null);

/** A lesson about a line of one's own table, such as a set that is not complete. */
function about(lines: readonly WireLine[], fits: (line: WireLine) => boolean): Facts | null {
  const line = lines.find(fits);
  return line ? { line, dishes: line.dishes ?? [], number: line.count } : null;
}

const NIGIRI = ['egg', 'salmon', 'squid'];
const SETS = ['tempura', 'sashimi', 'dumpling'];

/** The line that brought the most in the round before, and how much it was in all. */
function scored(view: SushiGoView | SushiRollView, me: number): Facts | null {
  const tally = view.past[view.past.length - 1]?.[me]?.tally;
  if (!tally) return null;
  const best = tally.lines.reduce<WireLine | null>((most, line) => (line.points > (most?.points ?? 0) ? line : most), null);
  return { number: tally.points, ...(best && { line: best }) };
}

const first = (view: SushiGoView | SushiRollView): boolean => view.round === 1 && view.turn === 1;

/** What comes up with the lines of a table is the same in both games. */
function dishLessons<V>(linesOf: (view: V, me: number) => readonly WireLine[]) {
  const line = (fits: (line: WireLine) => boolean) => (view: V, me: number) => about(linesOf(view, me), fits);
  return [
    { id: 'complete', when: line(({ item, reason }) => SETS.includes(item) && reason === 'complete') },
    { id: 'onWasabi', when: line(({ reason }) => reason === 'on-wasabi') },
    { id: 'wasabi', when: line(({ reason }) => reason === 'open') },
    { id: 'short', when: line(({ item, reason, lacks }) => SETS.includes(item) && reason === 'short' && lacks > 0) },
    { id: 'growing', when: line(({ reason }) => reason === 'growing') },
    { id: 'maki', when: line(({ item }) => item === 'maki') },
    { id: 'nigiri', when: line(({ item, reason }) => NIGIRI.includes(item) && reason === 'plain') },
  ] as const satisfies readonly Rule<V>[];
}

function roundLessons<V extends SushiGoView | SushiRollView>() {
  return [
    { id: 'scored', when: scored },
    { id: 'known', when: (view: V) => if_(view.past.length > 0) },
    { id: 'lastRound', when: (view: V) => if_(view.round === view.rounds && view.rounds > 1) },
  ] as const satisfies readonly Rule<V>[];
}

const GO = [
  { id: 'welcome', above: true, when: (view, me) => if_(first(view) && !view.ready[me]) },
  { id: 'around', above: true, when: (view, me) => if_(first(view) && !view.ready[me], { number: view.hands[me]?.size ?? 0 }) },
  { id: 'choose', acts: true, when: (view, me) => if_(first(view) && !view.ready[me]) },
  { id: 'chosen', acts: true, passing: true, when: (view, me) => if_(view.ready[me] ?? false) },
  { id: 'turned', when: (view, me) => if_(view.round === 1 && view.turn > 1, { dishes: view.revealed[me]?.cards ?? [] }) },
  {
    id: 'passed',
    when: (view, me) => {
      const left = (me + 1) % view.players;
      const right = (me + view.players - 1) % view.players;
      return if_(view.round === 1 && view.turn > 1, { seats: view.passes === 'left' ? [left, right] : [right, left] });
    },
  },
  ...roundLessons<SushiGoView>(),
  { id: 'chopsticks', when: (view) => if_(view.legal.some((move) => move.cards.length > 1)) },
  // After as many turns as there are players the first hand is back.
  { id: 'again', when: (view) => if_(view.round === 1 && view.turn === view.players + 1) },
  { id: 'last', acts: true, when: (view, me) => if_(view.hands[me]?.size === 1) },
  ...dishLessons<SushiGoView>((view, me) => view.tables[me]?.tally.lines ?? []),
  { id: 'pudding', when: (view, me) => if_((view.puddings[me] ?? 0) > 0, { dishes: ['P'] }) },
  { id: 'look', above: true, when: (view) => if_(view.round === 1 && view.turn > view.players) },
  { id: 'idle', acts: true, passing: true, when: () => yes },
] as const satisfies readonly Rule<SushiGoView>[];

const taken = (view: SushiRollView, me: number): readonly string[] => view.trays[me]?.dishes ?? [];

const ROLL = [
  { id: 'welcome', above: true, when: (view, me) => if_(view.round === 1 && taken(view, me).length === 0) },
  { id: 'around', above: true, when: (view, me) => if_(view.round === 1 && taken(view, me).length === 0) },
  {
    id: 'starter',
    above: true,
    when: (view, me) =>
      if_(first(view) && taken(view, me).length === 0 && view.red_belt !== null && view.red_belt !== me, { seats: [view.red_belt ?? 0] }),
  },
  { id: 'waits', acts: true, passing: true, when: (view, me) => if_(view.acting !== null && view.acting !== me, { seats: [view.acting ?? 0] }) },
  { id: 'take', acts: true, when: (view, me) => if_(view.can_take && taken(view, me).length === 0 && view.round === 1) },
  { id: 'took', when: (view, me) => if_(view.round === 1 && taken(view, me).length > 0, { dishes: taken(view, me).slice(-1) }) },
  {
    id: 'slid',
    when: (view, me) => if_(view.round === 1 && view.turn > 1, { seats: [(me + 1) % view.players, (me + view.players - 1) % view.players] }),
  },
  ...roundLessons<SushiRollView>(),
  { id: 'menu', when: (view, me) => if_(view.can_menu && view.turn > 1, { number: view.menus[me] ?? 0 }) },
  { id: 'swap', when: (view, me, said) => if_(view.can_swap.length > 0 && view.turn > 2 && said.includes('menu'), { number: view.chopsticks[me] ?? 0 }) },
  { id: 'red', when: (view, me) => if_(view.red_belt === me && view.turn > 1) },
  { id: 'tokens', when: (view, me) => about(view.trays[me]?.tally.lines ?? [], ({ reason }) => reason === 'tokens') },
  ...dishLessons<SushiRollView>((view, me) => view.trays[me]?.tally.lines ?? []),
  { id: 'last', acts: true, when: (view, me) => if_(view.can_take && view.belts[me]?.length === 1) },
  { id: 'look', above: true, when: (view) => if_(view.round === 1 && view.turn > view.players) },
  { id: 'idle', acts: true, passing: true, when: () => yes },
] as const satisfies readonly Rule<SushiRollView>[];

export type GoLesson = (typeof GO)[number]['id'] | 'over' | 'stopped';
export type RollLesson = (typeof ROLL)[number]['id'] | 'over' | 'stopped';
export type LessonId = GoLesson | RollLesson;

function fitting<V>(rules: readonly Rule<V>[], view: V, me: number, said: readonly string[]): Lesson {
  for (const rule of rules) {
    const facts = said.includes(rule.id) && !rule.passing ? null : rule.when(view, me, said);
    if (facts) return { id: rule.id as LessonId, acts: rule.acts ?? false, passing: rule.passing ?? false, above: rule.above ?? false, facts };
  }
  return { id: 'idle', acts: true, passing: true, above: false, facts: yes };
}

/** The lesson for this moment, of those that have not been given. */
export function lessonFor(state: State, said: readonly string[]): Lesson {
  const { view, you } = state;
  if (state.phase === 'over' || !view || you === null) {
    const facts = (view && you !== null && scored(view, you)) || yes;
    return { id: state.ended === null ? 'over' : 'stopped', acts: true, passing: false, above: false, facts };
  }
  return view.type === 'sushi-go' ? fitting<SushiGoView>(GO, view, you, said) : fitting<SushiRollView>(ROLL, view, you, said);
}

/** What one has done so far: while it is the same, nothing is pushed aside that has not been read. */
export function deedsOf(state: State): string {
  const { view, you } = state;
  if (!view || you === null || state.phase !== 'playing') return state.phase;
  if (view.type === 'sushi-go') return `${view.round}-${view.turn}-${view.ready[you] ? 'chosen' : 'open'}`;
  return [view.round, taken(view, you).length, view.menus[you], view.chopsticks[you]].join('-');
}

/** What one waits for: when it changes, a lesson that asks for something to be done is over. */
export function momentOf(state: State): string {
  const { view, you } = state;
  return view?.type === 'sushi-roll' ? `${deedsOf(state)}-${view.turn}-${view.acting === you}` : deedsOf(state);
}

/** What has been said, newest last, and which of it is shown. */
export interface Progress {
  given: readonly Lesson[];
  at: number;
  /** The ids of all that was ever given, also before the page was loaded anew. */
  said: readonly string[];
  deeds: string;
  moment: string;
}

function give(progress: Progress, state: State): Progress {
  const lesson = lessonFor(state, progress.said);
  // What only says where one is makes room for what comes after it.
  const kept = progress.given.filter((old) => !old.passing && old.id !== lesson.id);
  const given = [...kept, lesson];
  const said = lesson.passing || progress.said.includes(lesson.id) ? progress.said : [...progress.said, lesson.id];
  return { given, at: given.length - 1, said, deeds: deedsOf(state), moment: momentOf(state) };
}

export function begin(state: State, said: readonly string[] = []): Progress {
  return give({ given: [], at: 0, said, deeds: '', moment: '' }, state);
}

/** The table has changed: on to what fits now, unless there is still something to read. */
export function follow(progress: Progress, state: State): Progress {
  if (momentOf(state) === progress.moment) return progress;
  const unread = progress.given[progress.given.length - 1]?.acts === false;
  if (unread && deedsOf(state) === progress.deeds) return { ...progress, moment: momentOf(state) };
  return give(progress, state);
}

/** Whether there is something to go on to without doing anything at the table. */
export function mayGoOn({ given, at }: Progress): boolean {
  return at < given.length - 1 || given[at]?.acts === false;
}

export function goOn(progress: Progress, state: State): Progress {
  if (!mayGoOn(progress)) return progress;
  if (progress.at < progress.given.length - 1) return { ...progress, at: progress.at + 1 };
  return give(progress, state);
}

export function goBack(progress: Progress): Progress {
  return { ...progress, at: Math.max(0, progress.at - 1) };
}
