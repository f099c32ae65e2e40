/**
 * `FROM bm25_search('default.main.docs', 'body', 'words')`. A search is done before the statement runs, and its hits are offered to
 * it as a table: the text gets the name of that table in place of the call, `"@search0_0"."main"."bm25_search"`, whatever the
 * dialect. So everything that can be written around a table can be written around a search.
 */
import type { SearchArgument, SearchCall } from '../../types.ts';
import type { Edit } from './edit.ts';
import { reject } from './refusal.ts';
import { readPoint, unusedNonce } from './time-travel.ts';
import { startOf, type Token, textOf, wordOf } from './tokens.ts';

/** Table functions that search; what they take is for those who do the searches to say. */
export const searchFunctions: ReadonlySet<string> = new Set(['bm25_search']);

export interface FoundSearches {
  /** In the order of the text. */
  readonly edits: readonly Edit[];
  readonly searches: readonly SearchCall[];
}

/** Each is a search of its own. */
const maxSearches = 20;
const nothing: FoundSearches = { edits: [], searches: [] };

export function findSearches(sql: string, tokensOf: (sql: string) => Iterable<Token>): FoundSearches {
  if (!mayCall.test(sql)) return nothing;
  const tokens = [...tokensOf(sql)];
  const nonce = unusedNonce(sql, /@search(\d{1,15})_/g);
  const edits: Edit[] = [];
  const searches: SearchCall[] = [];
  for (let at = 0; at < tokens.length; at += 1) {
    const name = textOf(tokens, at).toLowerCase();
    if (!searchFunctions.has(name) || textOf(tokens, at + 1) !== '(' || textOf(tokens, at - 1) === '.') continue;
    if (searches.length === maxSearches) reject(`more than ${maxSearches} searches in one statement`, undefined);
    const close = closingOf(tokens, at + 1, name);
    const args = readArguments(sql, tokens, { from: at + 2, close }, name);
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

/** A literal, or `name => literal`. */
function readArgument(sql: string, tokens: readonly Token[], first: number, end: number, name: string): SearchArgument {
  const isNamed = /^[A-Z_]+$/.test(wordOf(tokens, first)) && /^[=:]$/.test(textOf(tokens, first + 1));
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

const number = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;

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
