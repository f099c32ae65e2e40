import { arrayFunctions } from './array-functions.ts';
import { catalogFunctions } from './catalog-functions.ts';
import type { EngineFunction } from './engine-function.ts';
import { jsonFunctions } from './json-functions.ts';
import { jsonpathFunctions } from './jsonpath-functions.ts';
import { unicodeFunctions } from './unicode-functions.ts';

/** Every function that a worker registers, by family. */
export const engineFunctions: readonly EngineFunction[] = [
  ...unicodeFunctions,
  ...jsonFunctions,
  ...arrayFunctions,
  ...catalogFunctions,
  ...jsonpathFunctions,
];
