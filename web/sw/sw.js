/*
 * Keeps the page and all that it is made of, so that it opens without a network. The build writes two lines before this one:
 * `version`, which changes with any of the files, and `kept`, their paths.
 *
 * What is asked of the server (/api) is none of its business: that is asked of the server, or not at all.
 */
/* global version, kept */

const CACHE = `kaiten-${version}`;
const PAGE = '/';
const PATIENCE = 3000; // milliseconds that the network has for a page, which may have changed
const HOW = { ignoreVary: true, ignoreSearch: true };
const OWN = { ...HOW, cacheName: CACHE }; // while one version takes over from another there are two pages

self.addEventListener('install', (event) => {
  event.waitUntil(fill().then(() => self.skipWaiting()));
});

self.addEventListener('activate', (event) => {
  event.waitUntil(tidy().then(() => self.clients.claim()));
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== self.location.origin || pathname.startsWith('/api/')) return;
  if (request.mode === 'navigate') {
    if (!pathname.includes('.') && pathname !== '/metrics') event.respondWith(page(request));
  } else if (pathname.startsWith('/assets/')) {
    event.respondWith(asset(request));
  } else if (kept.includes(pathname)) {
    event.respondWith(fetch(request).catch(() => found(request)));
  }
});

async function fill() {
  const cache = await caches.open(CACHE);
  // A file in /assets has its content in its name, and the browser may have it already; of the others the newest is wanted.
  await cache.addAll(kept.map((path) => new Request(path, path.startsWith('/assets/') ? {} : { cache: 'no-cache' })));
  // While servers change from one version to the next, the page may be of the other one.
  const text = await (await cache.match(PAGE)).text();
  const asked = text.match(/\/assets\/[\w.-]+/g) ?? [];
  if (!asked.every((path) => kept.includes(path))) {
    await caches.delete(CACHE);
    throw new Error('the page is not of this version');
  }
}

async function tidy() {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name.startsWith('kaiten-') && name !== CACHE).map((name) => caches.delete(name)));
}

/** The page from the network, if that is quick enough; else the one that was kept. */
async function page(request) {
  const stop = new AbortController();
  const timer = setTimeout(() => stop.abort(), PATIENCE);
  try {
    const response = await fetch(request, { signal: stop.signal });
    // A proxy answers too when nobody is behind it.
    return response.status < 500 ? response : ((await caches.match(PAGE, OWN)) ?? response);
  } catch {
    return found(PAGE);
  } finally {
    clearTimeout(timer);
  }
}

/** A file that never changes: as it was kept, or from the network, to be kept. */
async function asset(request) {
  const there = await caches.match(request, HOW);
  if (there) return there;
  const response = await fetch(request);
  if (response.status === 200) {
    const copy = response.clone();
    void caches.open(CACHE).then((cache) => cache.put(request, copy)).catch(() => undefined);
  }
  return response;
}

async function found(request) {
  return (await caches.match(request, OWN)) ?? Response.error();
}
