/*
 * Service worker: precaches the page and its assets, so that it opens offline. The build puts two lines before this file:
 * `version`, a hash of all files, and `precached`, their paths.
 *
 * Cache strategies: pages are network first with a timeout, hashed assets cache first, other files network first.
 * Requests to the server (/api) are never touched.
 */
/* global version, precached */

const CACHE = `kaiten-${version}`;
const PAGE = '/';
const NETWORK_TIMEOUT_MS = 3000;
const MATCH = { ignoreVary: true, ignoreSearch: true };
const MATCH_OWN = { ...MATCH, cacheName: CACHE }; // during an update the caches of two versions exist

self.addEventListener('install', (event) => {
  event.waitUntil(precache().then(() => self.skipWaiting()));
});

self.addEventListener('activate', (event) => {
  event.waitUntil(deleteOldCaches().then(() => self.clients.claim()));
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== self.location.origin || pathname.startsWith('/api/')) return;
  if (request.mode === 'navigate') {
    if (!pathname.includes('.') && pathname !== '/metrics') event.respondWith(fetchPage(request));
  } else if (pathname.startsWith('/assets/')) {
    event.respondWith(fetchAsset(request));
  } else if (precached.includes(pathname)) {
    event.respondWith(fetch(request).catch(() => fromCache(request)));
  }
});

async function precache() {
  const cache = await caches.open(CACHE);
  // The name of an asset contains its hash, so the browser's HTTP cache will do; the other files are revalidated.
  await cache.addAll(precached.map((path) => new Request(path, path.startsWith('/assets/') ? {} : { cache: 'no-cache' })));
  // While several servers are upgraded, the page may come from one of another version: then this version is not installed.
  const text = await (await cache.match(PAGE)).text();
  const assets = text.match(/\/assets\/[\w.-]+/g) ?? [];
  if (!assets.every((path) => precached.includes(path))) {
    await caches.delete(CACHE);
    throw new Error('the page is not of this version');
  }
}

async function deleteOldCaches() {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name.startsWith('kaiten-') && name !== CACHE).map((name) => caches.delete(name)));
}

/** Network first with a timeout, else the cached page. */
async function fetchPage(request) {
  const abort = new AbortController();
  const timer = setTimeout(() => abort.abort(), NETWORK_TIMEOUT_MS);
  try {
    const response = await fetch(request, { signal: abort.signal });
    // A status of 500 or more: a proxy answers for a server that is down.
    return response.status < 500 ? response : ((await caches.match(PAGE, MATCH_OWN)) ?? response);
  } catch {
    return fromCache(PAGE);
  } finally {
    clearTimeout(timer);
  }
}

/** Cache first: assets are immutable. One that is not precached is cached when it is first used. */
async function fetchAsset(request) {
  const cached = await caches.match(request, MATCH);
  if (cached) return cached;
  const response = await fetch(request);
  if (response.status === 200) {
    const copy = response.clone();
    void caches
      .open(CACHE)
      .then((cache) => cache.put(request, copy))
      .catch(() => undefined);
  }
  return response;
}

async function fromCache(request) {
  return (await caches.match(request, MATCH_OWN)) ?? Response.error();
}
