import { engineIndexRows, readsIndexes } from '../../shown-indexes.ts';
import type { Edit } from './edit.ts';
import { reject } from './refusal.ts';
import { isName, startOf, type Token, textOf, wordOf } from './tokens.ts';

const shows = 'DUCKDB_INDEXES';
const told = /(?:duckdb|hotsql)_indexes/i;

/**
 * Each `duckdb_indexes()` of a text in the `duckdb` dialect. DuckDB's own function does not know
 * Quern's indexes, so a query of the described indexes takes its place.
 */
export function findIndexViews(
  sql: string,
  tokensOf: (sql: string) => Iterable<Token>,
): readonly Edit[] {
  if (!told.test(sql)) return [];
  const tokens = [...tokensOf(sql)];
  if (tokens.some((token) => isName(token) && readsIndexes(token.text.toLowerCase())))
    reject("function 'hotsql_indexes' is not available; call duckdb_indexes()", undefined);
  return tokens.flatMap(({ start }, at): Edit[] => {
    const isCall =
      wordOf(tokens, at) === shows &&
      textOf(tokens, at + 1) === '(' &&
      textOf(tokens, at + 2) === ')' &&
      textOf(tokens, at - 1) !== '.';
    if (!isCall) return [];
    const alias = hasAlias(tokens, at + 3) ? '' : ' AS duckdb_indexes';
    return [{ start, end: startOf(tokens, at + 2) + 1, text: `(${engineIndexRows})${alias}` }];
  });
}

/** True if the table before `at` has an alias. */
function hasAlias(tokens: readonly Token[], at: number): boolean {
  return isName(tokens[at]) && !follows.has(textOf(tokens, at).toLowerCase());
}

/** Words that may follow a table without an alias. */
const follows: ReadonlySet<string> = new Set(
  `anti asof cross except full group having inner intersect join left limit natural offset on order positional qualify
  right sample semi tablesample union using where window`.split(/\s+/),
);
