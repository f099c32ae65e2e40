import type { PlainRead } from '../../plan/duckdb/plain-read.ts';
import { foldName } from '../../plan/duckdb/read-tree.ts';
import { convertResult, type ResultConversion } from '../types/result-columns.ts';
import type { TypedColumn } from '../types/typed-column.ts';
import { rowsInFiles } from './kept-catalogs.ts';
import type { ExecuteQueryRequest, QueryTable } from './query-request.ts';
import { isPlainTable } from './sole-table.ts';

/** From here on, to write the rows into a table of the worker first takes longer than to plan. */
const fewestRows = 100_000;

/** The rows of a text that need not be executed to be shown: each reading gives the same. */
export interface RowsAsRead {
  readonly conversion: ResultConversion;
  /** For FROM. */
  readonly relation: string;
  readonly rowCount: number;
  /** The files that have them. */
  readonly paths: readonly string[];
}

/**
 * The rows of a plain read of `columns`, where its files alone say how many there are and in which
 * order; null otherwise. The first of them are shown, and all are written straight from files to
 * file: 10M rows of four columns are shown after the time of the first, and written in that of a
 * `COPY`, where a table between takes 1.6 times it.
 */
export function rowsAsRead(
  request: ExecuteQueryRequest,
  text: string,
  columns: readonly TypedColumn[],
  read: PlainRead,
): RowsAsRead | null {
  const { catalogs, previewRows, kind } = request;
  const tables = catalogs.flatMap(({ schemas }) => schemas.flatMap((schema) => schema.tables));
  const [own, ...others] = tables;
  if (kind !== 'select' || own === undefined || others.length > 0) return null;
  const names = new Set(own.columns.map(({ name }) => foldName(name)));
  const isOfIt =
    foldName(own.name) === foldName(read.table) &&
    read.columns.every((name) => names.has(foldName(name)));
  if (!isOfIt || !isInOrder(own)) return null;
  const rowCount = rowsInFiles(request) ?? 0;
  if (rowCount < fewestRows || rowCount <= previewRows) return null;
  const places = columns.map((_column, index) => `c${index}`);
  const conversion = convertResult(columns, places);
  if (conversion.overflowSql !== undefined) return null;
  const relation = `(SELECT ${conversion.select} FROM (${text}\n) AS q(${places.join(', ')}))`;
  return { conversion, relation, rowCount, paths: own.files.map(({ path }) => path) };
}

/** Where rows are gone or have values beside them, files are joined, and the order is not kept. */
const isInOrder = (table: QueryTable) =>
  isPlainTable(table) && table.files.every(({ deletes, vectors }) => !deletes && !vectors);
