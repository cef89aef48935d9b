/**
 * Offline support and installation: registers the service worker (`web/sw/sw.js`) and offers the install prompt.
 *
 * Browsers allow both in a secure context only: https, or localhost.
 */

/** Chromium's `beforeinstallprompt` event; other browsers install from a menu of their own. */
interface InstallPrompt extends Event {
  prompt: () => Promise<unknown>;
  userChoice: Promise<{ outcome: 'accepted' | 'dismissed' }>;
}

class Offline {
  /** The service worker is active: the page opens without a network from now on. */
  ready = $state(false);
  /** The browser has no service worker here: it is old, its storage is full, or the window is private. */
  unavailable = $state(false);
  /** Whether this is a secure context. */
  readonly secure = isSecureContext;
  /** Whether the device has a network, which may not reach the server. */
  online = $state(navigator.onLine);
  #prompt = $state.raw<InstallPrompt | null>(null);

  constructor() {
    addEventListener('online', () => (this.online = true));
    addEventListener('offline', () => (this.online = false));
    addEventListener('beforeinstallprompt', (event) => {
      event.preventDefault(); // the prompt is shown later, beside its explanation
      this.#prompt = event as InstallPrompt;
    });
    addEventListener('appinstalled', () => (this.#prompt = null));
  }

  get canInstall(): boolean {
    return this.#prompt !== null;
  }

  /** Show the browser's install prompt, once; whether the person accepted. */
  async install(): Promise<boolean> {
    const prompt = this.#prompt;
    if (!prompt) return false;
    this.#prompt = null;
    await prompt.prompt();
    return (await prompt.userChoice).outcome === 'accepted';
  }

  /** Register the service worker when the browser is idle. */
  registerServiceWorker(): void {
    const workers = navigator.serviceWorker as ServiceWorkerContainer | undefined;
    if (!this.secure) return;
    if (!workers) {
      this.unavailable = true;
      return;
    }
    void workers.ready.then(() => (this.ready = true));
    const register = async (): Promise<void> => {
      try {
        const registration = await workers.register('/sw.js');
        // By itself a browser may look for a new version a day later.
        if (registration.active) await registration.update();
        const first = registration.installing;
        first?.addEventListener('statechange', () => {
          if (first.state === 'redundant') this.unavailable = !registration.active; // mostly because the storage is full
        });
      } catch (error) {
        // A TypeError: the server cannot be reached just now. Anything else: the browser refuses.
        this.unavailable = !(error instanceof TypeError);
      }
    };
    // Safari has no requestIdleCallback.
    const idle = (): void => {
      if ('requestIdleCallback' in window) requestIdleCallback(() => void register(), { timeout: 5000 });
      else setTimeout(() => void register(), 1000);
    };
    if (document.readyState === 'complete') idle();
    else addEventListener('load', idle, { once: true });
  }
}

export const offline = new Offline();
