/** Entry point: sprite, language, root component, service worker. */
import '@fontsource-variable/nunito/wght.css';
import './art/colours.css';
import './app.css';
import { mount } from 'svelte';
import App from './App.svelte';
import { sprite } from './art/sprite';
import { offline } from './app/offline.svelte';
import { settings } from './app/settings.svelte';
import { lang } from './words/index.svelte';

// The SVG sprite: every drawing refers to it.
const drawings = document.createElement('div');
drawings.className = 'sr-only';
drawings.ariaHidden = 'true';
drawings.innerHTML = sprite;
document.body.append(drawings);

// Load the language before the first text is rendered.
await lang.use(settings.language).catch(() => undefined);

const place = document.getElementById('app');
if (place) {
  place.textContent = '';
  mount(App, { target: place });
}

// The service worker fetches its files in the background, after the first page is shown.
if (import.meta.env.PROD) offline.registerServiceWorker();
