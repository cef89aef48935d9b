/** Texts of the tutorial's coach in English. Numbers come with the facts, or from the rules' tables. */
import type { GoLesson, RollLesson } from './lessons';

/** The facts of a lesson as texts. */
export interface FactTexts {
  /** The dishes, as a list in a sentence. */
  what: string;
  /** What the last of them scores. */
  why: string;
  /** A line of the tally: the name of its dish, and its reason. */
  item: string;
  reason: string;
  /** Names of players. */
  who: readonly string[];
  number: number;
  points: string;
  /** How many dishes are missing from a set. */
  lacks: number;
}

export interface LessonText {
  title: string;
  text: (facts: FactTexts) => string;
}

export interface CoachWords {
  coach: string;
  next: string;
  back: string;
  hide: string;
  show: string;
  stop: string;
  again: string;
  rules: string;
  home: string;
  'sushi-go': Record<GoLesson, LessonText>;
  'sushi-roll': Record<RollLesson, LessonText>;
}

const dishes = {
  complete: { title: 'A whole set', text: ({ item, points }) => `${item}: that makes ${points}, and nobody can take them away.` },
  onWasabi: { title: 'On wasabi', text: ({ points }) => `Your nigiri lies on the wasabi. It brings ${points} now.` },
  wasabi: { title: 'Wasabi waits', text: ({ why }) => `${why} Until then it is worth nothing.` },
  short: {
    title: 'A set begins',
    text: ({ item, number, lacks, why }) => `${item}: ${number} so far, ${lacks} more to go. ${why}`,
  },
  growing: { title: 'Dumplings', text: ({ why }) => `Each one adds more than the one before. ${why}` },
  maki: {
    title: 'The maki race',
    text: ({ why, reason }) => `Who has the most rolls when the round ends? ${why} You now: ${reason}.`,
  },
  nigiri: { title: 'Nigiri', text: ({ points }) => `Points at once: ${points}. If a wasabi had waited for it, it would be more.` },
} satisfies Record<string, LessonText>;

const ends = {
  over: {
    title: 'The end',
    text: ({ number }) => `The last round brought you ${number}, then puddings were counted. Below you see it line by line.`,
  },
  stopped: { title: 'Stopped', text: () => 'The game was stopped. You can begin again whenever you like.' },
} satisfies Record<string, LessonText>;

export const words: CoachWords = {
  coach: 'Your guide',
  next: 'Next',
  back: 'Back a step',
  hide: 'Hide the guide',
  show: 'Show the guide',
  stop: 'Stop learning',
  again: 'Play again',
  rules: 'The rules',
  home: 'Home',

  'sushi-go': {
    ...dishes,
    ...ends,
    welcome: {
      title: 'Welcome!',
      text: () => 'A real game against two beginners, with no clock. Each turn you keep one card; the rest of your hand moves on.',
    },
    around: {
      title: 'The table',
      text: ({ number }) =>
        `At the top sit the others, with their points. Your own table is still empty. At the bottom are the ${number} cards of your hand.`,
    },
    choose: {
      title: 'Your first card',
      text: () => 'Look for cards that go together. Tap one to lift it; tap it again, or the bar at the bottom, to keep it.',
    },
    chosen: { title: 'Chosen', text: () => 'Your card lies face down until all have chosen. You can still change your mind.' },
    turned: { title: 'Cards up', text: ({ what, why }) => `All cards were turned over together. You kept ${what}. ${why}` },
    passed: {
      title: 'Hands move on',
      text: ({ who: [to = '', from = ''] }) =>
        `Your hand went to ${to}. This one comes from ${from}, who has kept a card of it. Now you: keep another.`,
    },
    chopsticks: {
      title: 'Chopsticks',
      text: () => 'Yours are ready: with the button at the bottom you take two cards in one turn. Then they go on with your hand.',
    },
    again: {
      title: 'Seen before?',
      text: () => 'This hand has been all round the table: it is the one you began with. What is missing, somebody took.',
    },
    last: { title: 'The last card', text: () => 'Nothing left to choose: this card is yours. Then the round is scored.' },
    pudding: { title: 'Pudding', text: ({ why }) => why },
    look: {
      title: 'What do they want?',
      text: () => 'Tap a player to see their table and what it is worth. Perhaps you keep what they need.',
    },
    scored: {
      title: 'Points!',
      text: ({ number, item, points }) =>
        `That round brought you ${number}.${item ? ` The best of it: ${item}, ${points}.` : ''} Tables are cleared, only puddings stay.`,
    },
    known: {
      title: 'That is the game',
      text: () => 'You know it all now. New hands are dealt, and the same goes on. Play to the end, or stop whenever you like.',
    },
    lastRound: {
      title: 'Last round',
      text: () => 'After this one puddings are counted: most gain, fewest lose. How many have you, and the others?',
    },
    idle: { title: 'Your choice', text: () => 'Choose a card to keep. When something new comes up, I will tell you.' },
  },

  'sushi-roll': {
    ...dishes,
    ...ends,
    welcome: {
      title: 'Welcome!',
      text: () => 'A real game against two beginners, with no clock. Dice ride on belts, and each turn you take one of them.',
    },
    around: {
      title: 'The table',
      text: () =>
        'Each player has a belt with dice, and a tray for what they took. Yours are at the bottom. Everybody sees everything.',
    },
    starter: {
      title: 'The red belt',
      text: ({ who: [name = ''] }) => `The belt with the red border says who begins: ${name} now. Then it goes round to the left.`,
    },
    waits: { title: 'Not yet', text: ({ who: [name = ''] }) => `${name} takes a die now. You are next soon.` },
    take: {
      title: 'Take a die',
      text: () => 'Tap a die on your belt, and tap it again, or the bar at the bottom, to take it. It keeps the face that you see.',
    },
    took: { title: 'On your tray', text: ({ what, why }) => `You took ${what}. ${why}` },
    slid: {
      title: 'Belts slide',
      text: ({ who: [to = '', from = ''] }) =>
        `When all have taken one, belts move on: your dice went to ${to}, these come from ${from}. All were rolled again.`,
    },
    menu: {
      title: 'Menus',
      text: ({ number }) =>
        `Bad dice? Pay one of your ${number} menus: choose the dice that you do not like, and roll them again. Then take.`,
    },
    swap: {
      title: 'Chopsticks',
      text: () => 'Somebody has the die that you want? Pay chopsticks and swap one of yours for it. Then take it.',
    },
    red: { title: 'Red belt: you', text: () => 'The red belt has come to you: you take first in this cycle.' },
    tokens: { title: 'Tokens', text: ({ what, why }) => `Your die brought tokens, beside your name: ${what}. ${why}` },
    last: {
      title: 'The last die',
      text: () => 'Only one is left: you may roll it again or swap it, or just take it. Then the round is scored.',
    },
    look: {
      title: 'What do they want?',
      text: () => 'Tap a player to see their tray and what it is worth. What you leave on your belt goes to the next one.',
    },
    scored: {
      title: 'Points!',
      text: ({ number, item, points }) =>
        `That round brought you ${number}.${item ? ` The best of it: ${item}, ${points}.` : ''} Dice go back into the bag, tokens stay.`,
    },
    known: {
      title: 'That is the game',
      text: () => 'You know it all now. New dice are rolled, and the same goes on. Play to the end, or stop whenever you like.',
    },
    lastRound: {
      title: 'Last round',
      text: () => 'After this one puddings are counted: most gain, fewest lose. Tokens that you have left are worth a little, too.',
    },
    idle: { title: 'Your turn', text: () => 'Take a die, or pay first. When something new comes up, I will tell you.' },
  },
};
