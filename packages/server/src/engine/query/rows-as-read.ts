import type { PlainRead } from '../../plan/duckdb/plain-read.ts';
import { foldName } from '../../plan/duckdb/read-tree.ts';
import { convertResult, type ResultConversion } from '../types/result-columns.ts';
import type { TypedColumn } from '../types/typed-column.ts';
import { rowsInFiles } from './kept-catalogs.ts';
import type { ExecuteQueryRequest, QueryTable } from './query-request.ts';
import { isPlainTable } from './sole-table.ts';

/** A table in between takes longer than a second plan from 100,000 rows on. */
const fewestRows = 100_000;

/** Rows of a text that can be shown without execution, because each reading gives the same rows. */
export interface RowsAsRead {
  readonly conversion: ResultConversion;
  /** The source in FROM. */
  readonly relation: string;
  readonly rowCount: number;
  /** The files with the rows. */
  readonly paths: readonly string[];
}

/**
 * The rows of a plain read of `columns`, where the files alone determine the number and order of
 * rows; null otherwise. The first rows are shown, and all rows are written directly from files to
 * file. For 10M rows of four columns, the preview takes the time of its rows, and the write the
 * time of a `COPY`. A table between takes 1.6 times the time.
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

/** Files with deletes or values next to them are joined, and lose their order. */
const isInOrder = (table: QueryTable) =>
  isPlainTable(table) && table.files.every(({ deletes, vectors }) => !deletes && !vectors);
