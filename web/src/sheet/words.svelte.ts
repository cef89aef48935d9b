/** Translations of the score sheet; English while the other language is loading. */
import { LazyWords } from '../words/lazyWords.svelte';
import { words as english } from './words.en';

const lazy = new LazyWords(english, () => import('./words.it'));

export const sheetWords = {
  get w() {
    return lazy.words ?? english;
  },
  /** Call in the root component of a screen. */
  follow: () => lazy.follow(),
};
