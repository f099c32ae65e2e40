import { hash } from 'node:crypto';
import { distanceMetrics } from './filters/distance-metrics.ts';
import { isName, type Token, tokensOf } from './hotsql/read/tokens.ts';
import { type ListType, listType, plainNumbers } from './plain-numbers.ts';
import type { Analysis, Dialect, PlacedVector, PlannedText } from './types.ts';

/**
 * A text with a short vector in place of each long vector of a distance. Planning, checking and
 * binding a list of 384 numbers took 40 ms of CPU, because each number is an expression in two
 * parsers. Without the long vectors, every search of an application has the same text.
 */
export interface VectorTemplate {
  readonly sql: string;
  readonly vectors: readonly LongVector[];
}

interface LongVector {
  /** The only number of the short vector. */
  readonly mark: string;
  readonly numbers: readonly number[];
  /** DuckDB's notation: `[1,-0.5]`. */
  readonly text: string;
  /** Under `duckdb`, the type of a list; absent for a string. */
  readonly type?: ListType;
}

/** Shorter lists are planned as written. */
const leastCharacters = 100;
const maxVectors = 8;
/** Maximum length of the text without its vectors. */
const maxLength = 4096;
/** Readers of numbers differ in their treatment of other white space. */
const numberList = new RegExp(`[[{][-+\\d.eE, \\t\\r\\n]{${leastCharacters},}[\\]}]`, 'g');
const word = (index: number) => `quern_vector_${index}_`;
const taken = /quern_vector_/i;

/**
 * Marks derived from the text without its vectors, so no other part of the text can equal a mark: a
 * literal may spell its characters (`E'\\x31'`), and a column may have any name.
 */
function marksOf(short: string): (index: number) => string {
  const number = Number.parseInt(hash('sha256', short, 'hex').slice(0, 12), 16);
  const digits = String(number).slice(-12).padStart(12, '0');
  return (index) => `1.${index}${digits}5e-29`;
}

/** Null for a text without such a vector, or with a vector of unclear meaning. */
export function vectorTemplateOf(sql: string, dialect: Dialect): VectorTemplate | null {
  if (dialect === 'snowflake' || sql.length < leastCharacters || taken.test(sql)) return null;
  const written: string[] = [];
  const short = sql.replace(numberList, (list) => {
    if (written.length > maxVectors) return list;
    const inner = list.slice(1, -1);
    if (!written.includes(inner)) written.push(inner);
    return `${list.at(0)}${word(written.indexOf(inner))}${list.at(-1)}`;
  });
  if (written.length === 0 || written.length > maxVectors || short.length > maxLength) return null;
  const tokens = readTokens(short);
  if (tokens === null || !/^(?:select|with)$/i.test(tokens[0]?.text ?? '')) return null;
  const numbers = written.map(plainNumbers);
  const markOf = marksOf(short);
  const vectors: (LongVector | undefined)[] = [];
  const pieces: string[] = [];
  let end = 0;
  for (const [at, { text }] of tokens.entries()) {
    const index = written.findIndex((_list, each) => text.includes(word(each)));
    if (index < 0) continue;
    const place = vectorAt(tokens, at, dialect);
    const list = numbers[index];
    const type = dialect === 'duckdb' && list ? listType(list) : undefined;
    if (!place || !list || (place.isList && dialect === 'duckdb' && !type)) return null;
    const mark = markOf(index);
    pieces.push(short.slice(end, place.start), shortVector(place, mark, dialect));
    end = place.end;
    const own = { mark, numbers: list.map(Number), text: `[${list.join()}]` };
    const known = vectors[index];
    // A list has a type of its own, unlike a string.
    if (known && (known.type === undefined) === place.isList && dialect === 'duckdb') return null;
    vectors[index] = { ...own, ...(place.isList && type && { type }) };
  }
  const all = vectors.flatMap((vector) => vector ?? []);
  if (all.length < written.length) return null;
  return { sql: pieces.join('') + short.slice(end), vectors: all };
}

function readTokens(sql: string): readonly Token[] | null {
  try {
    return [...tokensOf(sql)];
  } catch {
    return null;
  }
}

interface VectorPlace {
  readonly start: number;
  readonly end: number;
  /** True for a list, false for a string, which `open`s with a bracket or a brace. */
  readonly isList: boolean;
  readonly open: string;
  readonly cast: 'float4' | 'float8' | null;
}

/** The short vector, with the type of the long one. */
function shortVector({ isList, cast, open }: VectorPlace, mark: string, dialect: Dialect): string {
  if (!isList) return open === '{' ? `'{${mark}}'` : `'[${mark}]'`;
  return dialect === 'duckdb' ? typedList(mark) : `'{${mark}}'::${cast ?? 'float8'}[]`;
}

/** The cast adds the type of the list. */
const typedList = (mark: string) => `CAST('[${mark}]' AS DOUBLE[])`;

/**
 * The tokens of the vector whose word is at `at`, if it is an argument of a distance; undefined in
 * any other position, and if the vector appears in a column's name.
 */
function vectorAt(tokens: readonly Token[], at: number, dialect: Dialect): VectorPlace | undefined {
  const isHotsql = dialect !== 'duckdb';
  const text = (index: number) => tokens[index]?.text ?? '';
  const isString = /^'[[{]\w+[\]}]'$/.test(text(at));
  const isArray = isHotsql && /^array$/i.test(text(at - 2));
  const isList = !isString && text(at - 1) === '[' && text(at + 1) === ']';
  if (isString ? !isHotsql && text(at)[1] !== '[' : !isList || isArray !== isHotsql)
    return undefined;
  const first = isString ? at : at - (isArray ? 2 : 1);
  let last = isString ? at : at + 1;
  let cast: VectorPlace['cast'] = null;
  let isCast = false;
  for (let count = 0; count < 2; count += 1) {
    const found = castAt(tokens, last + 1);
    if (found === undefined) break;
    // A second cast to another type would round the result of the first.
    if (isHotsql && isCast) return undefined;
    isCast = true;
    last = found.last;
    cast = found.type;
  }
  const call = callOf(tokens, first, last, isHotsql);
  if (call === undefined) return undefined;
  // DuckDB's functions exist for each type, and an ARRAY without a cast has neither float type.
  if (isArray && !isCast && /^(?:list|array)_/i.test(text(call))) return undefined;
  // The casts after a string remain in the text, and so do those after a typed list.
  const end = isString ? at : isHotsql ? last : at + 1;
  const { start, text: lastText } = tokens[end] ?? { start: 0, text: '' };
  const open = isString ? text(at).charAt(1) : '[';
  return { start: tokens[first]?.start ?? 0, end: start + lastText.length, isList, open, cast };
}

/** `::FLOAT[384]` */
function castAt(
  tokens: readonly Token[],
  at: number,
): { readonly last: number; readonly type: 'float4' | 'float8' } | undefined {
  const text = (index: number) => tokens[index]?.text.toLowerCase() ?? '';
  if (text(at) !== ':' || text(at + 1) !== ':') return undefined;
  const isDouble = text(at + 2) === 'double' && text(at + 3) === 'precision';
  const name = isDouble ? 'double precision' : text(at + 2);
  const type = castTypes.get(name);
  let last = at + (isDouble ? 4 : 3);
  if (type === undefined || text(last) !== '[') return undefined;
  last += 1;
  while (/^\d$/.test(text(last))) last += 1;
  return text(last) === ']' ? { last, type } : undefined;
}

const castTypes: ReadonlyMap<string, 'float4' | 'float8'> = new Map([
  ['real', 'float4'],
  ['float4', 'float4'],
  ['float', 'float8'],
  ['float8', 'float8'],
  ['double', 'float8'],
  ['double precision', 'float8'],
]);

/**
 * The position of the distance function or operator with the tokens from `first` to `last` as
 * argument.
 */
function callOf(
  tokens: readonly Token[],
  first: number,
  last: number,
  isHotsql: boolean,
): number | undefined {
  const text = (index: number) => tokens[index]?.text.toLowerCase() ?? '';
  let call: number;
  let close: number;
  if (text(first - 1) === ',') {
    call = columnBefore(tokens, first - 2) - 2;
    close = last + 1;
  } else if (text(first - 1) === '(') {
    call = first - 2;
    close = text(last + 1) === ',' ? columnAfter(tokens, last + 2) + 1 : -1;
  } else {
    const operator = [3, 2, 1].map((back) => text(first - back)).join('');
    const isOperator = distanceMetrics.has(operator) && isName(tokens[first - 4]);
    const isOperand = isOperator && isHotsql && endsItem.test(text(last + 1));
    return isOperand ? first - 3 : undefined;
  }
  const isCall = distanceMetrics.has(text(call)) && text(call + 1) === '(' && text(close) === ')';
  if (!isCall || text(call - 1) === '.') return undefined;
  const isPlain = isHotsql || isUnshown(tokens, call, text(close + 1) === 'as');
  return isPlain ? call : undefined;
}

const endsItem = /^(?:|\)|,|;|as|asc|desc|nulls|limit|from)$/;

/** The start of the column that ends at `last`: `v`, `t.v`. */
function columnBefore(tokens: readonly Token[], last: number): number {
  let at = last;
  while (tokens[at - 1]?.text === '.' && isName(tokens[at - 2])) at -= 2;
  return isName(tokens[at]) ? at : Number.NaN;
}

function columnAfter(tokens: readonly Token[], first: number): number {
  let at = first;
  while (tokens[at + 1]?.text === '.' && isName(tokens[at + 2])) at += 2;
  return isName(tokens[at]) ? at : Number.NaN;
}

/**
 * True if a call appears in no column name: it sorts the rows of a query or has an alias
 * (`hasName`), and the query is not a value of another query. DuckDB names all other columns after
 * their expressions.
 */
function isUnshown(tokens: readonly Token[], call: number, hasName: boolean): boolean {
  const text = (index: number) => tokens[index]?.text.toLowerCase() ?? '';
  let depth = 0;
  let clause: string | undefined;
  for (let at = call - 1; at >= 0; at -= 1) {
    const word = text(at);
    if (closing.has(word)) depth += 1;
    if (!opening.has(word)) {
      const isClause = word === 'order' ? text(at + 1) === 'by' : clauses.has(word);
      if (isClause && depth === 0 && text(at - 1) !== '.') clause ??= word;
      continue;
    }
    if (depth > 0) depth -= 1;
    else if (clause === undefined || !isTable(tokens, at)) return false;
  }
  return clause === 'order' || (clause === 'select' && hasName);
}

/** True if the query that begins at `open` is read as a table. */
function isTable(tokens: readonly Token[], open: number): boolean {
  const [before, opened, first] = [-1, 0, 1].map((more) => tokens[open + more]?.text.toLowerCase());
  const isOther = tokens[open - 2]?.text.toLowerCase() === 'distinct';
  return (
    opened === '(' &&
    /^(?:select|with)$/.test(first ?? '') &&
    (before === 'join' || before === 'as' || (before === 'from' && !isOther))
  );
}

const opening = new Set(['(', '[', '{']);
const closing = new Set([')', ']', '}']);
const clauses = new Set(['select', 'from', 'where', 'group', 'having', 'qualify', 'limit']);

/** The plan of a template's text, with the long vectors. */
export interface FilledText {
  readonly planned: PlannedText;
  /** The long vectors, with their literals in the printed text. */
  readonly vectors: readonly PlacedVector[];
}

/** Null unless other numbers certainly give the same plan. */
export function fillTemplate(
  { vectors }: VectorTemplate,
  { translation, analysis }: PlannedText,
): FilledText | null {
  let { sql } = translation;
  for (const { mark, type } of vectors) {
    if (type) sql = sql.replaceAll(typedList(mark), `CAST('[${mark}]' AS ${type}[])`);
    for (const engine of ['FLOAT', 'DOUBLE'])
      sql = sql.replaceAll(`[CAST('${mark}' AS ${engine})]`, `CAST('[${mark}]' AS ${engine}[])`);
    const count = sql.split(mark).length;
    if (count === 1 || count !== sql.split(literalOf(mark)).length) return null;
  }
  const tables: Analysis['tables'][number][] = [];
  for (const { nearest, ...table } of analysis.tables) {
    const own =
      nearest && 'vector' in nearest
        ? vectors.find(({ mark }) => nearest.vector.join() === String(Number(mark)))
        : undefined;
    if (own === undefined && nearest !== undefined) return null;
    if (vectors.some(({ mark }) => JSON.stringify(table).includes(mark))) return null;
    tables.push(
      own && nearest ? { ...table, nearest: { ...nearest, vector: own.numbers } } : table,
    );
  }
  return {
    planned: { translation: { ...translation, sql }, analysis: { ...analysis, tables } },
    vectors: vectors.map(({ mark, text }) => ({ literal: literalOf(mark), text })),
  };
}

const literalOf = (mark: string) => `'[${mark}]'`;
