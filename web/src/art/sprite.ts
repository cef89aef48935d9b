/**
 * SVG sprite of all drawings, placed in the page once; each is shown by <use href="#d-NAME">.
 * A drawing may have no ids, styles or scripts: its content is copied into a <symbol> as it is.
 */

export type Dish =
  | 'tempura'
  | 'sashimi'
  | 'dumpling'
  | 'maki1'
  | 'maki2'
  | 'maki3'
  | 'egg'
  | 'salmon'
  | 'squid'
  | 'pudding'
  | 'pudding2'
  | 'pudding3'
  | 'wasabi'
  | 'chopsticks'
  | 'chopsticks2'
  | 'menu'
  | 'menu2';

export type FamilyMark =
  | 'mark-tempura'
  | 'mark-sashimi'
  | 'mark-dumpling'
  | 'mark-maki'
  | 'mark-nigiri'
  | 'mark-pudding'
  | 'mark-wasabi'
  | 'mark-chopsticks'
  | 'mark-menu';

type Icon =
  | 'icon-settings'
  | 'icon-close'
  | 'icon-check'
  | 'icon-left'
  | 'icon-right'
  | 'icon-share'
  | 'icon-copy'
  | 'icon-sound'
  | 'icon-mute'
  | 'icon-help'
  | 'icon-clock'
  | 'icon-people'
  | 'icon-bot'
  | 'icon-trophy'
  | 'icon-chat'
  | 'icon-dice'
  | 'icon-cards'
  | 'icon-link'
  | 'icon-download'
  | 'icon-undo'
  | 'icon-home'
  | 'icon-plus'
  | 'icon-away';

export type Drawing = Dish | FamilyMark | Icon | 'mark' | 'back' | 'plate';

const files = import.meta.glob<string>('./drawings/*.svg', { query: '?raw', import: 'default', eager: true });

function symbol(path: string, text: string): string {
  const name = path.slice(path.lastIndexOf('/') + 1, -'.svg'.length);
  const found = /^\s*<svg\b[^>]*\bviewBox="([^"]+)"[^>]*>([\s\S]*)<\/svg>\s*$/.exec(text);
  if (!found) throw new Error(`${path} is not a drawing`);
  const [, box = '', shapes = ''] = found;
  return `<symbol id="d-${name}" viewBox="${box}">${shapes.replace(/\n/g, '')}</symbol>`;
}

// Sized to nothing rather than display:none, which some browsers carry over to the uses.
export const sprite =
  '<svg xmlns="http://www.w3.org/2000/svg" width="0" height="0" aria-hidden="true" focusable="false">' +
  Object.entries(files)
    .map(([path, text]) => symbol(path, text))
    .join('') +
  '</svg>';
