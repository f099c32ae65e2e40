import { QuernError, storageError } from '../kernel/errors.ts';
import { notHeldAsDecimal, wantsCloserLook, withoutSqlState } from '../kernel/sql-error.ts';
import { storageFailureOf } from '../kernel/storage-failure.ts';

/** The class of a DuckDB error, by the type at the beginning of its message. */
export type ErrorClass = 'caller' | 'files' | 'memory' | 'interrupt' | 'internal';

/**
 * Types missing from the table are internal errors: IO, Serialization, Transaction, FATAL,
 * INTERNAL, Connection and the like.
 */
export const errorClasses: Readonly<Record<string, ErrorClass>> = {
  Parser: 'caller',
  Syntax: 'caller',
  Binder: 'caller',
  Catalog: 'caller',
  Conversion: 'caller',
  'Out of Range': 'caller',
  'Invalid Input': 'caller',
  'Invalid type': 'caller',
  'Mismatch Type': 'caller',
  Decimal: 'caller',
  'Divide by Zero': 'caller',
  Expression: 'caller',
  Constraint: 'caller',
  'Not implemented': 'caller',
  'Parameter Not Allowed': 'caller',
  'Parameter Not Resolved': 'caller',
  Sequence: 'caller',
  Permission: 'files',
  'Missing Extension': 'files',
  'Out of Memory': 'memory',
  INTERRUPT: 'interrupt',
};

export interface ErrorContext {
  /** The memory budget of the task, for the message. */
  readonly memoryBytes?: number;
}

/**
 * Converts a DuckDB error (or any other) to a QuernError with a message for the caller. The cause
 * is the original error.
 */
export function mapDuckdbError(thrown: unknown, context: ErrorContext = {}): QuernError {
  if (thrown instanceof QuernError) return thrown;
  const failure = storageFailureOf(thrown);
  if (failure !== null) return storageError(failure, thrown);
  const text = thrown instanceof Error ? thrown.message : String(thrown);
  const parts = /^(?:Failed to [a-z ]+: )?([A-Za-z][A-Za-z ]*?) Error: ([\s\S]*)$/.exec(text);
  const [type, message] = [parts?.[1] ?? '', parts?.[2] ?? ''];
  switch (errorClasses[type]) {
    case 'caller':
      return new QuernError('BAD_REQUEST', forCaller(type, message), { cause: thrown });
    case 'files':
      return new QuernError(
        'BAD_REQUEST',
        'queries cannot reach files, networks or extensions; query tables instead',
        {
          cause: thrown,
        },
      );
    case 'memory':
      return new QuernError('BAD_REQUEST', memoryMessage(context.memoryBytes, message), {
        cause: thrown,
      });
    case 'interrupt':
      return new QuernError('CLIENT_CLOSED_REQUEST', 'the query was cancelled', { cause: thrown });
    default:
      return new QuernError(
        'INTERNAL_SERVER_ERROR',
        'the query failed inside the engine; the server log has the details',
        {
          cause: thrown,
        },
      );
  }
}

/**
 * The missing capacity of a statement's numbers: more digits with a look at aggregates' floats, or
 * exactness.
 */
export type NumericLimit = 'wide' | 'exact';

const narrow = [
  /^Overflow in (?:addition|subtract|multiplication) of DECIMAL\(18\)/,
  new RegExp(`\\b${wantsCloserLook}`),
];

/**
 * DuckDB's words for a number beyond 38 digits, or a deviation beyond doubles, and the service's
 * words for a number that DECIMAL does not support.
 */
const inexact = [
  /^Overflow in (?:addition|subtract|multiplication) of DECIMAL\(/,
  /^Overflow in HUGEINT /,
  /^(?:Could not (?:cast|convert)|Casting value|Failed to cast|Type \w+ with value|Conversion Error).*\bDECIMAL\(/,
  /^(?:VARPOP|VARSAMP|STDDEV_\w+|STDDEV|COVAR\w*|CORR|REGR\w*)(?: for [XY])? is out of range/i,
  new RegExp(`\\b${notHeldAsDecimal}`),
];

/**
 * The arithmetic for another run of the statement. `wide` has 38 digits instead of 64 bits, with a
 * look at floats where the final value of an aggregate is not enough. `exact` has exact numbers.
 * Undefined for an error unrelated to the representation of numbers.
 */
export function numericLimit(error: unknown): NumericLimit | undefined {
  if (!(error instanceof QuernError) || error.code !== 'BAD_REQUEST') return undefined;
  if (narrow.some((words) => words.test(error.message))) return 'wide';
  return inexact.some((words) => words.test(error.message)) ? 'exact' : undefined;
}

/**
 * True where a query needed more memory, or more disk in place of memory, than one query may use.
 */
export const isOverMemory = (error: QuernError): boolean =>
  error.code === 'BAD_REQUEST' &&
  /^query (?:exceeded its memory budget|needed more temporary disk space)\b/.test(error.message);

/** The message for a query over its budget, whoever detected the excess. */
export function memoryMessage(
  memoryBytes: number | undefined,
  detail = '',
  subject = 'query',
): string {
  const advice =
    subject === 'load' ? 'split the file' : 'narrow it, or filter and aggregate earlier';
  if (/max_temp_directory_size|failed to offload/i.test(detail))
    return `${subject} needed more temporary disk space than it may use; ${advice}`;
  const budget = memoryBytes === undefined ? '' : ` of ${Math.floor(memoryBytes / 2 ** 20)} MiB`;
  return `${subject} exceeded its memory budget${budget}; ${advice}`;
}

/**
 * HotSQL's functions are macros with an overload per type. Their names and parameters are internal.
 */
const unfitArgument = '$1() does not take an argument of this type; cast it to one that it takes';

const tooDeep =
  'the query nests too deeply; use fewer levels of parentheses, operators or subqueries';

/**
 * DuckDB's messages name a type by its memory layout, where SQL has another name, or even another
 * type with the name.
 */
const sqlTypes: Readonly<Record<string, string>> = {
  INT8: 'TINYINT',
  INT16: 'SMALLINT',
  INT32: 'INTEGER',
  INT64: 'BIGINT',
  INT128: 'HUGEINT',
  UINT8: 'UTINYINT',
  UINT16: 'USMALLINT',
  UINT32: 'UINTEGER',
  UINT64: 'UBIGINT',
  UINT128: 'UHUGEINT',
};

/**
 * Puts SQL's type names into a message, also for the types of constants. DuckDB has names of its
 * own for constants of an undecided type.
 */
const inSqlTypes = (message: string): string =>
  message
    .replace(/\b(INTEGER|STRING)_LITERAL\b/g, '$1')
    .replace(/\b(to|of|type) (U?INT\d+)\b(?!')/gi, (all, before, type) =>
      sqlTypes[type] === undefined ? all : `${before} ${sqlTypes[type]}`,
    );

/**
 * Keeps the parts of the engine's message about the caller's text. The dropped parts are the quoted
 * line (of the text as run, with the service's wrapping), advice on settings and extensions, paths,
 * and internal names.
 */
function forCaller(type: string, message: string): string {
  if (/^(?:memory exhausted at or near|Max expression depth)/.test(message)) return tooDeep;
  const kept = inSqlTypes(withoutSqlState(message))
    .replace(/\nLINE \d+:[\s\S]*$/, '')
    .split(/\n\s*\n/)
    .filter(
      (paragraph) =>
        !/^(Use |Possible solutions|Please try|Alternatively|Consider |Stack Trace)|\bSET \w+/.test(
          paragraph.trim(),
        ),
    )
    .join('\n')
    .replace(/ ?Use "SET [^"]*"[^.\n]*\.?/g, '')
    .replace(/"quern-worker"\.(main\.)?|\bquern-worker\.(main\.)?/g, '')
    .replace(/(^|[\s"'([])(?:[a-z]+:\/)?\/(?:[^\s"'/]+\/)+[^\s"',)\]]*/gi, '$1<file>')
    .replace(
      /^Macro (\w+?)(?:_result|_of_sums)?\(\) does not support the supplied arguments[\s\S]*/,
      unfitArgument,
    )
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join('\n');
  if (kept === '')
    return `the engine refused the query (${type.toLowerCase()} error); check its text`;
  return kept.length > 2000 ? `${kept.slice(0, 2000)}...` : kept;
}
