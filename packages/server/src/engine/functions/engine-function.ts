import type { DuckDBConnection } from '@duckdb/node-api';
import type { Vector } from '@duckdb/node-bindings';
import { sqlError } from '../../kernel/sql-error.ts';
import { DuckDBDataChunk, DuckDBScalarFunction, engineBindings } from '../duckdb.ts';
import type { Codec, Storage } from './codecs.ts';
import { type ColumnValues, readColumn } from './column-values.ts';
import { tooDeep } from './json/json-scanner.ts';
import { writeColumn } from './write-column.ts';

export type EngineFunctionName = `hotsql_${string}`;

/**
 * A scalar function in TypeScript that DuckDB calls. One name has one signature; there are no
 * overloads.
 */
export interface EngineFunction {
  readonly name: EngineFunctionName;
  readonly parameters: readonly Codec<unknown>[];
  readonly returns: Codec<unknown>;
  /**
   * True where equal arguments may give different results. DuckDB never folds or shares such a
   * call.
   */
  readonly volatile: boolean;
  /** True where a NULL argument gives NULL without a call. */
  readonly strict: boolean;
  readonly evaluate: (...args: readonly never[]) => unknown;
}

type Values<Parameters extends readonly Codec<unknown>[]> = {
  [Index in keyof Parameters]: Parameters[Index] extends Codec<infer Value> ? Value : never;
};
type Nullable<Parameters extends readonly Codec<unknown>[]> = {
  [Index in keyof Parameters]: Parameters[Index] extends Codec<infer Value> ? Value | null : never;
};

/**
 * A function with a NULL result for any NULL argument. `evaluate` may also return null, and raises
 * with `sqlError`.
 */
export function strictFunction<const Parameters extends readonly Codec<unknown>[], Result>(
  name: EngineFunctionName,
  parameters: Parameters,
  returns: Codec<Result>,
  evaluate: (...args: Values<Parameters>) => Result | null,
): EngineFunction {
  return { name, parameters, returns, volatile: false, strict: true, evaluate };
}

/** A function that DuckDB also calls with NULLs. */
export function nullableFunction<const Parameters extends readonly Codec<unknown>[], Result>(
  name: EngineFunctionName,
  parameters: Parameters,
  returns: Codec<Result>,
  evaluate: (...args: Nullable<Parameters>) => Result | null,
): EngineFunction {
  return { name, parameters, returns, volatile: false, strict: false, evaluate };
}

/**
 * Registers the functions for every connection of the instance. DuckDB lists the functions as
 * built-in, so no task can drop one.
 */
export function registerFunctions(
  connection: DuckDBConnection,
  functions: readonly EngineFunction[],
): void {
  for (const definition of functions) {
    const created = new DuckDBScalarFunction();
    created.setName(definition.name);
    for (const { type } of definition.parameters) created.addParameter(type);
    created.setReturnType(definition.returns.type);
    // DuckDB's optimizer otherwise takes a NULL argument as a NULL result.
    if (!definition.strict) created.setSpecialHandling();
    if (definition.volatile) created.setVolatile();
    engineBindings.scalar_function_set_function(created.scalar_function, (_info, input, output) =>
      withinDepth(definition, () => evaluateChunk(definition, new DuckDBDataChunk(input), output)),
    );
    connection.registerScalarFunction(created);
  }
}

/**
 * Runs on the worker's JavaScript thread while DuckDB's thread waits. A thrown error becomes the
 * query's error.
 */
function evaluateChunk(definition: EngineFunction, chunk: DuckDBDataChunk, output: Vector): void {
  const columns = definition.parameters.map((parameter, index) =>
    readColumn(chunk, index, parameter),
  );
  writeColumn(output, definition.returns, resultsOf(definition, columns, chunk.rowCount));
}

/** Types with values that a Map distinguishes. A Map takes 0 and -0 as equal. */
const keyed: ReadonlySet<Storage | undefined> = new Set(['int32', 'int64', 'text']);

/**
 * The rows to sample for repeated values in a chunk, and the most distinct values among the sample.
 */
const sampled = 128;
const mostDistinct = 64;

function resultsOf(
  definition: EngineFunction,
  columns: readonly ColumnValues[],
  count: number,
): readonly unknown[] {
  const { strict, volatile: isVolatile } = definition;
  const evaluate = definition.evaluate as (...args: unknown[]) => unknown;
  const args: unknown[] = columns.map(({ values }) => values[0]);
  const varying = columns.flatMap(({ isConstant }, index) => (isConstant ? [] : [index]));
  const of = (row: number): unknown => {
    let hasNull = false;
    for (let index = 0; index < columns.length; index += 1) {
      const value = columns[index]?.values[row] ?? null;
      if (value === null) hasNull = true;
      args[index] = value;
    }
    return hasNull && strict ? null : (evaluate(...args) ?? null);
  };
  if (isVolatile || count === 0) return Array.from({ length: count }, (_, row) => of(row));
  if (varying.length === 0) return new Array(count).fill(of(0));
  const [only = 0] = varying;
  const keys = columns[only]?.values ?? [];
  const isKeyed = keyed.has(definition.parameters[only]?.storage);
  if (varying.length > 1 || !isKeyed || !repeats(keys))
    return Array.from({ length: count }, (_, row) => of(row));
  const known = new Map<unknown, unknown>();
  return keys.map((key, row) => {
    const found = known.get(key);
    if (found !== undefined) return found;
    const result = of(row);
    known.set(key, result);
    return result;
  });
}

/**
 * True where a computation per distinct value pays, because the first rows have few distinct
 * values.
 */
const repeats = (values: readonly unknown[]) =>
  values.length >= sampled && new Set(values.slice(0, sampled)).size <= mostDistinct;

/** The nesting errors of functions that walk nested values. */
const walked: readonly (readonly [name: RegExp, nested: string])[] = [
  [
    /^hotsql_jsonpath_in$/,
    'the jsonpath is nested too deeply; use fewer levels of parentheses, filters and operators',
  ],
  [
    /^hotsql_(?:jsonpath|json_table)/,
    'the JSON value or the jsonpath is nested too deeply; use fewer levels',
  ],
  [/^hotsql_jsonb?_/, tooDeep],
  [
    /^hotsql_(?:regexp|similar|like)/,
    'the pattern is nested too deeply; use fewer levels of parentheses',
  ],
];

/** Patterns and values may nest deeper than a recursive walk can go. */
function withinDepth({ name }: EngineFunction, walk: () => void): void {
  try {
    walk();
  } catch (error) {
    const isTooDeep =
      error instanceof RangeError && error.message === 'Maximum call stack size exceeded';
    if (!isTooDeep) throw error;
    const nested = walked.find(([names]) => names.test(name))?.[1];
    sqlError('54001', nested ?? 'the value is nested too deeply; use fewer levels');
  }
}
