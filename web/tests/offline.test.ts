/** What is said about working without a network, by what the browser allows. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { words as english } from '../src/words/offline.en';
import { words as italian } from '../src/words/offline.it';

let takeAway = (): void => undefined;

beforeEach(() => vi.resetModules());
afterEach(() => {
  takeAway();
  takeAway = () => undefined;
  vi.unstubAllGlobals();
  document.body.innerHTML = '';
});

interface Browser {
  secure: boolean;
  worker?: 'installs' | 'slow' | 'refuses' | 'none';
}

/** The module and the note in a browser like this. */
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
  const { offline } = await import('../src/house/offline.svelte');
  const { default: Note } = await import('../src/sheet/OfflineNote.svelte');
  // Modules are loaded anew for each test, and Svelte has to be the one that they have.
  const { flushSync, mount, unmount } = await import('svelte');
  offline.begin();
  const shown = mount(Note, { target: document.body });
  takeAway = () => void unmount(shown);
  const text = async (): Promise<string> => {
    await new Promise((go) => setTimeout(go));
    flushSync();
    return document.body.textContent.replace(/\s+/g, ' ').trim();
  };
  return { offline, register, text };
}

describe('on a secure page', () => {
  it('is ready when the worker is', async () => {
    const { offline, register, text } = await browser({ secure: true });
    expect(await text()).toBe(english.ready);
    expect(register).toHaveBeenCalledExactlyOnceWith('/sw.js');
    expect([offline.secure, offline.ready, offline.refused, offline.canInstall]).toEqual([true, true, false, false]);
  });

  it('gets ready until then', async () => {
    const { offline, text } = await browser({ secure: true, worker: 'slow' });
    expect(await text()).toBe(english.soon);
    expect(offline.ready).toBe(false);
  });

  it.each(['refuses', 'none'] as const)('says so where the browser keeps nothing: %s', async (worker) => {
    const { offline, text } = await browser({ secure: true, worker });
    expect(await text()).toBe(`${english.refused} ${english.stays}`);
    expect([offline.ready, offline.refused]).toEqual([false, true]);
  });

  it('can be installed when the browser offers it, once', async () => {
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

it('says how to get a secure address on a plain one, and asks for no worker', async () => {
  const { offline, register, text } = await browser({ secure: false });
  const said = await text();
  for (const words of [english.plain, english.stays, english.how]) expect(said).toContain(words);
  expect([...document.querySelectorAll('code')].map((code) => code.textContent)).toEqual([
    'kaiten serve --tls-cert FILE --tls-key FILE',
    'kaiten serve --public-url https://…',
  ]);
  expect(register).not.toHaveBeenCalled();
  expect([offline.secure, offline.ready]).toEqual([false, false]);
});

it('knows when the network goes and comes', async () => {
  const { offline } = await browser({ secure: true });
  dispatchEvent(new Event('offline'));
  expect(offline.online).toBe(false);
  dispatchEvent(new Event('online'));
  expect(offline.online).toBe(true);
});

it('has the same words in both languages', () => {
  expect(Object.keys(italian).sort()).toEqual(Object.keys(english).sort());
  expect(italian.steps.map((step) => step.split('`').length)).toEqual(english.steps.map((step) => step.split('`').length));
});
