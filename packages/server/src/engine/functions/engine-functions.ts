import type { EngineFunction } from './engine-function.ts';
import { regexpFunctions } from './regexp-functions.ts';
import { unicodeFunctions } from './unicode-functions.ts';

/** Every function that a worker registers, by family. */
export const engineFunctions: readonly EngineFunction[] = [...regexpFunctions, ...unicodeFunctions];
