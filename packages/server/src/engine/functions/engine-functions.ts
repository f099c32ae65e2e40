import { arrayFunctions } from './array-functions.ts';
import { bitFunctions } from './bit-functions.ts';
import { bytesFunctions } from './bytes-functions.ts';
import { catalogFunctions } from './catalog-functions.ts';
import { checksumFunctions } from './checksum-functions.ts';
import { degreeFunctions } from './degree-functions.ts';
import type { EngineFunction } from './engine-function.ts';
import { formattingFunctions } from './formatting-functions.ts';
import { identifierFunctions } from './identifier-functions.ts';
import { inputErrorFunctions } from './input-error-functions.ts';
import { jsonDepthFunctions } from './json-depth-functions.ts';
import { jsonFunctions } from './json-functions.ts';
import { jsonpathFunctions } from './jsonpath-functions.ts';
import { likeFunctions } from './like-functions.ts';
import { momentFunctions } from './moment-functions.ts';
import { moneyFunctions } from './money-functions.ts';
import { multirangeFunctions } from './multirange-functions.ts';
import { networkFunctions } from './network-functions.ts';
import { numberFunctions } from './number-functions.ts';
import { numericFunctions } from './numeric-functions.ts';
import { rangeFunctions } from './range-functions.ts';
import { regexpFunctions } from './regexp-functions.ts';
import { shapeFunctions } from './shape-functions.ts';
import { sizeFunctions } from './size-functions.ts';
import { textFunctions } from './text-functions.ts';
import { timeFunctions } from './time-functions.ts';
import { timeInputFunctions } from './time-input-functions.ts';
import { unicodeFunctions } from './unicode-functions.ts';
import { vectorFunctions } from './vector-functions.ts';

/** Every function of a worker, by family. */
export const engineFunctions: readonly EngineFunction[] = [
  ...textFunctions,
  ...bytesFunctions,
  ...bitFunctions,
  ...rangeFunctions,
  ...multirangeFunctions,
  ...networkFunctions,
  ...moneyFunctions,
  ...timeFunctions,
  ...timeInputFunctions,
  ...momentFunctions,
  ...unicodeFunctions,
  ...formattingFunctions,
  ...numberFunctions,
  ...numericFunctions,
  ...regexpFunctions,
  ...likeFunctions,
  ...jsonFunctions,
  ...jsonDepthFunctions,
  ...arrayFunctions,
  ...catalogFunctions,
  ...inputErrorFunctions,
  ...identifierFunctions,
  ...degreeFunctions,
  ...shapeFunctions,
  ...sizeFunctions,
  ...checksumFunctions,
  ...jsonpathFunctions,
  ...vectorFunctions,
];
