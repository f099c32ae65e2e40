/**
 * Arrays of several dimensions: lists of lists of equal lengths. Functions missing here refuse such
 * arrays by name.
 */

import { refuse, reject } from '../../read/refusal.ts';
import { listOf, openNode } from '../../read/tree.ts';
import { type Expr, expr } from '../../resolve/expr.ts';
import {
  arrayOf,
  dimensionsOf,
  isArray,
  isWide,
  scalarOf,
  showType,
  typeNamed,
  wider,
} from '../../resolve/type.ts';
import {
  type Call,
  fill,
  type Implementation,
  type Implementations,
  indexImplementations,
} from '../implementation.ts';
import { comparisonKey } from '../row-value.ts';
import { arrayFunctions, arrayOperators } from './arrays.ts';

/** `ARRAY[[1, 2], [3, 4]]` from its rows; `lengths` are the lengths of literal rows. */
export function arrayOfRows(
  rows: readonly Expr[],
  lengths: readonly (number | undefined)[],
  location: number | undefined,
): Expr {
  const [first] = rows;
  if (
    first === undefined ||
    rows.some(({ type }) => !isArray(type) || type.engine !== first.type.engine)
  ) {
    return refuse('an array of arrays that are held in different ways', location);
  }
  const type = wider(first.type);
  const text = `[${rows.map((row) => row.text).join(', ')}]`;
  const isWritten =
    lengths.every((length) => length !== undefined && length > 0) && dimensionsOf(type) === 2;
  if (!isWritten) return expr(checkedRows(text, dimensionsOf(type)), type);
  if (new Set(lengths).size > 1) {
    reject(
      'multidimensional arrays must have array expressions with matching dimensions',
      location,
      '2202E',
    );
  }
  return expr(text, type);
}

/** Number of elements of a literal ARRAY. */
export function writtenLength(node: unknown): number | undefined {
  const { kind, fields } = openNode(node);
  return kind === 'A_ArrayExpr' ? listOf(fields, 'elements').length : undefined;
}

/**
 * Checks on every level that rows have equal lengths. An array without elements has no dimension,
 * or `empty` raises.
 */
export function checkedRows(text: string, dimensions: number, empty = '"a"[1:0]'): string {
  const levels = Array.from(
    { length: dimensions - 1 },
    (_, level) => `${'flatten('.repeat(level)}"a"${')'.repeat(level)}`,
  );
  const lengths = levels.map(
    (level) =>
      `len(list_distinct(list_transform(${level}, lambda "r": coalesce(len("r"), 0)))) > 1`,
  );
  const failed = `error('[2202E] multidimensional arrays must have array expressions with matching dimensions')`;
  const none = `len(${'flatten('.repeat(dimensions - 1)}"a"${')'.repeat(dimensions - 1)}) = 0`;
  return `list_transform([${text}], lambda "a": CASE WHEN ${lengths.join(' OR ')} THEN ${failed} WHEN ${none} THEN ${empty} ELSE "a" END)[1]`;
}

/** All elements in order, as an array of one dimension. */
export function flattened(value: Expr): Expr {
  const levels = dimensionsOf(value.type) - 1;
  if (levels < 1) return value;
  return expr(
    `${'flatten('.repeat(levels)}${value.text}${')'.repeat(levels)}`,
    arrayOf(scalarOf(value.type)),
  );
}

const argument = ({ args }: Call): Expr => args[0] ?? expr('NULL', 'unknown');

/** The length of each dimension, as texts. */
function lengths({ text, type }: Expr): readonly string[] {
  return Array.from(
    { length: dimensionsOf(type) },
    (_, level) => `len(${text}${'[1]'.repeat(level)})`,
  );
}

/**
 * The array's length in the dimension given by the second argument; null if there is no such
 * dimension.
 */
export function lengthOfDimension(call: Call): string {
  const cases = lengths(argument(call)).map(
    (length, index) => `WHEN ${index + 1} THEN nullif(${length}, 0)`,
  );
  return `CASE ${call.args[1]?.text} ${cases.join(' ')} END`;
}

const ofDimension = (value: (length: string) => string) => (call: Call) =>
  `CAST(${value(lengthOfDimension(call))} AS INTEGER)`;

const withArguments = (implementation: Implementation, call: Call, args: readonly Expr[]) =>
  typeof implementation === 'string'
    ? fill(implementation, args)
    : implementation({ ...call, args });

/** Applies the implementation for one dimension to all elements. */
const ofElements =
  (key: string): Implementation =>
  (call) => {
    const implementation = { ...arrayFunctions, ...arrayOperators }[key] ?? '';
    return withArguments(
      implementation,
      call,
      call.args.map((arg) => (isWide(arg.type) ? flattened(arg) : arg)),
    );
  };

/** Appends rows to rows, or a single row. */
function concatenate({ args: [left, right], location }: Call): Expr {
  if (left === undefined || right === undefined) return refuse('|| here', location);
  const [one, other] = [dimensionsOf(left.type), dimensionsOf(right.type)];
  if (Math.abs(one - other) > 1)
    return refuse('|| of arrays whose dimensions differ by more than one', location);
  const type = one < other ? right.type : left.type;
  const rows = ({ text }: Expr, dimensions: number) =>
    dimensions < Math.max(one, other) ? `[${text}]` : text;
  const joined = checkedRows(
    `list_concat(${rows(left, one)}, ${rows(right, other)})`,
    Math.max(one, other),
  );
  return expr(
    `CASE WHEN ${left.text} IS NULL THEN ${rows(right, other)} WHEN ${right.text} IS NULL THEN ${rows(left, one)} ELSE ${joined} END`,
    type,
  );
}

/** Replaces each element in its position. */
function replaceElements({ args: [array, from, to] }: Call): string {
  const levels = dimensionsOf(array?.type ?? typeNamed('_text'));
  const element = `CASE WHEN "e${levels}" IS NOT DISTINCT FROM ${from?.text} THEN ${to?.text} ELSE "e${levels}" END`;
  const inner = Array.from({ length: levels - 1 }, (_, index) => levels - index).reduce(
    (text, level) => `list_transform("e${level - 1}", lambda "e${level}": ${text})`,
    element,
  );
  return `list_transform(${array?.text}, lambda "e1": ${inner})`;
}

/** Arrays with different numbers of dimensions are never equal. */
const sameArrays =
  (operator: string, otherwise: string): Implementation =>
  ({ args: [left, right] }: Call) => {
    if (left === undefined || right === undefined) return 'NULL';
    if (dimensionsOf(left.type) === dimensionsOf(right.type))
      return `(${left.text} ${operator} ${right.text})`;
    return `CASE WHEN ${left.text} IS NOT NULL AND ${right.text} IS NOT NULL THEN ${otherwise} END`;
  };

/** Functions on the list of the first dimension, regardless of the elements. */
const firstDimensionKeys = [
  'array_reverse(anyarray)',
  'array_sample(anyarray,int4)',
  'array_shuffle(anyarray)',
  'array_sort(anyarray)',
  'array_sort(anyarray,bool)',
  'array_sort(anyarray,bool,bool)',
  'trim_array(anyarray,int4)',
];

/** Functions that PostgreSQL also refuses for several dimensions. */
const rejections: readonly (readonly [key: RegExp, message: string, sqlState: string])[] = [
  [
    /^array_positions?\(/,
    'searching for elements in multidimensional arrays is not supported',
    '0A000',
  ],
  [/^array_remove\(/, 'removing elements from multidimensional arrays is not supported', '0A000'],
  [/^array_(?:append|prepend)\(/, 'argument must be empty or one-dimensional array', '22000'],
  [/^array_fill\(/, 'wrong number of array subscripts', '2202E'],
  [/^width_bucket\(/, 'thresholds must be one-dimensional array', '2202E'],
];

const elementKeys = [
  'array_to_string(anyarray,text)',
  'array_to_string(anyarray,text,text)',
  'cardinality(anyarray)',
  'anyarray @> anyarray',
  'anyarray <@ anyarray',
  'anyarray && anyarray',
];

/** Functions and operators that take arrays of several dimensions, by signature. */
const wideImplementations = indexImplementations<Implementation>([
  Object.fromEntries(elementKeys.map((key) => [key, ofElements(key)])),
  Object.fromEntries(firstDimensionKeys.map((key) => [key, arrayFunctions[key] ?? ''])),
  {
    'anyarray = anyarray': sameArrays('=', 'false'),
    'anyarray <> anyarray': sameArrays('<>', 'true'),
    'anycompatiblearray || anycompatiblearray': concatenate,
    'array_cat(anycompatiblearray,anycompatiblearray)': concatenate,
    'array_replace(anycompatiblearray,anycompatible,anycompatible)': replaceElements,
    'array_dims(anyarray)': (call) =>
      `CASE WHEN len(${argument(call).text}) > 0 THEN ${lengths(argument(call))
        .map((length) => `'[1:' || ${length} || ']'`)
        .join(' || ')} END`,
    'array_ndims(anyarray)': (call) =>
      `CAST(CASE WHEN len(${argument(call).text}) > 0 THEN ${dimensionsOf(argument(call).type)} END AS INTEGER)`,
    'array_length(anyarray,int4)': ofDimension((length) => length),
    'array_upper(anyarray,int4)': ofDimension((length) => length),
    'array_lower(anyarray,int4)': ofDimension((length) => `CASE WHEN ${length} > 0 THEN 1 END`),
    'json_object(_text)': ({ args: [pairs] }) => objectOfPairs(pairs),
    'jsonb_object(_text)': ({ args: [pairs] }) => `hotsql_jsonb_in(${objectOfPairs(pairs)})`,
  } satisfies Implementations<Implementation>,
]);

/** `json_object('{{a,1},{b,2}}')`: rows of a key and a value. */
function objectOfPairs(pairs: Expr | undefined): string {
  if (pairs === undefined || dimensionsOf(pairs.type) > 2)
    return "error('[2202E] wrong number of array subscripts')";
  const column = (at: number) => `list_transform(${pairs.text}, lambda "r": "r"[${at}])`;
  return `CASE WHEN len(list_filter(${pairs.text}, lambda "r": len("r") <> 2)) > 0 THEN error('[2202E] array must have two columns')
    ELSE hotsql_json_object(${column(1)}, ${column(2)}) END`;
}

/**
 * The implementation for the arguments. An implementation for one dimension refuses arrays of more.
 */
export function implementationFor(
  key: string,
  usual: Implementation | undefined,
  { args, location }: { readonly args: readonly Expr[]; readonly location: number | undefined },
): Implementation | undefined {
  return comparingKeys(key, args, location, byDimensions(key, usual, args, location));
}

function byDimensions(
  key: string,
  usual: Implementation | undefined,
  args: readonly Expr[],
  location: number | undefined,
): Implementation | undefined {
  if (!args.some(({ type }) => isWide(type)) || takesAny.test(key)) return usual;
  const [, message, sqlState] = rejections.find(([pattern]) => pattern.test(key)) ?? [];
  if (message !== undefined) return reject(message, location, sqlState);
  return (
    wideImplementations.get(key) ??
    refuse(`${key.replace(/\(.*/, '()')} of arrays of several dimensions`, location)
  );
}

const comparesElements = /^(?:anyarray (?:=|<>|<=?|>=?|@>|<@|&&) anyarray$|array_positions?\()/;
const picksElements = /^array_(?:sort|larger|smaller)\(/;

/**
 * Arrays are compared by the keys of their elements if DuckDB's comparison of the elements differs
 * from PostgreSQL's.
 */
function comparingKeys(
  key: string,
  args: readonly Expr[],
  location: number | undefined,
  implementation: Implementation | undefined,
): Implementation | undefined {
  const isPicking = picksElements.test(key);
  if (implementation === undefined || !(isPicking || comparesElements.test(key)))
    return implementation;
  const keyed = args.map((arg) => ({ ...arg, text: comparisonKey(arg, location) }));
  const other = args.find(({ text }, index) => text !== keyed[index]?.text);
  if (other === undefined) return implementation;
  if (isPicking) return refuse(`${key.replace(/\(.*/, '()')} of ${showType(other.type)}`, location);
  return (call) => withArguments(implementation, call, keyed);
}

/** Functions that inspect the type of each value. */
const takesAny =
  /^(?:to_jsonb?|array_to_json|pg_typeof|jsonb?_build_(?:array|object)|concat|concat_ws|format|num_nulls|num_nonnulls)\(/;
