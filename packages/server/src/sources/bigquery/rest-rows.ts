/**
 * Rows over REST, page by page: for rows outside the Storage Read API, or an account without access
 * to the API.
 */
import type { ExtractProgress } from '../source.ts';
import { SourceError } from '../source-error.ts';
import type { StagingWriter } from '../staging/staging-writer.ts';
import { describeTable, pages } from './catalog.ts';
import type { BigquerySession, Json } from './connect-bigquery.ts';
import type { PlannedColumn } from './planned-column.ts';
import type { FinishedQuery } from './query-job.ts';
import { changed, stageProgress } from './stage-progress.ts';
import type { TableName } from './storage-read.ts';

/** Maximum rows in an answer; a page also ends at 10 MB. */
const rowsInPage = '50000';
const longRowBytes = 64 * 1024;
/**
 * A moment as a count of microseconds: the default form is a double, which cannot represent present
 * times exactly.
 */
const exactMoments = { 'formatOptions.useInt64Timestamp': 'true' };

/** The answer to a query, whose columns are the columns to be read. */
export function queryPages(
  session: BigquerySession,
  { path, location }: FinishedQuery,
): AsyncGenerator<Json> {
  const where: Record<string, string> = location === undefined ? {} : { location };
  return pages(session, path, { ...exactMoments, ...where, maxResults: rowsInPage });
}

/**
 * Pages of a table come from the state at each request; a change between two requests is noticed at
 * the end.
 */
export async function* tablePages(
  session: BigquerySession,
  { dataset, table }: TableName,
  names: readonly string[],
): AsyncGenerator<Json> {
  const before = await describeTable(session, dataset, table);
  const path = `/datasets/${dataset}/tables/${encodeURIComponent(table)}/data`;
  yield* pages(session, path, {
    ...exactMoments,
    maxResults: rowsInPage,
    selectedFields: names.join(','),
  });
  const after = await describeTable(session, dataset, table);
  if (before?.version !== after?.version) throw changed();
}

/**
 * Writes the rows; `order` gives the index of each column's cell in a row. Throws if the number of
 * rows differs from the expected number.
 */
export async function* stagePages(
  session: BigquerySession,
  parts: AsyncGenerator<Json>,
  columns: readonly PlannedColumn[],
  order: readonly number[],
  writer: StagingWriter,
): AsyncGenerator<ExtractProgress, void> {
  const tooFine = columns.find(({ field }) => Number(field.timestampPrecision ?? 6) > 6);
  if (tooFine) throw needsStorage(session, tooFine.field.name);
  let total: number | undefined;
  let bytes = 0;
  for await (const { rows, totalRows } of parts) {
    total ??= Number(totalRows ?? 0);
    for (const row of Array.isArray(rows) ? rows : []) {
      const size = stageRow(row?.f, columns, order, writer);
      bytes += size;
      writer.endRow(size > longRowBytes);
    }
    session.signal.throwIfAborted();
    yield* stageProgress(writer, bytes);
  }
  if (writer.rows !== total) throw changed();
}

/** Returns the approximate number of characters in the row. */
function stageRow(
  cells: unknown,
  columns: readonly PlannedColumn[],
  order: readonly number[],
  writer: StagingWriter,
): number {
  if (!Array.isArray(cells) || cells.length !== columns.length) throw changed();
  let size = 0;
  for (const [index, { started, field }] of columns.entries()) {
    const target = writer.columns[index];
    const value: unknown = cells[order[index] ?? -1]?.v;
    if (!target) throw changed();
    if ((value === null || value === undefined) && field.mode !== 'REPEATED') target.markNull();
    else {
      started.putRest(target, value);
      size += typeof value === 'string' ? value.length : 8;
    }
  }
  return size;
}

const needsStorage = ({ place }: BigquerySession, column: string) =>
  new SourceError(
    'permission',
    `Column '${column}' has digits below the microsecond, which only the Storage Read API gives; give '${place.user}' the role ` +
      'BigQuery Read Session User',
  );
