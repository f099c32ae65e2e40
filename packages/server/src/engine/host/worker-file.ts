import { compiledBeside } from '../../kernel/fork-private.ts';

/** The compiled entries of worker processes, by kind. */
export const engineWorkerFile = compiledBeside(import.meta.url, '../worker/engine-main.js');
export const plannerWorkerFile = compiledBeside(import.meta.url, '../worker/planner-main.js');
