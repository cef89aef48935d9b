/** This browser's own line: whoever its cookie says one is. */
import { Line } from './line.svelte';

export const line = new Line();
