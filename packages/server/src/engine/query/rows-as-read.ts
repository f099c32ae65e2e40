import { foldName } from '../../plan/duckdb/read-tree.ts';
import { convertResult, type ResultConversion } from '../types/result-columns.ts';
import type { TypedColumn } from '../types/typed-column.ts';
import type { ExecuteQueryRequest, QueryTable } from './query-request.ts';
import { isPlainTable } from './sole-table.ts';

/** From here on, to write the rows into a table of the worker first takes longer than to plan. */
const fewestRows = 100_000;

/** A text that gives a table's rows as they are stored (`plainReadOf`). */
export interface PlainRead {
  readonly text: string;
  readonly columns: readonly TypedColumn[];
  readonly table: string;
}

/** The rows of a text that need not be executed to be shown: each reading gives the same. */
export interface RowsAsRead {
  readonly conversion: ResultConversion;
  /** For FROM. */
  readonly relation: string;
  readonly rowCount: number;
}

/**
 * The rows of a plain read, where its files alone say how many there are and in which order, and
 * nothing about them can fail but the reading; null otherwise. `previewRows` of them are shown, and
 * all are written straight from files to file: 10M rows of four columns are shown after the
 * time of the first, and written in that of a `COPY`, where a table between takes 1.6 times it.
 */
export function rowsAsRead(
  { catalogs, previewRows, kind }: ExecuteQueryRequest,
  { text, columns, table }: PlainRead,
): RowsAsRead | null {
  const tables = catalogs.flatMap(({ schemas }) => schemas.flatMap((schema) => schema.tables));
  const [own, ...others] = tables;
  if (kind !== 'select' || own === undefined || others.length > 0) return null;
  if (foldName(own.name) !== foldName(table) || !isInOrder(own)) return null;
  const rowCount = own.files.reduce((sum, file) => sum + file.rowCount, 0);
  if (rowCount < fewestRows || rowCount <= previewRows) return null;
  const names = columns.map((_column, index) => `c${index}`);
  const conversion = convertResult(columns, names);
  if (conversion.overflowSql !== undefined) return null;
  const relation = `(SELECT ${conversion.select} FROM (${text}\n) AS q(${names.join(', ')}))`;
  return { conversion, relation, rowCount };
}

/** Where rows are gone or have values beside them, files are joined, and the order is not kept. */
const isInOrder = (table: QueryTable) =>
  isPlainTable(table) && table.files.every(({ deletes, vectors }) => !deletes && !vectors);
