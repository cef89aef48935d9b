/** Texts of the tutorial's coach in Italian. */
import type { CoachWords, LessonText } from './coachWords.en';

const dishes = {
  complete: { title: 'Serie completa', text: ({ item, points }) => `${item}: fanno ${points}, e non te li toglie nessuno.` },
  onWasabi: { title: 'Sul wasabi', text: ({ points }) => `Il tuo nigiri è sul wasabi. Adesso vale ${points}.` },
  wasabi: { title: 'Wasabi in attesa', text: ({ why }) => `${why} Fino ad allora non vale niente.` },
  short: {
    title: 'Una serie',
    text: ({ item, number, lacks, why }) =>
      `${item}: finora ${number}, ${lacks === 1 ? 'ne manca' : 'ne mancano'} ${lacks}. ${why}`,
  },
  growing: { title: 'Ravioli', text: ({ why }) => `Ognuno aggiunge più del precedente. ${why}` },
  maki: { title: 'La gara dei maki', text: ({ why, reason }) => `Conta chi ha più rotoli a fine round. ${why} Tu ora: ${reason}.` },
  nigiri: { title: 'Nigiri', text: ({ points }) => `Punti subito: ${points}. Con un wasabi in attesa sarebbero di più.` },
} satisfies Record<string, LessonText>;

const ends = {
  over: {
    title: 'Fine',
    text: ({ number }) => `L’ultimo round ti ha dato ${number}, poi si sono contati i budini. Qui sotto lo vedi riga per riga.`,
  },
  stopped: { title: 'Fermata', text: () => 'La partita è stata fermata. Puoi ricominciare quando vuoi.' },
} satisfies Record<string, LessonText>;

export const words: CoachWords = {
  coach: 'La tua guida',
  next: 'Avanti',
  back: 'Un passo indietro',
  hide: 'Nascondi la guida',
  show: 'Mostra la guida',
  stop: 'Smetti di imparare',
  again: 'Gioca ancora',
  rules: 'Le regole',
  home: 'Inizio',

  'sushi-go': {
    ...dishes,
    ...ends,
    welcome: {
      title: 'Si comincia!',
      text: () =>
        'Una vera partita contro due principianti, senza orologio. A ogni turno tieni una carta; il resto della mano va avanti.',
    },
    around: {
      title: 'La tavola',
      text: ({ number }) =>
        `In alto ci sono gli altri, con i loro punti. Il tuo tavolo è ancora vuoto. In basso hai le ${number} carte della tua mano.`,
    },
    choose: {
      title: 'La prima carta',
      text: () =>
        'Cerca carte che stanno bene insieme. Toccane una per alzarla; toccala ancora, o tocca la barra in basso, per tenerla.',
    },
    chosen: {
      title: 'Scelta fatta',
      text: () => 'La tua carta resta coperta finché tutti hanno scelto. Puoi ancora cambiare idea.',
    },
    turned: { title: 'Si scopre', text: ({ what, why }) => `Le carte si scoprono tutte insieme. Hai tenuto ${what}. ${why}` },
    passed: {
      title: 'Le mani girano',
      text: ({ who: [to = '', from = ''] }) =>
        `La tua mano è andata a ${to}. Questa viene da ${from}, che ne ha tenuto una carta. Ora tu: tienine un’altra.`,
    },
    chopsticks: {
      title: 'Bacchette',
      text: () => 'Le tue sono pronte: con il pulsante in basso prendi due carte in un turno. Poi vanno via con la tua mano.',
    },
    again: {
      title: 'Già vista?',
      text: () =>
        'Questa mano ha fatto il giro del tavolo: è quella con cui hai cominciato. Quello che manca, l’ha preso qualcuno.',
    },
    last: { title: 'Ultima carta', text: () => 'Niente più da scegliere: questa carta è tua. Poi si contano i punti del round.' },
    pudding: { title: 'Budino', text: ({ why }) => why },
    look: {
      title: 'E gli altri?',
      text: () => 'Tocca un giocatore per vedere il suo tavolo e quanto vale. Magari tieni tu quello che gli serve.',
    },
    scored: {
      title: 'Punti!',
      text: ({ number, item, points }) =>
        `Quel round ti ha dato ${number}.${item ? ` Il meglio: ${item}, ${points}.` : ''} I tavoli si svuotano, restano solo i budini.`,
    },
    known: {
      title: 'Tutto qui',
      text: () => 'Ora sai tutto. Arrivano mani nuove e si continua così. Gioca fino alla fine, o smetti quando vuoi.',
    },
    lastRound: {
      title: 'Ultimo round',
      text: () =>
        'Dopo questo si contano i budini: chi ne ha di più guadagna, chi ne ha di meno perde. Quanti ne hai tu, e gli altri?',
    },
    idle: { title: 'Scegli tu', text: () => 'Scegli una carta da tenere. Quando c’è qualcosa di nuovo te lo dico.' },
  },

  'sushi-roll': {
    ...dishes,
    ...ends,
    welcome: {
      title: 'Si comincia!',
      text: () =>
        'Una vera partita contro due principianti, senza orologio. I dadi viaggiano sui nastri, e a ogni turno ne prendi uno.',
    },
    around: {
      title: 'La tavola',
      text: () => 'Ognuno ha un nastro con i dadi, e un vassoio per quello che ha preso. I tuoi sono in basso. Tutti vedono tutto.',
    },
    starter: {
      title: 'Il nastro rosso',
      text: ({ who: [name = ''] }) => `Il nastro con il bordo rosso dice chi comincia: ora ${name}. Poi si va verso sinistra.`,
    },
    waits: { title: 'Un momento', text: ({ who: [name = ''] }) => `Ora ${name} prende un dado. Fra poco tocca a te.` },
    take: {
      title: 'Prendi un dado',
      text: () =>
        'Tocca un dado del tuo nastro, poi toccalo ancora, o tocca la barra in basso, per prenderlo. Resta con la faccia che vedi.',
    },
    took: { title: 'Sul vassoio', text: ({ what, why }) => `Hai preso ${what}. ${why}` },
    slid: {
      title: 'I nastri scorrono',
      text: ({ who: [to = '', from = ''] }) =>
        `Quando tutti hanno preso, i nastri avanzano: i tuoi dadi sono andati a ${to}, questi vengono da ${from}. Tutti rilanciati.`,
    },
    menu: {
      title: 'I menu',
      text: ({ number }) =>
        `Dadi brutti? Paga uno dei tuoi ${number} menu: scegli i dadi che non ti piacciono e rilanciali. Poi prendi.`,
    },
    swap: {
      title: 'Bacchette',
      text: () => 'Qualcuno ha il dado che vuoi? Paga le bacchette e scambialo con uno dei tuoi. Poi prendilo.',
    },
    red: { title: 'Nastro rosso', text: () => 'Il nastro rosso è arrivato da te: in questo giro cominci tu.' },
    tokens: {
      title: 'Segnalini',
      text: ({ what, why }) => `Il dado ti ha portato segnalini, accanto al tuo nome: ${what}. ${why}`,
    },
    last: {
      title: 'Ultimo dado',
      text: () => 'Ne resta uno: puoi rilanciarlo o scambiarlo, o prenderlo e basta. Poi si contano i punti del round.',
    },
    look: {
      title: 'E gli altri?',
      text: () => 'Tocca un giocatore per vedere il suo vassoio e quanto vale. Quello che lasci sul tuo nastro va al prossimo.',
    },
    scored: {
      title: 'Punti!',
      text: ({ number, item, points }) =>
        `Quel round ti ha dato ${number}.${item ? ` Il meglio: ${item}, ${points}.` : ''} I dadi tornano nel sacchetto, i segnalini restano.`,
    },
    known: {
      title: 'Tutto qui',
      text: () => 'Ora sai tutto. Si lanciano dadi nuovi e si continua così. Gioca fino alla fine, o smetti quando vuoi.',
    },
    lastRound: {
      title: 'Ultimo round',
      text: () =>
        'Dopo questo si contano i budini: chi ne ha di più guadagna, chi ne ha di meno perde. Anche i segnalini avanzati valgono un po’.',
    },
    idle: { title: 'Tocca a te', text: () => 'Prendi un dado, o prima paga. Quando c’è qualcosa di nuovo te lo dico.' },
  },
};
