/**
 * Whether this page opens without a network, and can be put on the home screen.
 *
 * Browsers allow both on secure pages only: https, or the machine itself. The worker is in `web/sw/sw.js`.
 */

/** What Chromium says when a page can be installed; other browsers have a menu of their own for it. */
interface InstallPrompt extends Event {
  prompt: () => Promise<unknown>;
  userChoice: Promise<{ outcome: 'accepted' | 'dismissed' }>;
}

class Offline {
  /** The page has been kept: it opens without a network from now on. */
  ready = $state(false);
  /** The browser keeps nothing here: it is old, or the window is private. */
  refused = $state(false);
  /** Whether browsers trust this address with keeping pages at all. */
  readonly secure = isSecureContext;
  /** Whether there seems to be a network. That it leads to the server is not said. */
  online = $state(navigator.onLine);
  #prompt = $state.raw<InstallPrompt | null>(null);

  constructor() {
    addEventListener('online', () => (this.online = true));
    addEventListener('offline', () => (this.online = false));
    addEventListener('beforeinstallprompt', (event) => {
      event.preventDefault(); // it is asked where somebody reads why, and not in between
      this.#prompt = event as InstallPrompt;
    });
    addEventListener('appinstalled', () => (this.#prompt = null));
  }

  get canInstall(): boolean {
    return this.#prompt !== null;
  }

  /** Ask the person, by the browser's own question; whether they said yes. It can be asked once. */
  async install(): Promise<boolean> {
    const prompt = this.#prompt;
    if (!prompt) return false;
    this.#prompt = null;
    await prompt.prompt();
    return (await prompt.userChoice).outcome === 'accepted';
  }

  /** Keep the page, as soon as the browser has nothing better to do. */
  begin(): void {
    const workers = navigator.serviceWorker as ServiceWorkerContainer | undefined;
    if (!this.secure) return;
    if (!workers) {
      this.refused = true;
      return;
    }
    void workers.ready.then(() => (this.ready = true));
    const register = async (): Promise<void> => {
      try {
        const place = await workers.register('/sw.js');
        // A browser looks for a new version in its own time, which may be tomorrow.
        if (place.active) await place.update();
        const first = place.installing;
        first?.addEventListener('statechange', () => {
          if (first.state === 'redundant') this.refused = !place.active; // there was no room for it, mostly
        });
      } catch (error) {
        // The server cannot be reached just now, or the browser does not want to.
        this.refused = !(error instanceof TypeError);
      }
    };
    // Safari has no such moment.
    const idle = (): void => {
      if ('requestIdleCallback' in window) requestIdleCallback(() => void register(), { timeout: 5000 });
      else setTimeout(() => void register(), 1000);
    };
    if (document.readyState === 'complete') idle();
    else addEventListener('load', idle, { once: true });
  }
}

export const offline = new Offline();
