/** Texts about offline use and installation in Italian. */
import type { OfflineWords } from './offline.en';

export const words: OfflineWords = {
  ready: 'Ora funziona anche senza rete.',
  install: 'Installa Kaiten',
  installed: 'Kaiten è tra le tue app.',
  soon: 'Mi preparo a funzionare senza rete…',
  refused: 'Questo browser non conserva le pagine, forse perché la finestra è privata. Quindi Kaiten si apre solo finché c’è rete.',
  plain:
    'Questo indirizzo è http semplice, e i browser non conservano pagine così: non si può installare e non si apre senza rete.',
  stays: 'Quello che inserisci resta comunque su questo dispositivo, finché la pagina è aperta e quando ci torni.',
  how: 'Come avere un indirizzo che funziona senza rete',
  steps: [
    'Chi gestisce il server gli dà un certificato: `kaiten serve --tls-cert FILE --tls-key FILE`.',
    'Oppure mette davanti un proxy con https e lo dice al server: `kaiten serve --public-url https://…`.',
    'Poi apri una volta l’indirizzo https su questo dispositivo. Quello che hai inserito qui resta a questo indirizzo: se lo vuoi anche là, prima salvalo in un file.',
  ],
};
