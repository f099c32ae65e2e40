import { stageBatch } from '../arrow/stage-batch.ts';
import type { ExtractProgress, ExtractRequest, ExtractSummary } from '../source.ts';
import { SourceError } from '../source-error.ts';
import { duckdbTypeName } from '../staging/staging-type.ts';
import { StagingWriter } from '../staging/staging-writer.ts';
import { describeTable, isStored, type TableDescription } from './catalog.ts';
import type { BigquerySession } from './connect-bigquery.ts';
import { cursorCondition, quoteBigquery } from './cursor.ts';
import type { PlannedColumn } from './planned-column.ts';
import { type FinishedQuery, finishQuery } from './query-job.ts';
import { queryPages, stagePages, tablePages } from './rest-rows.ts';
import { changedColumn, stageProgress } from './stage-progress.ts';
import { openRead, readBatches, type TableName } from './storage-read.ts';
import { mapColumn } from './type-map.ts';

/** The source of the rows: a table, or the destination table of a query. */
interface RowsToRead {
  readonly table: TableName | undefined;
  readonly query: FinishedQuery | undefined;
  /** The greatest value of the request's cursor. */
  readonly cursor: string | null;
}

/**
 * Reads one state of the table: a read session's, a query's, or the table's own if the table did
 * not change during the reading of its pages.
 */
export async function* extractTable(
  session: BigquerySession,
  request: ExtractRequest,
): AsyncGenerator<ExtractProgress, ExtractSummary> {
  const described = await describeTable(session, request.schema, request.table);
  if (!described) throw missing(session, `Table '${request.schema}.${request.table}'`);
  const columns = planColumns(session, request, described);
  const rows = await findRows(session, request, described, columns);
  const writer = new StagingWriter({
    folder: request.folder,
    columns: columns.map(({ field, mapped }) => ({ name: field.name, type: mapped.staged })),
  });
  try {
    yield* stageRows(session, rows, described, columns, writer);
    writer.end();
  } finally {
    writer.abandon();
  }
  return {
    columns: columns.map(({ field, mapped, started }) => ({
      name: field.name,
      stagedType: duckdbTypeName(mapped.staged),
      type: started.finalType(),
      ...(started.hasNoValues && { hasNoValues: started.hasNoValues() }),
    })),
    files: writer.files,
    rows: writer.rows,
    warnings: [],
    cursor: rows.cursor,
  };
}

const missing = (session: BigquerySession, what: string) =>
  new SourceError(
    'not_found',
    `${what} is not in project '${session.project}', or may not be read; refresh the connection`,
  );

function planColumns(
  session: BigquerySession,
  request: ExtractRequest,
  { fields }: TableDescription,
): PlannedColumn[] {
  const names = request.columns ?? fields.map(({ name }) => name);
  return names.map((name) => {
    const field = fields.find((one) => one.name === name);
    if (!field) throw missing(session, `Column '${name}' of '${request.schema}.${request.table}'`);
    const mapped = mapColumn(field);
    return { field, mapped, started: mapped.start() };
  });
}

async function findRows(
  session: BigquerySession,
  request: ExtractRequest,
  described: TableDescription,
  columns: readonly PlannedColumn[],
): Promise<RowsToRead> {
  const table: TableName = {
    project: session.project,
    dataset: request.schema,
    table: request.table,
  };
  if (isStored(described) && !request.cursor) return { table, query: undefined, cursor: null };
  const from = `FROM ${[table.project, table.dataset, table.table].map(quoteBigquery).join('.')}`;
  const { condition, parameters, greatest } = await cursorCondition(
    session,
    request,
    described,
    from,
  );
  const list = columns.map(({ field }) => quoteBigquery(field.name)).join(', ');
  const query = await finishQuery(
    session,
    `SELECT ${list} ${from}${condition}`,
    parameters,
    described.location,
  );
  return { table: query.destination, query, cursor: greatest };
}

async function* stageRows(
  session: BigquerySession,
  { table, query }: RowsToRead,
  { fields }: TableDescription,
  columns: readonly PlannedColumn[],
  writer: StagingWriter,
): AsyncGenerator<ExtractProgress, void> {
  const names = columns.map(({ field }) => field.name);
  const read = table && (await openRead(session, table, names));
  if (read) {
    const decoders = columns.map(({ started }) => started.arrow);
    let bytes = 0;
    for await (const batch of readBatches(session, read)) {
      // Columns come in the table's order, whatever order was requested.
      stageBatch(batch.select(names), decoders, writer, changedColumn);
      bytes += batch.data.byteLength;
      yield* stageProgress(writer, bytes);
    }
  } else if (query) {
    yield* stagePages(session, queryPages(session, query), columns, [...names.keys()], writer);
  } else if (table) {
    const inTable = fields.filter(({ name }) => names.includes(name)).map(({ name }) => name);
    const order = names.map((name) => inTable.indexOf(name));
    yield* stagePages(session, tablePages(session, table, inTable), columns, order, writer);
  }
}
