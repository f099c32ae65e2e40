/**
 * `FROM bm25_search('default.main.docs', 'body', 'words')`. A search runs before the statement, and
 * the statement reads its results as a table. In every dialect the call is replaced in the text by
 * the name of that table, `"@search0_0"."main"."bm25_search"`. Thus every construct around a table
 * also works around a search.
 */
import type { SearchArgument, SearchCall } from '../../types.ts';
import type { Edit } from './edit.ts';
import { reject } from './refusal.ts';
import { readPoint, unusedNonce } from './time-travel.ts';
import { isName, startOf, type Token, textOf, wordOf } from './tokens.ts';

/** An expression: the distance of a column's text from another text, by the column's index. */
export const distanceFunction = 'vector_distance';

/** Table functions that search. `querying/see/search-functions.ts` checks the arguments. */
export const searchFunctions: ReadonlySet<string> = new Set([
  'bm25_search',
  'hybrid_search',
  'vector_search',
  'vector_search_vector',
  distanceFunction,
]);

export interface FoundSearches {
  /** Sorted by offset. */
  readonly edits: readonly Edit[];
  readonly searches: readonly SearchCall[];
}

/** Each call runs one search. */
const maxSearches = 20;
const nothing: FoundSearches = { edits: [], searches: [] };

export function findSearches(
  sql: string,
  tokensOf: (sql: string) => Iterable<Token>,
): FoundSearches {
  if (!mayCall.test(sql)) return nothing;
  const tokens = [...tokensOf(sql)];
  const nonce = unusedNonce(sql, /@search(\d{1,15})_/g);
  const edits: Edit[] = [];
  const searches: SearchCall[] = [];
  for (let at = 0; at < tokens.length; at += 1) {
    const name = textOf(tokens, at).toLowerCase();
    if (
      !searchFunctions.has(name) ||
      textOf(tokens, at + 1) !== '(' ||
      textOf(tokens, at - 1) === '.'
    )
      continue;
    if (searches.length === maxSearches)
      reject(`more than ${maxSearches} searches in one statement`, undefined);
    const close = closingOf(tokens, at + 1, name);
    if (name === distanceFunction) {
      const mark = `@search${nonce}_${searches.length}`;
      const { args, column } = readDistance(sql, tokens, { from: at + 2, close });
      searches.push({ mark, name, args });
      const end = startOf(tokens, close) + 1;
      edits.push({ start: startOf(tokens, at), end, text: distanceOf(mark, column) });
      at = close;
      continue;
    }
    const args = readArguments(sql, tokens, { from: at + 2, close }, name).map(withName(name));
    const mark = `@search${nonce}_${searches.length}`;
    const travel = readPoint(sql, tokens, close + 1);
    searches.push({ mark, name, args, ...(travel && { point: travel.point }) });
    const end = startOf(tokens, travel ? travel.close : close) + 1;
    edits.push({ start: startOf(tokens, at), end, text: `"${mark}"."main"."${name}"` });
    at = travel ? travel.close : close;
  }
  return { edits, searches };
}

const mayCall = new RegExp(`\\b(?:${[...searchFunctions].join('|')})\\b`, 'i');

const openers = new Set(['(', '[']);
const closers = new Set([')', ']']);

/**
 * The distances of all texts of the column are a table, and the text of a row is the key into it:
 * equal texts have equal distances. The result is a value, allowed in any expression.
 */
function distanceOf(
  mark: string,
  { path, name }: { readonly path: string; readonly name: string },
): string {
  // The names are new to the statement, so its columns may have any name.
  const [hit, text, distance] = [`"${mark}"`, `"${mark}text"`, `"${mark}distance"`];
  return (
    `(SELECT max(${hit}.${distance}) AS "${distanceFunction}" FROM (SELECT t.${name} AS ${text}, t."_distance" AS ${distance} ` +
    `FROM ${hit}."main"."${distanceFunction}" AS t) AS ${hit} WHERE ${hit}.${text} = ${path})`
  );
}

/**
 * Arguments: the column, the text, and the tables of the statement, all as written. A later step
 * finds the table of the column.
 */
function readDistance(
  sql: string,
  tokens: readonly Token[],
  { from, close }: { readonly from: number; readonly close: number },
): { readonly args: SearchArgument[]; readonly column: Parameters<typeof distanceOf>[1] } {
  const comma = tokens.findIndex(
    (_token, at) => at >= from && at < close && textOf(tokens, at) === ',',
  );
  const path = tokens.slice(from, Math.max(from, comma));
  const isPath =
    path.length % 2 === 1 &&
    path.every((token, at) => (at % 2 === 0 ? isName(token) : token.text === '.'));
  if (comma < 0 || !isPath || comma + 2 !== close) {
    return reject(
      `${distanceFunction}() takes a column of text and a text: ${distanceFunction}(body, 'words')`,
      undefined,
    );
  }
  const text = readArgument(sql, tokens, comma + 1, close, distanceFunction);
  const name = path.at(-1)?.text ?? '';
  const tables = tablesIn(sql, tokens).map((value) => ({ name: 'table', value }));
  // The tokens leave out comments between the parts.
  const written = path.map((token) => token.text).join('');
  return {
    args: [{ name: null, value: name }, text, ...tables],
    column: { path: written, name },
  };
}

/** Names after FROM and JOIN, as written. */
function tablesIn(sql: string, tokens: readonly Token[]): string[] {
  const names = new Set<string>();
  for (let at = 1; at < tokens.length; at += 1) {
    if (!/^(?:FROM|JOIN)$/.test(wordOf(tokens, at - 1)) || !isName(tokens[at])) continue;
    let end = at;
    while (textOf(tokens, end + 1) === '.' && isName(tokens[end + 2])) end += 2;
    if (readPoint(sql, tokens, end + 1)) {
      reject(
        `${distanceFunction}() beside AT: its distances are those of the present rows`,
        undefined,
      );
    }
    names.add(sql.slice(startOf(tokens, at), startOf(tokens, end) + textOf(tokens, end).length));
  }
  return [...names].slice(0, maxSearches);
}

function closingOf(tokens: readonly Token[], open: number, name: string): number {
  let depth = 0;
  for (let at = open; at < tokens.length; at += 1) {
    const text = textOf(tokens, at);
    if (openers.has(text)) depth += 1;
    else if (closers.has(text)) depth -= 1;
    if (depth === 0) return at;
  }
  return reject(`${name}( without its closing parenthesis`, undefined);
}

function readArguments(
  sql: string,
  tokens: readonly Token[],
  { from, close }: { readonly from: number; readonly close: number },
  name: string,
): SearchArgument[] {
  const args: SearchArgument[] = [];
  let depth = 0;
  let first = from;
  for (let at = from; at <= close; at += 1) {
    const text = textOf(tokens, at);
    if (openers.has(text)) depth += 1;
    else if (at < close && closers.has(text)) depth -= 1;
    if (at !== close && (depth > 0 || text !== ',')) continue;
    if (at > first || at !== close) args.push(readArgument(sql, tokens, first, at, name));
    first = at + 1;
  }
  return args;
}

/**
 * The fourth argument of `bm25_search`, the number of rows, decides how a condition on the search
 * applies, so it always has a name.
 */
const withName = (search: string) => (argument: SearchArgument, index: number) =>
  search === 'bm25_search' && index >= 3 && argument.name === null
    ? { ...argument, name: 'k' }
    : argument;

/** A literal, or `name => literal`. */
function readArgument(
  sql: string,
  tokens: readonly Token[],
  first: number,
  end: number,
  name: string,
): SearchArgument {
  const isNamed =
    /^[A-Z_][A-Z0-9_]*$/.test(wordOf(tokens, first)) && /^[=:]$/.test(textOf(tokens, first + 1));
  const start = isNamed ? first + 3 : first;
  const written = sql.slice(startOf(tokens, start), startOf(tokens, end)).trim();
  const value = readLiteral(written, end - start === 1 ? textOf(tokens, start) : '');
  if (value === undefined) {
    return reject(
      `${name}() takes literals: '...', numbers and ARRAY[...] of numbers; it is done before the query`,
      undefined,
    );
  }
  return { name: isNamed ? textOf(tokens, first).toLowerCase() : null, value };
}

const number = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i;

function readLiteral(written: string, token: string): SearchArgument['value'] | undefined {
  if (/^'/.test(token)) return token.slice(1, -1).replaceAll("''", "'");
  const dollars = /^(\$\w*\$)([\s\S]*)\1$/.exec(token);
  if (dollars) return dollars[2] ?? '';
  if (number.test(written)) return Number(written);
  const list = /^(?:array\s*)?\[([\s\S]*)\]$/i.exec(written)?.[1];
  if (list === undefined) return undefined;
  const items = list.split(',').map((item) => item.trim());
  return items.every((item) => number.test(item)) ? items.map(Number) : undefined;
}
