/** Offline support: the service worker’s registration, the install prompt, and the note about them. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { words as english } from '../src/words/offline.en';
import { words as italian } from '../src/words/offline.it';

let unmountNote = (): void => undefined;

beforeEach(() => vi.resetModules());
afterEach(() => {
  unmountNote();
  unmountNote = () => undefined;
  vi.unstubAllGlobals();
  document.body.innerHTML = '';
});

interface Browser {
  secure: boolean;
  worker?: 'installs' | 'slow' | 'refuses' | 'none';
}

/** Load the module and the note in such a browser. */
async function browser({ secure, worker = 'installs' }: Browser) {
  const place = { active: null, installing: null };
  const register = vi.fn(() => (worker === 'refuses' ? Promise.reject(new Error('private')) : Promise.resolve(place)));
  const ready = worker === 'installs' ? Promise.resolve(place) : new Promise(() => undefined);
  vi.stubGlobal('isSecureContext', secure);
  vi.stubGlobal('requestIdleCallback', (work: () => void) => work());
  Object.defineProperty(navigator, 'serviceWorker', {
    configurable: true,
    value: worker === 'none' ? undefined : { register, ready },
  });
  const { offline } = await import('../src/app/offline.svelte');
  const { default: Note } = await import('../src/sheet/OfflineNote.svelte');
  // Modules are reset for each test: import the same instance of Svelte as they do.
  const { flushSync, mount, unmount } = await import('svelte');
  offline.registerServiceWorker();
  const shown = mount(Note, { target: document.body });
  unmountNote = () => void unmount(shown);
  const text = async (): Promise<string> => {
    await new Promise((go) => setTimeout(go));
    flushSync();
    return document.body.textContent.replace(/\s+/g, ' ').trim();
  };
  return { offline, register, text };
}

describe('on a secure page', () => {
  it('is ready when the service worker is', async () => {
    const { offline, register, text } = await browser({ secure: true });
    expect(await text()).toBe(english.ready);
    expect(register).toHaveBeenCalledExactlyOnceWith('/sw.js');
    expect([offline.secure, offline.ready, offline.unavailable, offline.canInstall]).toEqual([true, true, false, false]);
  });

  it('is getting ready until then', async () => {
    const { offline, text } = await browser({ secure: true, worker: 'slow' });
    expect(await text()).toBe(english.soon);
    expect(offline.ready).toBe(false);
  });

  it.each(['refuses', 'none'] as const)('is unavailable where the browser has no service worker: %s', async (worker) => {
    const { offline, text } = await browser({ secure: true, worker });
    expect(await text()).toBe(`${english.refused} ${english.stays}`);
    expect([offline.ready, offline.unavailable]).toEqual([false, true]);
  });

  it('shows the install prompt of the browser, once', async () => {
    const { offline, text } = await browser({ secure: true });
    const prompt = vi.fn(() => Promise.resolve());
    const offer = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), {
      prompt,
      userChoice: Promise.resolve({ outcome: 'accepted' }),
    });
    dispatchEvent(offer);
    expect(offer.defaultPrevented).toBe(true);
    expect(await text()).toBe(`${english.ready} ${english.install}`);
    document.querySelector('button')?.click();
    expect(await text()).toBe(english.installed);
    expect(prompt).toHaveBeenCalledOnce();
    expect(offline.canInstall).toBe(false);
    expect(await offline.install()).toBe(false);
  });
});

it('on plain http explains how to get a secure address, and registers no service worker', async () => {
  const { offline, register, text } = await browser({ secure: false });
  const shown = await text();
  for (const words of [english.plain, english.stays, english.how]) expect(shown).toContain(words);
  expect([...document.querySelectorAll('code')].map((code) => code.textContent)).toEqual([
    'kaiten serve --tls-cert FILE --tls-key FILE',
    'kaiten serve --public-url https://…',
  ]);
  expect(register).not.toHaveBeenCalled();
  expect([offline.secure, offline.ready]).toEqual([false, false]);
});

it('follows the online and offline events', async () => {
  const { offline } = await browser({ secure: true });
  dispatchEvent(new Event('offline'));
  expect(offline.online).toBe(false);
  dispatchEvent(new Event('online'));
  expect(offline.online).toBe(true);
});

it('has the same texts in both languages', () => {
  expect(Object.keys(italian).sort()).toEqual(Object.keys(english).sort());
  expect(italian.steps.map((step) => step.split('`').length)).toEqual(english.steps.map((step) => step.split('`').length));
});
