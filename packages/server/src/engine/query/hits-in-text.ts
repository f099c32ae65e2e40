import type { DuckDBPreparedStatement, DuckDBType, DuckDBValue } from '@duckdb/node-api';
import { quoteIdentifier, quoteName } from '../../kernel/quoting.ts';
import { BIGINT, DOUBLE, INTEGER, LIST } from '../duckdb.ts';
import { isVectorOf, joinedHits, storedColumns, type TableOfHits } from './hit-rows.ts';
import { typeRead } from './live-rows.ts';
import type { QueryColumn, QueryHits } from './query-request.ts';
import type { RowsInMemory } from './rows-of-hits.ts';

/** The CTE before a text, in place of a view. */
export interface RowsInText {
  /** `WITH "bm25_search" (...) AS (...)` */
  readonly before: string;
  /** The text, with the table under the name of the CTE. */
  readonly text: string;
  /** The number of parameters in `before`. */
  readonly parameterCount: number;
  /** Binds the parameters. */
  bind(prepared: DuckDBPreparedStatement): void;
}

export interface HitReading {
  readonly catalog: string;
  readonly schema: string;
  readonly table: TableOfHits;
  readonly read: readonly QueryColumn[];
  /**
   * The stored columns in memory, for each of the table's files with hits. Null means that the rows
   * are read from files.
   */
  readonly inMemory: readonly (RowsInMemory | undefined)[] | null;
}

/**
 * The rows of a search in a CTE before a text with the bare name of the table. The hits are
 * parameters, so one prepared statement serves every search of its kind. A view would be created
 * and bound for each search. Measured in the engine alone, for ids and scores of ten among a
 * million rows: 3.7 ms of CPU as a view, 0.5 as parameters; from Parquet 5.8 and 3.5.
 */
export function hitsInText(text: string, { table, read, inMemory }: HitReading): RowsInText {
  const names = read.map(({ name }) => quoteIdentifier(name)).join(', ');
  const before = (rows: string) => `WITH ${quoteIdentifier(table.name)} (${names}) AS (${rows})\n`;
  let lists: readonly List[] = [];
  const select = (of: readonly List[]) => {
    lists = of;
    return `SELECT ${of.map(({ type }, at) => `unnest(CAST($${at + 1} AS ${type}[]))`).join(', ')}`;
  };
  const rows = inMemory
    ? select(valuesOf(table, read, inMemory))
    : joinedHits(table, read, (places) => `(${select(placesOf(table.hits, places))})`);
  return {
    before: before(rows),
    text,
    parameterCount: lists.length,
    bind(prepared) {
      for (const [at, list] of lists.entries()) {
        if ('text' in list) prepared.bindVarchar(at + 1, list.text);
        else prepared.bindList(at + 1, list.values, LIST(list.item));
      }
    },
  };
}

/**
 * The text with the bare name of its search's table. Null unless the name occurs once in the form
 * of searches (`findSearches`), a mark that nothing else in the text has.
 */
export function namedBare(text: string, { catalog, schema, table }: HitReading): string | null {
  const [start, end, ...others] = text.split(quoteName(catalog, schema, table.name));
  const isOnce = start !== undefined && end !== undefined && others.length === 0;
  const isSearch = table.columns.some(({ stored }) => stored === -1);
  return isOnce && isSearch ? `${start}${quoteIdentifier(table.name)}${end}` : null;
}

/** Values of a column of the hits. */
type List = {
  /** DuckDB's spelling. */
  readonly type: string;
} & (
  | { readonly item: DuckDBType; readonly values: readonly DuckDBValue[] }
  /** One text for all vectors: binding a list of vectors takes a call for each number. */
  | { readonly text: string }
);

function placesOf(hits: QueryHits, places: readonly number[]): List[] {
  const files = Array.from(hits.files, (file) => places[file] ?? 0);
  const rows = Array.from(hits.rows, BigInt);
  return [
    { type: 'INTEGER', item: INTEGER, values: files },
    { type: 'BIGINT', item: BIGINT, values: rows },
    ...saidOf(hits),
    ...(hits.vectors ? [vectorsOf(hits, 'FLOAT[]')] : []),
  ];
}

/** The vectors of hits, given as 32-bit numbers. */
function vectorsOf({ rows, vectors }: QueryHits, type: string): List {
  const values = vectors?.values ?? new Float32Array();
  const width = values.length / Math.max(1, rows.length);
  const texts = Array.from(
    rows,
    (_row, index) => `[${values.subarray(index * width, (index + 1) * width).join()}]`,
  );
  return { type, text: `[${texts.join()}]` };
}

const saidOf = ({ scores, ranks = [] }: QueryHits): List[] => [
  { type: 'DOUBLE', item: DOUBLE, values: Array.from(scores) },
  ...ranks.map((values) => ({
    type: 'BIGINT',
    item: BIGINT,
    values: values.map((rank) => (rank === null ? null : BigInt(rank))),
  })),
];

function valuesOf(
  { columns, hits }: TableOfHits,
  read: readonly QueryColumn[],
  inMemory: readonly (RowsInMemory | undefined)[],
): List[] {
  const said = columns.filter(({ stored }) => stored === -1);
  const ofSaid = saidOf(hits);
  const stored = storedColumns(read).filter((column) => !isVectorOf(hits, column));
  const types = inMemory.find((rows) => rows !== undefined)?.types;
  return read.map((column) => {
    const list = ofSaid[said.indexOf(column)];
    if (list) return list;
    if (isVectorOf(hits, column)) return vectorsOf(hits, typeRead(column));
    const at = stored.indexOf(column);
    const item = types?.[at];
    if (item === undefined) throw new Error('the columns of hits that are read are in memory');
    const values = Array.from(
      hits.rows,
      (row, index) => inMemory[hits.files[index] ?? 0]?.valueAt(row, at) ?? null,
    );
    return { type: typeRead(column), item, values };
  });
}
