import { refuse, reject } from '../../read/refusal.ts';
import { type Expr, expr, textConstant } from '../../resolve/expr.ts';
import { arrayOf, elementOf, wider } from '../../resolve/type.ts';
import type { Call, Implementation, Implementations } from '../implementation.ts';
import { integersOfList } from '../printed-facts.ts';
import { comparisonKey } from '../row-value.ts';
import { elementTexts } from './array-values.ts';

const argument = ({ args }: Call, index: number): Expr => args[index] ?? expr('NULL', 'unknown');

/** Arrays have one dimension here; empty arrays have none. */
const ofDimension = (value: string) => `CASE WHEN $2 = 1 AND len($1) > 0 THEN ${value} END`;
const length = 'CAST(len($1) AS INTEGER)';

function toText(call: Call): string {
  const texts = elementTexts(call.printing, argument(call, 0), call.location);
  const separator = argument(call, 1).text;
  const nulls = call.args[2]?.text;
  const shown =
    nulls === undefined ? texts : `list_transform(${texts}, lambda "s": coalesce("s", ${nulls}))`;
  return `CASE WHEN ${argument(call, 0).text} IS NOT NULL AND ${separator} IS NOT NULL THEN coalesce(array_to_string(${shown}, ${separator}), '') END`;
}

function flag(call: Call, index: number): boolean | undefined {
  const value = call.args[index];
  if (value === undefined) return undefined;
  if (value.constant?.kind === 'boolean') return value.constant.value;
  return refuse(`${call.name}() with a computed order`, call.location);
}

/** True if the element "v" differs from the second argument. */
function isOther(call: Call): string {
  const element = expr('"v"', elementOf(argument(call, 0).type));
  const [key, wanted] = [element, argument(call, 1)].map((value) =>
    comparisonKey(value, call.location),
  );
  return `${key} IS DISTINCT FROM ${wanted}`;
}

/** By default nulls sort last, and first in descending order. */
function sort(call: Call): string {
  const isDescending = flag(call, 1) ?? false;
  const nullsFirst = flag(call, 2) ?? isDescending;
  const order = `'${isDescending ? 'DESC' : 'ASC'}', 'NULLS ${nullsFirst ? 'FIRST' : 'LAST'}'`;
  return `list_sort(${argument(call, 0).text}, ${order})`;
}

const shuffled =
  'list_transform(list_sort(list_transform($1, lambda "v": {\'r\': random(), \'v\': "v"})), lambda "s": struct_extract("s", \'v\'))';

/** DuckDB treats two nulls as two empty lists. */
const concatenate = 'CASE WHEN $1 IS NULL THEN $2 ELSE list_concat($1, $2) END';

const positions =
  'list_filter(range(1, len($1) + 1), lambda "i": list_extract($1, "i") IS NOT DISTINCT FROM $2)';
const maxFilled = 10_000_000;
const filled = `CASE WHEN $2 IS NULL OR list_contains(list_transform($2, lambda "n": "n" IS NULL), true) THEN error('[22004] dimension array or low bound array cannot be null')
  WHEN len($2) = 0 THEN [] WHEN $2[1] < 0 OR $2[1] > ${maxFilled} THEN error('[54000] array size exceeds the maximum allowed')
  WHEN len($2) = 1 THEN list_transform(range($2[1]), lambda "i": $1) ELSE error('[0A000] HotSQL does not support arrays of computed dimensions') END`;

/** array_fill(): one dimension for each literal length; a list's bounds always begin at 1. */
function fillArray(call: Call): Expr {
  const [value, dimensions, bounds] = call.args;
  const lengths = dimensions && integersOfList(dimensions.text);
  if (bounds !== undefined) {
    const lower = integersOfList(bounds.text);
    if (lower !== undefined && lengths !== undefined && lower.length !== lengths.length) {
      reject('wrong number of array subscripts', call.location, '2202E');
    }
    if (lower === undefined || lower.some((bound) => bound !== 1))
      refuse('array_fill() with bounds', call.location);
  }
  if (lengths === undefined || lengths.length === 1 || value === undefined)
    return fillWith(call, filled);
  if (lengths.length > 6)
    reject('number of array dimensions exceeds the maximum allowed (6)', call.location, '54000');
  const type = lengths.slice(1).reduce(wider, arrayOf(value.type));
  if (lengths.includes(0)) return expr(`CAST([] AS ${type.engine})`, type);
  if (lengths.reduce((product, length) => product * length) > maxFilled) {
    reject('array size exceeds the maximum allowed', call.location, '54000');
  }
  const text = [...lengths]
    .reverse()
    .reduce(
      (inner, length, level) => `list_transform(range(${length}), lambda "i${level}": ${inner})`,
      value.text,
    );
  return expr(`CAST(${text} AS ${type.engine})`, type);
}

export const arrayFunctions: Implementations<Implementation> = {
  'array_append(anycompatiblearray,anycompatible)': 'list_concat($1, [$2])',
  'array_prepend(anycompatible,anycompatiblearray)': 'list_concat([$1], $2)',
  'array_cat(anycompatiblearray,anycompatiblearray)': concatenate,
  'array_dims(anyarray)': "CASE WHEN len($1) > 0 THEN '[1:' || CAST(len($1) AS VARCHAR) || ']' END",
  'array_fill(anyelement,_int4)': fillArray,
  'array_fill(anyelement,_int4,_int4)': fillArray,
  'array_length(anyarray,int4)': ofDimension(length),
  'array_lower(anyarray,int4)': ofDimension('1'),
  'array_ndims(anyarray)': 'CAST(CASE WHEN len($1) > 0 THEN 1 END AS INTEGER)',
  'array_upper(anyarray,int4)': ofDimension(length),
  'array_position(anycompatiblearray,anycompatible)': `CAST(list_extract(${positions}, 1) AS INTEGER)`,
  'array_position(anycompatiblearray,anycompatible,int4)': `CASE WHEN $3 IS NULL AND $1 IS NOT NULL THEN error('[22004] initial position must not be null')
    ELSE CAST(list_extract(list_filter(${positions}, lambda "p": "p" >= $3), 1) AS INTEGER) END`,
  'array_positions(anycompatiblearray,anycompatible)': `CAST(${positions} AS INTEGER[])`,
  'array_remove(anycompatiblearray,anycompatible)': (call) =>
    `list_filter(${argument(call, 0).text}, lambda "v": ${isOther(call)})`,
  'array_replace(anycompatiblearray,anycompatible,anycompatible)': (call) =>
    `list_transform(${argument(call, 0).text}, lambda "v": CASE WHEN ${isOther(call)} THEN "v" ELSE ${argument(call, 2).text} END)`,
  'array_reverse(anyarray)': 'list_reverse($1)',
  'array_sample(anyarray,int4)': `CASE WHEN $2 < 0 OR $2 > len($1) THEN error('[22023] sample size must be between 0 and ' || len($1)) ELSE list_slice(${shuffled}, 1, $2) END`,
  'array_shuffle(anyarray)': shuffled,
  'array_sort(anyarray)': sort,
  'array_sort(anyarray,bool)': sort,
  'array_sort(anyarray,bool,bool)': sort,
  'array_to_string(anyarray,text)': toText,
  'array_to_string(anyarray,text,text)': toText,
  'array_larger(anyarray,anyarray)':
    'CASE WHEN $1 IS NOT NULL AND $2 IS NOT NULL THEN greatest($1, $2) END',
  'array_smaller(anyarray,anyarray)':
    'CASE WHEN $1 IS NOT NULL AND $2 IS NOT NULL THEN least($1, $2) END',
  'cardinality(anyarray)': length,
  'string_to_array(text,text)': printSplit,
  'trim_array(anyarray,int4)':
    "CASE WHEN $2 < 0 OR $2 > len($1) THEN error('[2202E] number of elements to trim must be between 0 and ' || len($1)) ELSE list_slice($1, 1, len($1) - $2) END",
};

/** The implementation's text with the arguments, in the array's representation. */
function fillWith(call: Call, template: string): Expr {
  const text = template.replaceAll(
    /\$(\d)/g,
    (_, digit: string) => argument(call, Number(digit) - 1).text,
  );
  const { engine } = argument(call, 0).type;
  return expr(engine === '' ? text : `CAST(${text} AS ${engine}[])`, {
    name: call.result.name,
    engine: `${engine}[]`,
  });
}

/** True if the array contains no null. */
const withoutNulls = (array: string) => `len(list_filter(${array}, lambda "v": "v" IS NULL)) = 0`;

export const arrayOperators: Implementations<Implementation> = {
  'anycompatiblearray || anycompatiblearray': concatenate,
  'anycompatiblearray || anycompatible': 'list_concat($1, [$2])',
  'anycompatible || anycompatiblearray': 'list_concat([$1], $2)',
  'anyarray @> anyarray': `(list_has_all($1, $2) AND CASE WHEN $1 IS NOT NULL THEN ${withoutNulls('$2')} END)`,
  'anyarray <@ anyarray': `(list_has_all($2, $1) AND CASE WHEN $2 IS NOT NULL THEN ${withoutNulls('$1')} END)`,
  'anyarray && anyarray': 'list_has_any($1, $2)',
};

function printSplit({ printing, args: [text, delimiter], location }: Call): string {
  if (!(delimiter && textConstant(delimiter)))
    return refuse('string_to_array() with a delimiter that is no literal', location);
  return printing.macro('string_to_array', text?.text ?? '', delimiter.text);
}
