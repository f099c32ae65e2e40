import type { DuckDBConnection, DuckDBDataChunk, DuckDBVector } from '@duckdb/node-api';
import { sqlError } from '../../kernel/sql-error.ts';
import { DuckDBScalarFunction } from '../duckdb.ts';
import type { Codec } from './codecs.ts';
import { tooDeep } from './json/json-scanner.ts';

export type EngineFunctionName = `hotsql_${string}`;

/**
 * A scalar function that DuckDB calls with TypeScript. One name, one signature: there are no
 * overloads.
 */
export interface EngineFunction {
  readonly name: EngineFunctionName;
  readonly parameters: readonly Codec<unknown>[];
  readonly returns: Codec<unknown>;
  /** Whether equal arguments may give different results; such a call is never folded or shared. */
  readonly volatile: boolean;
  /** Whether a NULL argument gives NULL without a call. */
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
 * A function that gives NULL where any argument is NULL. `evaluate` may give null too; it raises
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

/** A function that is called with NULLs too. */
export function nullableFunction<const Parameters extends readonly Codec<unknown>[], Result>(
  name: EngineFunctionName,
  parameters: Parameters,
  returns: Codec<Result>,
  evaluate: (...args: Nullable<Parameters>) => Result | null,
): EngineFunction {
  return { name, parameters, returns, volatile: false, strict: false, evaluate };
}

/**
 * Makes the functions known to every connection of the instance. DuckDB lists them as its own, so
 * no task can drop one.
 */
export function registerFunctions(
  connection: DuckDBConnection,
  functions: readonly EngineFunction[],
): void {
  for (const definition of functions) {
    const created = DuckDBScalarFunction.create({
      name: definition.name,
      parameterTypes: definition.parameters.map(({ type }) => type),
      returnType: definition.returns.type,
      // Without it DuckDB takes a NULL argument for a NULL result while it optimises.
      specialHandling: !definition.strict,
      volatile: definition.volatile,
      mainFunction: (_info, chunk, output) =>
        withinDepth(definition, () => evaluateChunk(definition, chunk, output)),
    });
    connection.registerScalarFunction(created);
  }
}

/**
 * Runs on the worker's JavaScript thread while DuckDB's thread waits: 0.2 us a row for an integer
 * in and out, 1.5 us for two strings in and one out, half of which is decoding and encoding UTF-8.
 * What is thrown becomes the query's error.
 */
function evaluateChunk(
  definition: EngineFunction,
  chunk: DuckDBDataChunk,
  output: DuckDBVector,
): void {
  const { parameters, returns, strict } = definition;
  const evaluate = definition.evaluate as (...args: unknown[]) => unknown;
  const vectors = parameters.map((_, index) => chunk.getColumnVector(index));
  const args: unknown[] = new Array(parameters.length);
  const rowCount = chunk.rowCount;
  for (let row = 0; row < rowCount; row++) {
    let hasNull = false;
    for (const [index, parameter] of parameters.entries()) {
      const value = vectors[index]?.getItem(row) ?? null;
      if (value === null) hasNull = true;
      args[index] = value === null ? null : parameter.fromEngine(value);
    }
    const result = hasNull && strict ? null : (evaluate(...args) ?? null);
    output.setItem(row, result === null ? null : returns.toEngine(result));
  }
  output.flush();
}

/** What is walked by functions of these names. */
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

/** Patterns and values may nest deeper than a walk over them can go. */
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
