/** Client-side router on the History API: the address determines the screen. */

import { panels } from './panels.svelte';

export type Route =
  | {
      name:
        | 'home'
        | 'new'
        | 'join'
        | 'games'
        | 'pass'
        | 'rules'
        | 'link'
        | 'sheets'
        | 'new-sheet'
        | 'statistics'
        | 'result'
        | 'not-found';
    }
  | { name: 'table'; code: string }
  | { name: 'sheet'; id: string }
  | { name: 'learn'; game: 'sushi-go' | 'sushi-roll' };

const STATIC_SCREENS = ['new', 'join', 'games', 'pass', 'rules', 'link', 'sheets', 'result'] as const;

/** A path segment, percent-decoded; one that cannot be decoded stays as it is. */
function decodeSegment(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** The route of a path. */
export function parse(path: string): Route {
  const [first = '', second = '', ...more] = path.split('/').filter(Boolean);
  if (!first) return { name: 'home' };
  if (more.length > 0) return { name: 'not-found' };
  if (first === 't' && second) return { name: 'table', code: decodeSegment(second).toUpperCase() };
  if (first === 's' && second) return { name: 'sheet', id: decodeSegment(second) };
  if (first === 'sheets' && second === 'new') return { name: 'new-sheet' };
  if (first === 'sheets' && second === 'stats') return { name: 'statistics' };
  if (first === 'learn' && (second === 'sushi-go' || second === 'sushi-roll')) return { name: 'learn', game: second };
  const screen = STATIC_SCREENS.find((name) => name === first);
  return screen && !second ? { name: screen } : { name: 'not-found' };
}

class Router {
  route = $state.raw<Route>(parse(location.pathname));
  /** Counts navigations, so that navigating to the current screen mounts it anew. */
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
    // The focused element was on the previous screen.
    document.getElementById('main')?.focus({ preventScroll: true });
  }
}

export const router = new Router();

/** Svelte action for links: navigates without a page load; a click with a modifier key is left to the browser. */
export function link(node: HTMLAnchorElement): { destroy: () => void } {
  const onClick = (event: MouseEvent): void => {
    if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    router.go(node.pathname);
  };
  node.addEventListener('click', onClick);
  return { destroy: () => node.removeEventListener('click', onClick) };
}
