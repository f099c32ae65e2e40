/**
 * PostgreSQL's functions in HotSQL, each compared with PostgreSQL 18 by the differential test. Any
 * other PostgreSQL function is refused, even if DuckDB has a function of the name, which may mean
 * something else.
 */
import { duckdbOnlyNames } from '../../../duckdb/function-lists.ts';
import {
  type AggregateImplementation,
  type Implementation,
  indexImplementations,
} from '../implementation.ts';
import { otherFunctionNames } from '../other-calls.ts';
import { aggregateFunctions, windowFunctions } from './aggregates.ts';
import { arrayFunctions } from './arrays.ts';
import { bitStringAggregates, bitStringFunctions } from './bit-strings.ts';
import { catalogFunctions } from './catalog-functions.ts';
import { formattingFunctions, spanFunctions } from './formatting.ts';
import { hypotheticalAggregates } from './hypothetical-aggregates.ts';
import { jsonAggregates, jsonFunctions } from './json-functions.ts';
import { momentFunctions } from './moment-operators.ts';
import { moneyAggregates } from './money.ts';
import { multirangeAggregates, multirangeFunctions } from './multiranges.ts';
import { networkFunctions } from './network.ts';
import { numberFunctions } from './numbers.ts';
import { numericFunctions } from './numeric-functions.ts';
import { patternFunctions, patternRows } from './patterns.ts';
import { populateFunctions } from './populate.ts';
import { rangeFunctions } from './ranges.ts';
import { sessionFunctions } from './session-functions.ts';
import { shapeFunctions } from './shapes.ts';
import { bytesFunctions, stringFunctions } from './strings.ts';
import { bytesAggregates, textInputFunctions } from './text-input.ts';
import { textFunctions } from './texts.ts';
import { timePartFunctions } from './time-parts.ts';
import { timeFunctions } from './times.ts';
import { variadicFunctions } from './variadic-functions.ts';

/** Keyed by `name(type,type)`, with PostgreSQL's names of the signature's types. */
export const functionImplementations = indexImplementations<Implementation>([
  numberFunctions,
  numericFunctions,
  textFunctions,
  timeFunctions,
  momentFunctions,
  timePartFunctions,
  arrayFunctions,
  jsonFunctions,
  catalogFunctions,
  formattingFunctions,
  spanFunctions,
  patternFunctions,
  stringFunctions,
  bytesFunctions,
  bitStringFunctions,
  rangeFunctions,
  multirangeFunctions,
  networkFunctions,
  populateFunctions,
  sessionFunctions,
  shapeFunctions,
  textInputFunctions,
  variadicFunctions,
]);

/** Functions that give rows, printed as a list. */
export const rowImplementations = indexImplementations<string>([patternRows]);

/** Aggregates and window functions, keyed in the same way. */
export const aggregateImplementations = indexImplementations<AggregateImplementation>([
  aggregateFunctions,
  windowFunctions,
  hypotheticalAggregates,
  jsonAggregates,
  bitStringAggregates,
  bytesAggregates,
  multirangeAggregates,
  moneyAggregates,
]);

/** All functions of HotSQL, for suggestions and SHOW FUNCTIONS. */
export function functionNames(): readonly string[] {
  const keys = [...functionImplementations.keys(), ...aggregateImplementations.keys()];
  const names = new Set(keys.map((key) => key.slice(0, key.indexOf('('))));
  return [
    ...names,
    'generate_series',
    'unnest',
    ...otherFunctionNames,
    ...duckdbOnlyNames(),
  ].sort();
}
