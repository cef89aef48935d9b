import type { Say } from './types';

export type Phrase = Say['phrase'];
