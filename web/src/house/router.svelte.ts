/** Which screen is shown: the address says so, and the browser's own back and forward work. */

import { panels } from './panels.svelte';

export type Route =
  | { name: 'home' | 'new' | 'join' | 'games' | 'pass' | 'rules' | 'link' | 'sheets' | 'new-sheet' | 'statistics' | 'result' | 'nowhere' }
  | { name: 'table'; code: string }
  | { name: 'sheet'; id: string }
  | { name: 'learn'; game: 'sushi-go' | 'sushi-roll' };

const PLAIN = ['new', 'join', 'games', 'pass', 'rules', 'link', 'sheets', 'result'] as const;

/** A part of an address as people wrote it; one that cannot be read stays as it is. */
function plain(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** The screen of an address. */
export function parse(path: string): Route {
  const [first = '', second = '', ...more] = path.split('/').filter(Boolean);
  if (!first) return { name: 'home' };
  if (more.length > 0) return { name: 'nowhere' };
  if (first === 't' && second) return { name: 'table', code: plain(second).toUpperCase() };
  if (first === 's' && second) return { name: 'sheet', id: plain(second) };
  if (first === 'sheets' && second === 'new') return { name: 'new-sheet' };
  if (first === 'sheets' && second === 'stats') return { name: 'statistics' };
  if (first === 'learn' && (second === 'sushi-go' || second === 'sushi-roll')) return { name: 'learn', game: second };
  const screen = PLAIN.find((name) => name === first);
  return screen && !second ? { name: screen } : { name: 'nowhere' };
}

class Router {
  route = $state.raw<Route>(parse(location.pathname));
  /** Counts the visits, so that the same screen can be begun anew. */
  visit = $state(0);

  constructor() {
    addEventListener('popstate', () => this.#show());
  }

  go(path: string, { replace = false } = {}): void {
    history[replace ? 'replaceState' : 'pushState'](null, '', path);
    this.#show();
  }

  #show(): void {
    this.route = parse(location.pathname);
    this.visit += 1;
    panels.settings = panels.rules = false;
    scrollTo(0, 0);
    // The keyboard goes along: what was pressed is on a screen that is gone.
    document.getElementById('main')?.focus({ preventScroll: true });
  }
}

export const router = new Router();

/** For links: an ordinary link that needs no page load. With a modifier key it is left to the browser. */
export function link(node: HTMLAnchorElement): { destroy: () => void } {
  const click = (event: MouseEvent): void => {
    if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    router.go(new URL(node.href).pathname);
  };
  node.addEventListener('click', click);
  return { destroy: () => node.removeEventListener('click', click) };
}
