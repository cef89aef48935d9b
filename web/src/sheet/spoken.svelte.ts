/** The words of this room, in the chosen language; English until the others are here. */
import { Spoken } from '../learn/spoken.svelte';
import { settings } from '../house/settings.svelte';
import { words as english } from './words.en';

const spoken = new Spoken(english, () => import('./words.it'));

export const sheetWords = {
  get w() {
    return spoken.words ?? english;
  },
  /** Call in the root of a screen: follows the chosen language. */
  follow(): void {
    $effect(() => void spoken.speak(settings.language));
  },
};
