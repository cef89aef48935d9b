/** Names and explanations of cards and dice in English. Numbers come from the rules' tables. */
import numbers from '../generated/numbers.json';

const go = numbers['sushi-go'];
const roll = numbers['sushi-roll'];
const steps = (points: readonly number[]): string => points.slice(1).join(', ');

/** Die faces that show several of a thing. */
const SEVERAL: Record<string, string> = {
  P1: 'one pudding',
  P2: 'two puddings',
  P3: 'three puddings',
  U2: 'two menus',
  C1: 'one pair of chopsticks',
  C2: 'two pairs of chopsticks',
};

export const dishes = {
  /** `T`, `M2`, ... as on cards, then those on dice alone. */
  names: {
    T: 'Tempura',
    S: 'Sashimi',
    D: 'Dumpling',
    M1: 'Maki',
    M2: 'Maki',
    M3: 'Maki',
    N1: 'Egg nigiri',
    N2: 'Salmon nigiri',
    N3: 'Squid nigiri',
    P: 'Pudding',
    W: 'Wasabi',
    C: 'Chopsticks',
    P1: 'Pudding',
    P2: 'Pudding',
    P3: 'Pudding',
    U2: 'Menu',
    C1: 'Chopsticks',
    C2: 'Chopsticks',
  } as Record<string, string>,
  /** The name in a sentence, distinct for every code: `names` has one name for all maki. */
  spoken: (code: string, name: string): string => {
    const rolls = /^M(\d)$/.exec(code)?.[1];
    if (rolls) return `${['single', 'double', 'triple'][Number(rolls) - 1] ?? rolls} maki`;
    return SEVERAL[code] ?? name.toLowerCase();
  },
  /** Names by the `item` of a tally line. */
  items: {
    maki: 'Maki',
    tempura: 'Tempura',
    sashimi: 'Sashimi',
    dumpling: 'Dumplings',
    egg: 'Egg nigiri',
    salmon: 'Salmon nigiri',
    squid: 'Squid nigiri',
    wasabi: 'Wasabi',
    pudding: 'Puddings',
    chopsticks: 'Chopsticks',
    menu: 'Menus',
    tokens: 'Unused tokens',
  } as Record<string, string>,
  dummy: 'The dummy',
  /** Badge on a card that is chosen for the dummy. */
  dummyShort: 'dummy',
  /** What a dish scores, in a sentence. */
  explain: {
    'sushi-go': {
      T: `${go.tempura_set} tempura make ${go.tempura_points} points, one alone makes none.`,
      S: `${go.sashimi_set} sashimi make ${go.sashimi_points} points, fewer make none.`,
      D: `Dumplings are worth ${steps(go.dumpling_points)} points for 1, 2, 3, 4, 5 or more.`,
      M: `Most maki rolls: ${go.maki_most} points. Second most: ${go.maki_second}.`,
      N: (points: number) => `${points === 1 ? '1 point' : `${points} points`}, ${go.wasabi_factor} times as much on wasabi.`,
      P: `Puddings stay until the end. Most: ${go.pudding_most} points. Fewest: ${go.pudding_fewest} points less, with three players or more.`,
      W: `The next nigiri you put down counts ${go.wasabi_factor} times.`,
      C: 'In a later turn, take two cards at once and hand the chopsticks on.',
    },
    'sushi-roll': {
      T: `Tempura are worth ${steps(roll.tempura_points)} points for 1, 2, 3; then a new set begins.`,
      S: `Sashimi are worth ${steps(roll.sashimi_points)} points for 1, 2, 3; then a new set begins.`,
      D: `Dumplings are worth ${steps(roll.dumpling_points)} points for 1, 2, 3; then a new set begins.`,
      M: `Most maki rolls: ${roll.maki_most} points. Second most: ${roll.maki_second}.`,
      N: (points: number) => `${points === 1 ? '1 point' : `${points} points`}, ${roll.wasabi_factor} times as much on wasabi.`,
      P: `Take puddings for the end. Most: ${roll.pudding_most} points. Fewest: ${roll.pudding_fewest} points less, with three players or more.`,
      W: `A nigiri counts ${roll.wasabi_factor} times with it.`,
      C: 'Chopsticks: swap one of your dice with anybody’s, before you take.',
      U: 'Menus: roll any of your dice again, before you take.',
    },
  },
};
