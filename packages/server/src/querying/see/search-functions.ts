import { badRequest } from '../../kernel/errors.ts';
import { printable } from '../../lake/identifiers.ts';
import type { LakeTable } from '../../lake/model.ts';
import type { SearchArgument, SearchCall } from '../../plan/types.ts';
import type { IndexDefinition } from '../../search/index-definition.ts';

/** A search function's call before an index is chosen. */
export interface AskedSearch {
  /** A table's name in SQL notation. */
  readonly table: string;
  /** A column's name in SQL notation. */
  readonly column: string;
  readonly indexType: IndexDefinition['indexType'];
  /** Name of the column with the score of the hits. */
  readonly score: string;
  /**
   * The query in the form of the index kind; `{ embed: text }` for a text without its vector yet.
   */
  query(columnId: number): unknown;
  /** Number of best hits, if the call gives it. */
  readonly limit?: number;
  /** The score is a distance: less is better. */
  readonly isDistance?: true;
  /** Fuses the hits with those of a vector index on the same column for the text. */
  readonly fused?: { readonly text: string; readonly weights: readonly [number, number] };
}

type Column = NonNullable<LakeTable['version']>['columns'][number];
export type SearchedColumn = Pick<Column, 'id' | 'name' | 'type'>;

/** The table functions that search, by name; the planner's `searchFunctions` has the same names. */
export const readSearch: Readonly<Record<string, (call: SearchCall) => AskedSearch>> = {
  bm25_search(call) {
    const { given, named } = argumentsOf(call, ['k', 'score']);
    const [table, column, text, ...more] = given;
    if (
      typeof table !== 'string' ||
      typeof column !== 'string' ||
      typeof text !== 'string' ||
      more.length > 0
    ) {
      throw badRequest(
        "bm25_search() takes a table, a column and a text, and how many if not all: bm25_search('default.main.t', 'c', 'words', 10)",
      );
    }
    const score = named.get('score') ?? 'score';
    if (typeof score !== 'string' || score === '')
      throw badRequest("'score' of bm25_search() is the name of a column");
    if (Buffer.byteLength(text) > maxTextBytes) {
      throw badRequest(`the text of bm25_search() is larger than ${maxTextBytes} bytes`);
    }
    const limit = named.has('k') ? { limit: readCount(call, named.get('k'), maxHits) } : {};
    const query = (columnId: number) => ({ columnId, text });
    return { table, column, indexType: 'bm25', score, query, ...limit };
  },
  hybrid_search(call) {
    const { given, named } = argumentsOf(call, ['k', 'bm25_weight', 'vector_weight', 'score']);
    const [table, column, text, ...more] = given;
    if (
      typeof table !== 'string' ||
      typeof column !== 'string' ||
      typeof text !== 'string' ||
      more.length > 0
    ) {
      throw badRequest(
        "hybrid_search() takes a table, a column and a text: hybrid_search('t', 'c', 'words', k => 10)",
      );
    }
    if (text.trim() === '' || Buffer.byteLength(text) > maxTextBytes) {
      throw badRequest(
        `the text of hybrid_search() is empty, or larger than ${maxTextBytes} bytes`,
      );
    }
    const limit = readCount(call, named.get('k') ?? 10, maxFused);
    const weights = [named.get('bm25_weight') ?? 1, named.get('vector_weight') ?? 1];
    const [first, second] = weights.map((weight) =>
      typeof weight === 'number' && weight >= 0 ? weight : Number.NaN,
    );
    if (
      first === undefined ||
      second === undefined ||
      !Number.isFinite(first + second) ||
      first + second === 0
    ) {
      throw badRequest(
        "'bm25_weight' and 'vector_weight' of hybrid_search() are numbers from 0, not both 0",
      );
    }
    const score = named.get('score') ?? 'score';
    if (typeof score !== 'string' || score === '')
      throw badRequest("'score' of hybrid_search() is the name of a column");
    const query = (columnId: number) => ({ columnId, text });
    return {
      table,
      column,
      indexType: 'bm25',
      score,
      query,
      limit,
      fused: { text, weights: [first, second] },
    };
  },
  vector_search_vector(call) {
    const { column, what, ...asked } = readNearest(call, 'ARRAY[0.1, 0.2]');
    if (!Array.isArray(what) || what.length === 0 || !what.every(Number.isFinite)) {
      throw badRequest('vector_search_vector() takes a vector of finite numbers: ARRAY[0.1, 0.2]');
    }
    return { ...asked, column, query: () => ({ vector: what }) };
  },
  vector_search(call) {
    const { column, what, ...asked } = readNearest(call, "'words'");
    if (typeof what !== 'string' || what.trim() === '') {
      throw badRequest(
        'vector_search() takes a text that is not empty; for a vector there is vector_search_vector()',
      );
    }
    if (Buffer.byteLength(what) > maxTextBytes) {
      throw badRequest(`the text of vector_search() is larger than ${maxTextBytes} bytes`);
    }
    return { ...asked, column, query: () => ({ embed: what }) };
  },
};

/** Above this number a query of all hits, or of the exact distance of every row, is better. */
const maxHits = 10_000;
/** Maximum number of fused hits, which are written into the statement. */
const maxFused = 1_000;

/**
 * Reads the arguments of both vector searches: a table, a column, the text or vector, and a count.
 */
function readNearest(call: SearchCall, example: string) {
  const { given, named } = argumentsOf(call, ['k', 'distance']);
  const [table, column, what, fourth, ...more] = given;
  if (
    typeof table !== 'string' ||
    typeof column !== 'string' ||
    what === undefined ||
    more.length > 0
  ) {
    throw badRequest(
      `${call.name}() takes a table, a column, what is looked for and how many: ${call.name}('default.main.t', 'c', ${example}, 10)`,
    );
  }
  const limit = readCount(call, fourth ?? named.get('k') ?? 10, maxHits);
  const score = named.get('distance') ?? '_distance';
  if (typeof score !== 'string' || score === '') {
    throw badRequest(`'distance' of ${call.name}() is the name of a column`);
  }
  const indexType = 'vector' as const;
  return { table, column, what, limit, score, indexType, isDistance: true as const };
}

function readCount({ name }: SearchCall, k: SearchArgument['value'] | undefined, most: number) {
  if (typeof k !== 'number' || !Number.isInteger(k) || k < 1 || k > most)
    throw badRequest(`'k' of ${name}() is a whole number from 1 to ${most}`);
  return k;
}

/** Maximum size of a search text: each word is looked up in every file. */
const maxTextBytes = 16 * 1024;

function argumentsOf({ name, args }: SearchCall, names: readonly string[]) {
  const given: SearchArgument['value'][] = [];
  const named = new Map<string, SearchArgument['value']>();
  for (const argument of args) {
    if (argument.name === null) {
      if (named.size > 0) throw badRequest(`${name}(): arguments without a name come first`);
      given.push(argument.value);
    } else if (names.includes(argument.name) && !named.has(argument.name))
      named.set(argument.name, argument.value);
    else
      throw badRequest(
        `${name}() has no argument ${printable(argument.name)}, or was given it twice`,
      );
  }
  return { given, named };
}
