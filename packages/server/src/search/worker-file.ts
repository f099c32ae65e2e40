import { compiledBeside } from '../kernel/fork-private.ts';

/** The compiled entry of a search worker. */
export const searchWorkerFile = compiledBeside(import.meta.url, 'worker/search-main.js');
