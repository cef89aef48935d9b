import { en, type Words } from './en';

export const it: Words = en;
