import { macroCatalog } from '../../macros.ts';

/**
 * Facts about a printed expression, from DuckDB's tokens. The content of literals and quoted names
 * is ignored. Words outside them are the printer's own, because names are always quoted.
 */

const quoted = /'(?:[^']|'')*'|"(?:[^"]|"")*"/g;

/** The text with empty literals and quoted names. */
const emptied = (text: string) => text.replace(quoted, (token) => `${token[0]}${token[0]}`);

/** True if a word occurs outside literals and names; most texts do not contain the word at all. */
const hasWord = (text: string, word: string, pattern: RegExp) =>
  text.includes(word) && pattern.test(emptied(text));

export const hasQuery = (text: string) => hasWord(text, 'SELECT', /\bSELECT\b/);
export const hasWindow = (text: string) => hasWord(text, 'OVER', /\bOVER\b/);
/** True if one row may become several rows or none. */
export const givesRows = (text: string) => hasWord(text, 'unnest', /\bunnest\(/);
/** True if the text connects conditions. */
export const hasConnective = (text: string) =>
  / (?:AND|OR) /.test(text) && / (?:AND|OR) /.test(emptied(text));
export const hasNull = (text: string) => hasWord(text, 'NULL', /\bNULL\b/);

/** True if columns are read: only their names are quoted, and names inside the service's macros. */
export function readsColumns(text: string): boolean {
  return text.includes('"') && /"/.test(text.replace(/'(?:[^']|'')*'/g, ''));
}

const changing = /random|uuid/i;

/**
 * Each word, and a flag for a following parenthesis. A pattern that includes the parenthesis takes
 * the square of a word's length if none follows, and a caller's literal may be of any length.
 */
const wordsOf = (text: string) =>
  [...text.matchAll(/(\w+)\s*(\(?)/g)].map(([, word = '', open]) => ({
    word,
    isCalled: open === '(',
  }));

/** Number of calls with changing results. */
export function countChanging(text: string): number {
  if (!changing.test(text)) return 0;
  return wordsOf(emptied(text)).filter(({ word, isCalled }) => isCalled && changing.test(word))
    .length;
}

/** True if repeated computation may give another value. */
export const isChanging = (text: string) => countChanging(text) > 0;

const macroStart = `"${macroCatalog}".main.`;
/** The token of a macro's name, a literal, another name, or a mark. */
const calls = /"hotsql:"\.main\."\w+"|'(?:[^']|'')*'|"(?:[^"]|"")*"|\barray_to_string\(|[()]/g;

/** Macros repeat their arguments; `array_to_string` is a macro of DuckDB. */
export function countMacros(text: string): number {
  if (!text.includes(macroStart) && !text.includes('array_to_string(')) return 0;
  let count = 0;
  for (const [token] of text.matchAll(calls)) {
    if (token.startsWith(macroStart) || token === 'array_to_string(') count += 1;
  }
  return count;
}

/** Nesting depth of the service's macros. */
export function macroDepth(text: string): number {
  if (!text.includes(macroStart)) return 0;
  const open: boolean[] = [];
  let [depth, deepest] = [0, 0];
  let isMacro = false;
  for (const [token] of text.matchAll(calls)) {
    if (token === '(') {
      open.push(isMacro);
      depth += isMacro ? 1 : 0;
      deepest = Math.max(deepest, depth);
    } else if (token === 'array_to_string(') open.push(false);
    else if (token === ')') depth -= open.pop() === true ? 1 : 0;
    isMacro = token.startsWith(macroStart);
  }
  return deepest;
}

/**
 * Words before a parenthesis that raise for no operand. Aggregates and windows are computed for all
 * rows in any case.
 */
const harmless = new Set(
  `and or not in any all case when then else end from as select exists where filter over partition by within group order
  coalesce nullif row lower upper length strlen contains starts_with isnan isinf isfinite list_contains len
  struct_extract epoch_us rtrim ltrim trim count min max sum avg any_value bool_and bool_or grouping rank dense_rank
  row_number`.split(/\s+/),
);

/** True if computation may raise, also in doubt. */
export function canRaise(text: string): boolean {
  // Column names and literals never raise; macros may.
  const plain = text
    .replace(quoted, (token) =>
      token.startsWith("'") ? "''" : token === `"${macroCatalog}"` ? '+' : 'x',
    )
    .replaceAll(/CAST\((?:''|NULL|-?[\d.]+) AS [A-Z ]+(?:\(\d+, ?\d+\))?\)/g, '1')
    .replaceAll(/\(-\d/g, '(1')
    .replaceAll('(*)', '()');
  if (/[-+*/%^]/.test(plain)) return true;
  return wordsOf(plain).some(({ word, isCalled }) => isCalled && !harmless.has(word.toLowerCase()));
}

/** True for a row in DuckDB's notation. */
export const isRowCall = (text: string) => text.startsWith('row(');

/** True for a single text literal. */
export const isTextLiteral = (text: string) => /^'(?:[^']|'')*'$/.test(text);

/** The parts of `CAST('2030-01-31' AS DATE)` or `CAST(5 AS BIGINT)`, for types without a size. */
export function castLiteral(
  text: string,
): { readonly value: string; readonly isText: boolean; readonly engine: string } | undefined {
  const [, written, number, engine] =
    /^CAST\((?:'([\w.+: -]*)'|(-?\d+)) AS ([A-Z ]+)\)$/.exec(text) ?? [];
  const value = written ?? number;
  if (value === undefined || engine === undefined) return undefined;
  return { value, isText: written !== undefined, engine };
}

/** True for a printed float literal other than zero. */
export const isNonZeroLiteral = (text: string) =>
  /[1-9]/.test(/^CAST\('-?([\d.]*)' AS \w+\)$/.exec(text)?.[1] ?? '');

/** True for a date printed as a number of days from the epoch, beyond all timestamps. */
export const isFarFromEpoch = (text: string) =>
  /^\(CAST\('1970-01-01' AS DATE\) \+ CAST\(\d{9,}/.test(text);

/** The infinity of a literal timestamp. */
export const infiniteMoment = (text: string) =>
  /^CAST\('(-?infinity)' AS TIMESTAMP(?: WITH TIME ZONE)?\)$/.exec(text)?.[1];

/** The literal argument of a call of `name`, if it is the only argument. */
export const literalOfCall = (text: string, name: string): string | undefined =>
  text.startsWith(`${name}(`)
    ? /^\(('(?:[^']|'')*')\)$/.exec(text.slice(name.length))?.[1]
    : undefined;

/** The value of a literal double. */
export function doubleLiteral(text: string): number | undefined {
  const digits = /^CAST\('([\d.]{1,15})' AS DOUBLE\)$/.exec(text)?.[1];
  return digits === undefined ? undefined : Number(digits);
}

/** The column in a cast of a column to a timestamp with a zone. */
export const columnWithZone = (text: string): string | undefined =>
  /^CAST\(("(?:[^"]|"")*"(?:\."(?:[^"]|"")*")?) AS TIMESTAMP WITH TIME ZONE\)$/.exec(text)?.[1];

/** Months, days and microseconds of a literal interval. */
export const writtenSpan = (text: string): readonly number[] | undefined =>
  /^\(to_months\((\d+)\) \+ to_days\((\d+)\) \+ to_microseconds\((\d+)\)\)$/
    .exec(text)
    ?.slice(1)
    .map(Number);

/** The members of a list of literal integers. */
export function integersOfList(text: string): readonly number[] | undefined {
  const plain = text.replaceAll(/CAST\((\d+|\[[\d, ]*\]) AS INTEGER(?:\[\])?\)/g, '$1');
  const list = /^(?:CAST\()?\[(\d+(?:, \d+)*)\](?: AS INTEGER\[\]\))?$/.exec(plain)?.[1];
  return list?.split(', ').map(Number);
}

/** Replaces a quoted name of the printer's own by an expression. */
export const withName = (text: string, quotedName: string, value: string) =>
  text.replace(quoted, (token) => (token === quotedName ? value : token));

/** The numbers of the names `"once1"`, `"once2"` in the text, also inside literals. */
export const onceNumbers = (text: string): readonly number[] =>
  [...text.matchAll(/"once(\d+)"/g)].map(([, number]) => Number(number));
