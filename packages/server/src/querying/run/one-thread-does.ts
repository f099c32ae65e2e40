import type { ScanSet } from '../gather/scan-set.ts';

/** Minimum rows of a row group in a small table. */
const mostRows = 2048;
/** A file of an index has about half as many, and a lookup reads one or two row groups. */
const mostRowsInOrder = 2 ** 19;

/**
 * True if a query has no work for a second thread: at most one row group is read, and nothing
 * multiplies rows. Each such query would wake the second thread, which finds no work and spins
 * before sleeping: 0.07 ms of CPU. A text with a comma after the first FROM may be a join. (It may
 * also order by two columns; the mistake then costs no more than that.)
 */
export function oneThreadDoes(
  sql: string,
  { catalogs, shown }: Pick<ScanSet, 'catalogs' | 'shown'>,
  isLookup = false,
): boolean {
  if (/\bjoin\b/i.test(sql)) return false;
  // The engine reads its own catalog with one thread, and the query reads no file.
  if (shown !== null) return true;
  const from = sql.search(/\bfrom\b/i);
  if (from >= 0 && sql.lastIndexOf(',') > from) return false;
  const tables = catalogs.flatMap(({ schemas }) => schemas.flatMap((schema) => schema.tables));
  if (tables.some(({ hits }) => hits !== undefined)) return false;
  const isInOrder = tables.some(({ index }) => index !== undefined);
  if (isInOrder && !isLookup) return false;
  const files = tables.flatMap((table) => table.files);
  const rows = files.reduce((sum, { rowCount }) => sum + rowCount, 0);
  return rows <= (isInOrder ? mostRowsInOrder : mostRows);
}
