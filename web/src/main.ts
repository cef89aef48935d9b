import '@fontsource-variable/nunito/wght.css';
import './art/colours.css';
import './app.css';
import { mount } from 'svelte';
import App from './App.svelte';
import { sprite } from './art/sprite';
import { offline } from './house/offline.svelte';
import { settings } from './house/settings.svelte';
import { lang } from './words/index.svelte';

// All drawings are in the page once; each place that shows one refers to it.
const drawings = document.createElement('div');
drawings.className = 'unseen';
drawings.ariaHidden = 'true';
drawings.innerHTML = sprite;
document.body.append(drawings);

// The first thing that is read is in the right language.
await lang.speak(settings.language).catch(() => undefined);

const place = document.getElementById('app');
if (place) {
  place.textContent = '';
  mount(App, { target: place });
}

// What is kept for later is fetched when the first page is there, and nobody waits for it.
if (import.meta.env.PROD) offline.begin();
