/** Texts about offline use and installation in English. */

export interface OfflineWords {
  ready: string;
  install: string;
  installed: string;
  soon: string;
  refused: string;
  plain: string;
  stays: string;
  how: string;
  /** Steps for the operator of the server; commands stand between backquotes. */
  steps: readonly string[];
}

export const words: OfflineWords = {
  ready: 'This works without a network now.',
  install: 'Install Kaiten',
  installed: 'Kaiten is among your apps.',
  soon: 'Getting ready to work without a network…',
  refused:
    'This browser keeps no pages for later, perhaps because the window is private. So Kaiten opens only while there is a network.',
  plain:
    'This address is plain http, and browsers keep no such page: it cannot be installed, and it does not open without a network.',
  stays: 'What you enter stays on this device all the same, while the page is open and when you come back to it.',
  how: 'How to get an address that works without a network',
  steps: [
    'Whoever runs the server gives it a certificate: `kaiten serve --tls-cert FILE --tls-key FILE`.',
    'Or they put a proxy with https before it, and tell the server: `kaiten serve --public-url https://…`.',
    'Then open the https address once on this device. What you entered here stays with this address: save it as a file first if you want it there.',
  ],
};
