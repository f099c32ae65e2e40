import { quoteIdentifier, quoteName } from '../../kernel/quoting.ts';
import type { ArrowDecoder } from '../arrow/decoders.ts';
import { stageBatch } from '../arrow/stage-batch.ts';
import type { ExtractProgress, ExtractRequest, ExtractSummary } from '../source.ts';
import { badConfiguration, SourceError } from '../source-error.ts';
import { duckdbTypeName } from '../staging/staging-type.ts';
import { StagingWriter } from '../staging/staging-writer.ts';
import { WarningTally } from '../warning-tally.ts';
import { type CatalogRow, catalogRows, type NamedColumn, nameColumns, text } from './catalog.ts';
import type { Binding, SnowflakeSession } from './connect-snowflake.ts';
import { resultBatches, resultRows } from './result.ts';
import { type MappedColumn, mapColumn } from './type-map.ts';

interface PlannedColumn {
  readonly name: string;
  /** The column's name at the source. */
  readonly column: string;
  readonly mapped: MappedColumn;
  readonly decode: ArrowDecoder;
}

/** The SQL after the SELECT list. */
interface Rows {
  readonly from: string;
  readonly bindings: readonly Binding[];
}

/** Reads the table by one statement, and therefore in one state. */
export async function* extractTable(
  session: SnowflakeSession,
  request: ExtractRequest,
): AsyncGenerator<ExtractProgress, ExtractSummary> {
  const tally = new WarningTally();
  const rows: CatalogRow[] = [];
  for await (const row of catalogRows(session, request.schema, request.table)) rows.push(row);
  const known = nameColumns(rows);
  const columns = planColumns(session, request, known, tally);
  const cursor = await greatestCursor(session, request, known);
  const { from, bindings } = rowsOf(request, known, cursor);
  const list = columns.map(({ column, mapped }) => mapped.expression(quoteIdentifier(column)));
  const writer = new StagingWriter({
    folder: request.folder,
    columns: columns.map(({ name, mapped }) => ({ name, type: mapped.staged })),
  });
  try {
    const data = await session.query(
      `SELECT ${list.join(', ')} ${fromClause(session, request)}${from}`,
      bindings,
    );
    if (data.queryResultFormat !== 'arrow') throw notArrow(session);
    const decoders = columns.map(({ decode }) => decode);
    let bytes = 0;
    for await (const batch of resultBatches(session, data)) {
      session.signal.throwIfAborted();
      stageBatch(batch, decoders, writer, (column) => changed(session, column));
      bytes += batch.data.byteLength;
      const finished = writer.takeFinished();
      for (const file of finished) yield { rows: writer.rows, bytes, file };
      if (finished.length === 0) yield { rows: writer.rows, bytes };
    }
    writer.end();
  } finally {
    writer.abandon();
  }
  return {
    columns: columns.map(({ name, mapped }) => ({
      name,
      stagedType: duckdbTypeName(mapped.staged),
      type: mapped.type,
    })),
    files: writer.files,
    rows: writer.rows,
    warnings: tally.warnings(),
    cursor,
  };
}

const fromClause = ({ account }: SnowflakeSession, { schema, table }: ExtractRequest) =>
  `FROM ${quoteName(account.database, schema, table)}`;

function planColumns(
  { account }: SnowflakeSession,
  { schema, table, columns }: ExtractRequest,
  known: readonly NamedColumn[],
  tally: WarningTally,
): PlannedColumn[] {
  const missing = (what: string) =>
    new SourceError(
      'not_found',
      `${what} is not in database '${account.database}', or may not be read; refresh the connection`,
    );
  if (known.length === 0) throw missing(`Table '${schema}.${table}'`);
  return (columns ?? known.map((column) => column.name)).map((name) => {
    const row = known.find((column) => column.name === name);
    if (!row) throw missing(`Column '${name}' of '${schema}.${table}'`);
    const mapped = mapColumn(row);
    return { name, column: row.column, mapped, decode: mapped.decoder(name, tally) };
  });
}

/**
 * Reads up to the greatest value at the start of the reading; later rows are left to the next
 * refresh.
 */
function rowsOf(
  { cursor }: ExtractRequest,
  known: readonly NamedColumn[],
  greatest: string | null,
): Rows {
  if (!cursor) return { from: '', bindings: [] };
  const { column, type } = cursorOf(known, cursor.column);
  const value = `CAST(? AS ${type})`;
  const readsNone = cursor.value === null || cursor.isInclusive === true;
  if (greatest === null)
    return { from: readsNone ? ` WHERE ${column} IS NULL` : ' WHERE 1 = 0', bindings: [] };
  if (cursor.value === null) {
    return {
      from: ` WHERE ${column} IS NULL OR ${column} <= ${value}`,
      bindings: [text(greatest)],
    };
  }
  const bindings = [text(cursor.value), text(greatest)];
  return cursor.isInclusive
    ? {
        from: ` WHERE ${column} IS NULL OR (${column} >= ${value} AND ${column} <= ${value})`,
        bindings,
      }
    : { from: ` WHERE ${column} > ${value} AND ${column} <= ${value}`, bindings };
}

interface CursorColumn {
  /** Quoted. */
  readonly column: string;
  readonly type: string;
}

function cursorOf(known: readonly NamedColumn[], name: string): CursorColumn {
  const row = known.find((column) => column.name === name);
  if (!row)
    throw new SourceError(
      'not_found',
      `Column '${name}' is not there to be a cursor; refresh the connection`,
    );
  const { sourceType } = mapColumn(row);
  const column = quoteIdentifier(row.column);
  if (/^TIMESTAMP/.test(sourceType)) return { column, type: `${sourceType}(9)` };
  if (/^(NUMBER|DATE$|TEXT$)/.test(sourceType)) return { column, type: sourceType };
  throw badConfiguration(
    `Column '${name}' of type ${sourceType} cannot be a cursor; use a number, a date or a text`,
  );
}

async function greatestCursor(
  session: SnowflakeSession,
  request: ExtractRequest,
  known: readonly NamedColumn[],
): Promise<string | null> {
  const { cursor } = request;
  if (!cursor) return null;
  const { column, type } = cursorOf(known, cursor.column);
  if (cursor.value !== null && type.startsWith('NUMBER') && !/^-?\d+(\.\d+)?$/.test(cursor.value)) {
    throw badConfiguration(`The cursor '${cursor.column}' stands at a value that is no number`);
  }
  const over = cursor.isInclusive ? '>=' : '>';
  const above = cursor.value === null ? '' : ` WHERE ${column} ${over} CAST(? AS ${type})`;
  const data = await session.query(
    `SELECT CAST(MAX(${column}) AS VARCHAR) AS "greatest" ${fromClause(session, request)}${above}`,
    cursor.value === null ? [] : [text(cursor.value)],
  );
  for await (const { greatest } of resultRows(session, data)) return greatest ?? null;
  return null;
}

const changed = ({ account }: SnowflakeSession, column: string) =>
  new SourceError(
    'definition_changed',
    `Column '${column}' of a table of database '${account.database}' is being changed; try again`,
  );
const notArrow = ({ account }: SnowflakeSession) =>
  new SourceError(
    'unsupported',
    `'${account.host}' gives rows as JSON, which loses digits; allow the user GO_QUERY_RESULT_FORMAT = 'ARROW'`,
  );
