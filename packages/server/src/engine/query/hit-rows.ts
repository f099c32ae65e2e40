import type { DuckDBConnection } from '@duckdb/node-api';
import { quoteIdentifier, quoteName } from '../../kernel/quoting.ts';
import { DOUBLE, DuckDBDataChunk, INTEGER, UINTEGER } from '../duckdb.ts';
import { placedLiveRows, typeRead } from './live-rows.ts';
import type { QueryCatalog, QueryColumn, QueryHits, QueryTable } from './query-request.ts';

/** The most hits that a statement contains as text. More hits go into a table first. */
export const maxWritten = 2048;
const vectorRows = 2048;

/** The table is in the search's own catalog, with the table of the hits' rows. */
const hitsTable = 'hits by place';

/**
 * A SELECT of `read` over the rows that a search found and their scores. `catalog` is the search's.
 */
export function hitRows(
  catalog: string,
  table: TableOfHits,
  read: readonly QueryColumn[] = table.columns,
): string {
  const { hits } = table;
  return joinedHits(table, read, (places) =>
    hits.rowCount > maxWritten ? quoteName(catalog, 'main', hitsTable) : writtenHits(hits, places),
  );
}

export type TableOfHits = QueryTable & { readonly hits: QueryHits };

/** Joins hits by their places in files. `found` returns the hits for files at other places. */
export function joinedHits(
  { columns, files, hits }: TableOfHits,
  read: readonly QueryColumn[],
  found: (places: readonly number[]) => string,
): string {
  const stored = storedColumns(columns);
  const placed = placedLiveRows(files, stored);
  const names = [...stored.map((_column, index) => `c${index}`), 'file', 'pos'].map(
    quoteIdentifier,
  );
  const placeOf = new Map(placed.files.map((file, place) => [file, place]));
  const places = files.map((file) => placeOf.get(file) ?? 0);
  const list = read.map((column) => {
    const index = columns.indexOf(column);
    if (isVectorOf(hits, column)) return `CAST(h.vector AS ${typeRead(column)})`;
    return index < stored.length ? `t.c${index}` : `h.s${index - stored.length}`;
  });
  return (
    `SELECT ${list.join(', ')} FROM (${placed.sql}) AS t(${names.join(', ')}) ` +
    `JOIN ${found(places)} AS h(file, pos, ${saidNames(hits)}) ON t.file = h.file AND t.pos = h.pos`
  );
}

/** True where the hits include the values of the column. */
export const isVectorOf = ({ vectors }: QueryHits, { stored }: QueryColumn) =>
  stored === vectors?.column;

const saidNames = ({ ranks = [], vectors }: QueryHits) =>
  [
    ...['score', ...ranks].map((_column, index) => `s${index}`),
    ...(vectors ? ['vector'] : []),
  ].join(', ');

/** The stored columns; columns with facts about a hit come after them. */
export const storedColumns = (columns: readonly QueryColumn[]) =>
  columns.filter(({ stored }) => stored !== -1);

/**
 * Scores are written as texts: DuckDB reads a number as a decimal first, and loses the last digit.
 */
function writtenHits(
  { files, rows, scores, ranks = [], vectors }: QueryHits,
  places: readonly number[],
): string {
  const width = (vectors?.values.length ?? 0) / Math.max(1, rows.length);
  const vectorOf = (index: number) =>
    vectors === undefined
      ? ''
      : `, CAST('[${vectors.values.subarray(index * width, (index + 1) * width).join(',')}]' AS FLOAT[])`;
  const values = Array.from(rows, (row, index) => {
    const more = ranks.map((rank) => `, CAST(${rank[index] ?? 'NULL'} AS BIGINT)`).join('');
    return `(${places[files[index] ?? 0] ?? 0}, ${row}, CAST('${scores[index]}' AS DOUBLE)${more}${vectorOf(index)})`;
  });
  return `(VALUES ${values.join(', ')})`;
}

/** True where a search found too many hits for a statement. */
export const hasManyHits = ({ schemas }: QueryCatalog) =>
  schemas.some(({ tables }) => tables.some(({ hits }) => (hits?.rowCount ?? 0) > maxWritten));

/**
 * Creates the tables of searches with too many hits for a statement. The caller runs the function
 * before reading the hits' rows.
 */
export async function makeHitTables(
  connection: DuckDBConnection,
  catalogs: readonly QueryCatalog[],
): Promise<void> {
  for (const { name, schemas } of catalogs) {
    for (const { tables } of schemas) {
      for (const { hits, files, columns } of tables) {
        if (hits === undefined || hits.rowCount <= maxWritten) continue;
        const placed = placedLiveRows(files, storedColumns(columns)).files;
        await fillHits(
          connection,
          name,
          hits,
          files.map((file) => placed.indexOf(file)),
        );
      }
    }
  }
}

async function fillHits(
  connection: DuckDBConnection,
  catalog: string,
  { files, rows, scores }: QueryHits,
  places: readonly number[],
): Promise<void> {
  await connection.run(
    `CREATE TABLE ${quoteName(catalog, 'main', hitsTable)} (file INTEGER, pos UINTEGER, score DOUBLE)`,
  );
  const appender = await connection.createAppender(hitsTable, 'main', catalog);
  for (let start = 0; start < rows.length; start += vectorRows) {
    const end = Math.min(start + vectorRows, rows.length);
    const chunk = DuckDBDataChunk.create([INTEGER, UINTEGER, DOUBLE], end - start);
    chunk.setColumnValues(
      0,
      Array.from(files.subarray(start, end), (file) => places[file] ?? 0),
    );
    chunk.setColumnValues(1, [...rows.subarray(start, end)]);
    chunk.setColumnValues(2, [...scores.subarray(start, end)]);
    appender.appendDataChunk(chunk);
  }
  appender.closeSync();
}
