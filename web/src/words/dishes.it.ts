/** Names and explanations of cards and dice in Italian. Numbers come from the rules' tables. */
import numbers from '../generated/numbers.json';
import type { dishes as english } from './dishes.en';

const go = numbers['sushi-go'];
const roll = numbers['sushi-roll'];
const points = (number: number): string => `${number} ${number === 1 ? 'punto' : 'punti'}`;
/** What one, two, three ... of them are worth, and how many that makes. */
const worth = (values: readonly number[]): string => values.slice(1).join(', ');
const counts = (values: readonly number[]): string =>
  values
    .slice(1)
    .map((_, index) => index + 1)
    .join(', ');
const sets = (what: string, values: readonly number[]): string =>
  `${what}: ${worth(values)} punti se ne hai ${counts(values)}; poi si comincia un’altra serie.`;

const MAKI = ['uno', 'due', 'tre'];
const SEVERAL: Record<string, string> = {
  P1: 'un budino',
  P2: 'due budini',
  P3: 'tre budini',
  U2: 'due menu',
  C1: 'un paio di bacchette',
  C2: 'due paia di bacchette',
};

export const dishes: typeof english = {
  names: {
    T: 'Tempura',
    S: 'Sashimi',
    D: 'Raviolo',
    M1: 'Maki',
    M2: 'Maki',
    M3: 'Maki',
    N1: 'Nigiri all’uovo',
    N2: 'Nigiri al salmone',
    N3: 'Nigiri al calamaro',
    P: 'Budino',
    W: 'Wasabi',
    C: 'Bacchette',
    P1: 'Budino',
    P2: 'Budino',
    P3: 'Budino',
    U2: 'Menu',
    C1: 'Bacchette',
    C2: 'Bacchette',
  },
  spoken: (code, name) => {
    const rolls = /^M(\d)$/.exec(code)?.[1];
    if (rolls) return `maki da ${MAKI[Number(rolls) - 1] ?? rolls}`;
    return SEVERAL[code] ?? name.toLowerCase();
  },
  items: {
    maki: 'Maki',
    tempura: 'Tempura',
    sashimi: 'Sashimi',
    dumpling: 'Ravioli',
    egg: 'Nigiri all’uovo',
    salmon: 'Nigiri al salmone',
    squid: 'Nigiri al calamaro',
    wasabi: 'Wasabi',
    pudding: 'Budini',
    chopsticks: 'Bacchette',
    menu: 'Menu',
    tokens: 'Segnalini avanzati',
  },
  dummy: 'Fantasma',
  /** On a card that is chosen for it. */
  dummyShort: 'fantasma',
  explain: {
    'sushi-go': {
      T: `${go.tempura_set} tempura fanno ${points(go.tempura_points)}, una da sola nessuno.`,
      S: `${go.sashimi_set} sashimi fanno ${points(go.sashimi_points)}, meno non bastano.`,
      D: `I ravioli valgono ${worth(go.dumpling_points)} punti se ne hai ${counts(go.dumpling_points)} o più.`,
      M: `Chi ha più rotoli di maki: ${points(go.maki_most)}. Il secondo: ${go.maki_second}.`,
      N: (value) => `${points(value)}, ${go.wasabi_factor} volte tanto sul wasabi.`,
      P: `I budini restano fino alla fine. Chi ne ha di più: ${points(go.pudding_most)}. Chi ne ha di meno: ${go.pudding_fewest} punti in meno, da ${go.pudding_loss_from} giocatori in su.`,
      W: `Il prossimo nigiri che metti giù vale ${go.wasabi_factor} volte tanto.`,
      C: 'In un turno successivo prendi due carte insieme, e passi le bacchette.',
    },
    'sushi-roll': {
      T: sets('Tempura', roll.tempura_points),
      S: sets('Sashimi', roll.sashimi_points),
      D: sets('Ravioli', roll.dumpling_points),
      M: `Chi ha più rotoli di maki: ${points(roll.maki_most)}. Il secondo: ${roll.maki_second}.`,
      N: (value) => `${points(value)}, ${roll.wasabi_factor} volte tanto sul wasabi.`,
      P: `Budini da tenere per la fine. Chi ne ha di più: ${points(roll.pudding_most)}. Chi ne ha di meno: ${roll.pudding_fewest} punti in meno, da ${roll.pudding_loss_from} giocatori in su.`,
      W: `Il prossimo nigiri che prendi vale ${roll.wasabi_factor} volte tanto.`,
      C: 'Bacchette: scambia un tuo dado con uno di un altro nastro, prima di prendere.',
      U: 'Menu: tira di nuovo i dadi che vuoi, prima di prendere.',
    },
  },
};
