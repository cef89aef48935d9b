/** The rules of both games in Italian. */
import numbers from '../generated/numbers.json';
import type { RulesWords } from './rulesWords.en';

const go = numbers['sushi-go'];
const roll = numbers['sushi-roll'];
const points = (number: number): string => `${number} ${number === 1 ? 'punto' : 'punti'}`;

export const words: RulesWords = {
  which: 'Gioco',
  players: 'Giocatori',
  cardsEach: 'Carte a testa',
  diceEach: 'Dadi a testa',
  inDeck: (counts) => `${counts.join(' + ')} nel mazzo`,
  box: 'I dadi',
  boxText: 'Nel sacchetto ci sono questi dadi. Ecco tutte le loro facce.',
  kinds: { nigiri: 'nigiri', maki: 'maki', appetizer: 'antipasto', specials: 'speciali', pudding: 'budino' },
  kind: (count, kind) => `${count} ${count === 1 ? 'dado' : 'dadi'} ${kind}`,
  tryIt: 'Impara giocando',

  'sushi-go': {
    idea: `Ognuno tiene una carta e passa il resto della mano, ancora e ancora. Dopo ${go.rounds} round vince chi ha più punti.`,
    turn: {
      title: 'Un turno',
      text: [],
      steps: [
        'Scegli una carta dalla tua mano. Lo fanno tutti insieme, e nessuno vede che cosa prendono gli altri. Finché l’ultimo non ha scelto puoi cambiare idea.',
        'Tutte le carte scelte si scoprono e restano sul tavolo, davanti a chi le ha prese.',
        'Quello che resta della tua mano va al vicino, e tu ricevi la mano del vicino dall’altra parte.',
      ],
    },
    dishes: {
      title: 'Le carte',
      text: ['Alla fine di un round, quello che hai davanti fa punti:'],
    },
    tools: {
      title: 'Bacchette e wasabi',
      text: [
        'Con le bacchette davanti a te da un turno precedente puoi prendere due carte in una volta, se ne hai in mano almeno due. Decidi tu in che ordine metterle giù. Poi le bacchette finiscono nella mano che passi. Non devi mai usarle per forza, e solo un paio per turno.',
        'Un nigiri che metti giù mentre hai un wasabi libero ci va sopra, che ti piaccia o no. Ogni wasabi porta un solo nigiri. Un nigiri arrivato prima del wasabi non ci guadagna niente.',
      ],
    },
    puddings: {
      title: 'Budini',
      text: [
        'I budini non si tolgono dopo il round: contano una volta sola, a partita finita.',
        `Chi ne ha di più: ${points(go.pudding_most)}. Chi ne ha di meno, e zero è poco: ${points(go.pudding_fewest)} in meno. In meno di ${go.pudding_loss_from} giocatori nessuno perde punti, e se tutti ne hanno lo stesso numero non succede niente.`,
      ],
    },
    rounds: {
      title: 'Round e passaggi',
      text: [
        `I round sono ${go.rounds}. Dopo ognuno si contano i punti, si toglie tutto tranne i budini, e le nuove mani vengono dallo stesso mazzo, che non si rimescola.`,
        'Anche l’ultima carta di una mano si passa, e chi la riceve la mette giù. Lì non c’è niente da decidere.',
        'Le mani vanno a sinistra. Se lo scegli quando apri il tavolo, nel secondo round vanno a destra.',
      ],
    },
    dummy: {
      title: 'In due con il fantasma',
      text: [
        `Una terza mano di ${go.dummy_hand_size} carte sta coperta fra voi due. A turno, uno pesca la prima carta del mazzetto, poi ne tiene una e ne dà un’altra al fantasma. Dopo vi scambiate le mani.`,
        'Il fantasma gareggia per maki e budini come un terzo giocatore, ma non usa bacchette e non può vincere. Avere meno budini non costa niente, a meno che non lo scegliate quando aprite il tavolo.',
      ],
    },
    ties: {
      title: 'In caso di parità',
      text: [
        'Maki: chi è primo a pari merito si divide i punti, e allora il secondo posto non c’è. Anche i secondi a pari merito si dividono i loro. Quello che non si divide in parti uguali va perso.',
        'Per i budini si divide allo stesso modo, anche la perdita.',
        'Alla fine, a parità di punti vince chi ha più budini. Se è pari anche quello, la vittoria è divisa.',
      ],
    },
  },

  'sushi-roll': {
    idea: `I dadi passano su piccoli nastri, e a ogni turno ne prendi uno. Dopo ${roll.rounds} round vince chi ha più punti.`,
    turn: {
      title: 'Un turno',
      text: ['Tutti vedono tutto. Comincia chi ha il nastro rosso, e gli altri seguono verso sinistra.'],
      steps: [
        'Se vuoi, paga menu e bacchette per cambiare i tuoi dadi: quanti ne hai, in qualunque ordine.',
        'Prendi un dado dal tuo nastro e mettilo sul tuo vassoio, così com’è.',
        'Quando tutti ne hanno preso uno, i nastri scorrono a sinistra con i loro dadi, tutti i dadi si rilanciano, e comincia chi ora ha il nastro rosso.',
      ],
    },
    dishes: {
      title: 'Le facce',
      text: ['Quando i nastri sono vuoti, quello che hai sul vassoio fa punti:'],
    },
    tools: {
      title: 'Menu, bacchette, wasabi',
      text: [
        `Cominci con ${roll.start_menus} menu e ${roll.start_chopsticks} ${roll.start_chopsticks === 1 ? 'paio' : 'paia'} di bacchette, e i dadi te ne portano subito altri. Li tieni da un round all’altro, finché non li paghi.`,
        'Un menu: rilancia i dadi che vuoi del tuo nastro.',
        'Bacchette: scambia un dado del tuo nastro con uno di un altro nastro, tutti e due come sono. Quello che è su un vassoio è al sicuro.',
        `Quello che non hai pagato vale ${points(1)} ogni ${roll.tokens_a_point} alla fine della partita. Se la riserva si esaurisce, ricevi quello che resta.`,
        'Un nigiri che prendi mentre hai un wasabi libero ci va sopra. Ogni wasabi porta un solo nigiri.',
      ],
    },
    puddings: {
      title: 'Budini',
      text: [
        'I dadi con i budini ti portano segnalini budino, che contano una volta sola, a partita finita.',
        `Chi ne ha di più: ${points(roll.pudding_most)}. Chi ne ha di meno, e zero è poco: ${points(roll.pudding_fewest)} in meno. In meno di ${roll.pudding_loss_from} giocatori nessuno perde punti.`,
      ],
    },
    rounds: {
      title: 'Round',
      text: [
        `I round sono ${roll.rounds}. In ognuno tutti pescano i loro dadi dal sacchetto e li lanciano; preso l’ultimo dado, si contano i vassoi e i dadi tornano nel sacchetto.`,
        `In ${roll.extra_slide_players} giocatori i nastri scorrono ancora una volta fra un round e l’altro, così comincia qualcun altro.`,
      ],
    },
    dummy: null,
    ties: {
      title: 'In caso di parità',
      text: [
        'Qui non si divide niente: tutti quelli con più maki prendono i punti interi, e così tutti i secondi.',
        'Lo stesso per i budini: tutti quelli che ne hanno di più guadagnano, tutti quelli che ne hanno di meno perdono.',
        'Alla fine, a parità di punti vince chi ha più budini. Se è pari anche quello, la vittoria è divisa.',
      ],
    },
  },
};
