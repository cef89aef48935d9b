/** The router: from a path to a screen. */
import { afterEach, expect, it } from 'vitest';
import { link, parse, router } from '../src/app/router.svelte';

afterEach(() => router.go('/'));

it.each([
  ['/', { name: 'home' }],
  ['', { name: 'home' }],
  ['/new', { name: 'new' }],
  ['/new/', { name: 'new' }],
  ['/join', { name: 'join' }],
  ['/games', { name: 'games' }],
  ['/pass', { name: 'pass' }],
  ['/rules', { name: 'rules' }],
  ['/link', { name: 'link' }],
  ['/t/k7m2qx', { name: 'table', code: 'K7M2QX' }],
  ['/t/%4b7m2qx', { name: 'table', code: 'K7M2QX' }],
  ['/learn/sushi-go', { name: 'learn', game: 'sushi-go' }],
  ['/learn/sushi-roll', { name: 'learn', game: 'sushi-roll' }],
  ['/learn/chess', { name: 'not-found' }],
  ['/learn', { name: 'not-found' }],
  ['/t', { name: 'not-found' }],
  ['/t/K7M2QX/more', { name: 'not-found' }],
  ['/new/more', { name: 'not-found' }],
  ['/elsewhere', { name: 'not-found' }],
  ['/constructor', { name: 'not-found' }],
])('%s', (path, route) => {
  expect(parse(path)).toEqual(route);
});

it.each(['/t/%', '/t/%E0%A4%A', '/t/100%25'])('accepts a malformed percent-encoding: %s', (path) => {
  expect(() => parse(path)).not.toThrow();
});

it('navigates to a screen, and back', () => {
  const visits = router.visit;
  router.go('/t/abcdef');
  expect(router.route).toEqual({ name: 'table', code: 'ABCDEF' });
  expect(location.pathname).toBe('/t/abcdef');
  expect(router.visit).toBe(visits + 1);
  history.replaceState(null, '', '/join');
  dispatchEvent(new PopStateEvent('popstate'));
  expect(router.route).toEqual({ name: 'join' });
});

it('leaves links with a modifier key to the browser', () => {
  const anchor = document.createElement('a');
  anchor.href = '/new';
  document.body.append(anchor);
  const { destroy } = link(anchor);
  const click = (more: MouseEventInit): boolean => anchor.dispatchEvent(new MouseEvent('click', { cancelable: true, ...more }));
  expect(click({ ctrlKey: true })).toBe(true);
  expect(router.route).toEqual({ name: 'home' });
  expect(click({})).toBe(false);
  expect(router.route).toEqual({ name: 'new' });
  router.go('/');
  destroy();
  anchor.href = '#';
  click({});
  expect(router.route).toEqual({ name: 'home' });
  anchor.remove();
});
