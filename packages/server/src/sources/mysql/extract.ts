import { quoteLiteral } from '../../kernel/quoting.ts';
import { relayProgress } from '../relay-progress.ts';
import type { ExtractProgress, ExtractRequest, ExtractSummary } from '../source.ts';
import { badConfiguration, SourceError } from '../source-error.ts';
import { duckdbTypeName } from '../staging/staging-type.ts';
import { StagingWriter } from '../staging/staging-writer.ts';
import { WarningTally } from '../warning-tally.ts';
import { readBinaryRows, type SentColumn } from './binary-rows.ts';
import { type CatalogRow, catalogQuery, quoteMysql } from './catalog.ts';
import type { MysqlSession } from './connect-mysql.ts';
import { type ValueDecoder, valueDecoder } from './decoders.ts';
import { filterCondition } from './filter-condition.ts';
import { type MappedColumn, mapColumn, type StartedColumn } from './type-map.ts';

interface PlannedColumn {
  readonly name: string;
  readonly mapped: MappedColumn;
  readonly started: StartedColumn;
}

/** Reads the table in one snapshot, into staging files. */
export async function* extractTable(
  session: MysqlSession,
  request: ExtractRequest,
): AsyncGenerator<ExtractProgress, ExtractSummary> {
  await session.query('SET SESSION TRANSACTION ISOLATION LEVEL REPEATABLE READ');
  await session.query('START TRANSACTION WITH CONSISTENT SNAPSHOT, READ ONLY');
  const tally = new WarningTally();
  const { columns, rows, partial, limit } = await planColumns(session, request, tally);
  const cursor = await greatestCursor(session, rows, request);
  const staged = columns.map(({ name, mapped }) => ({ name, type: mapped.staged }));
  const writer = new StagingWriter({ folder: request.folder, columns: staged });
  try {
    const relay = relayProgress(writer);
    const list = columns.map(({ name }) => quoteMysql(name)).join(', ');
    const read = (from: string) =>
      readBinaryRows({
        stream: session.stream(),
        sql: `SELECT ${list} ${from}${limit}`,
        writer,
        decoders: (sent) => columns.map((column, index) => decoderOf(session, column, sent[index])),
        onChunk: (bytes) => relay.note(bytes),
      });
    const work = read(rows).then(() => (partial === undefined ? undefined : read(partial)));
    yield* relay.until(work);
    writer.end();
  } finally {
    writer.abandon();
  }
  return {
    columns: columns.map(({ name, mapped, started }) => ({
      name,
      stagedType: duckdbTypeName(mapped.staged),
      type: started.finalType(),
      ...(started.hasNoValues && { hasNoValues: started.hasNoValues() }),
      ...(started.digits && { digits: started.digits() }),
    })),
    files: writer.files,
    rows: writer.rows,
    warnings: tally.warnings(),
    cursor,
  };
}

/**
 * The first statement on the table locks its definition, so the catalogs then describe the data to
 * be read.
 */
async function planColumns(
  session: MysqlSession,
  request: ExtractRequest,
  tally: WarningTally,
): Promise<{ columns: PlannedColumn[]; rows: string; partial?: string; limit: string }> {
  const { database } = session.place;
  const missing = (what: string) =>
    new SourceError(
      'not_found',
      `${what} is not in database '${database}', or may not be read; refresh the connection`,
    );
  const name = `${request.schema}.${request.table}`;
  if (request.schema !== database) throw missing(`Table '${name}'`);
  const table = `${quoteMysql(database)}.${quoteMysql(request.table)}`;
  const ask = async () =>
    (await session.query(
      catalogQuery(database, { table: request.table }),
    )) as unknown as CatalogRow[];
  let known = await ask();
  // A statement on a view would compute the view, even for one row. The columns that a view sends
  // are compared with the plan instead.
  if (known[0]?.table_type !== 'VIEW') {
    await session.query(`SELECT 1 FROM ${table} LIMIT 0`).catch((error: unknown) => {
      throw session.mapError(error).class === 'not_found' ? missing(`Table '${name}'`) : error;
    });
    known = await ask();
  }
  const wanted = request.columns ?? known.map(({ column }) => column);
  if (wanted.length === 0) throw missing(`A column of '${name}'`);
  const columns = wanted.map((wantedName) => {
    const row = known.find(({ column }) => column === wantedName);
    if (!row) throw missing(`Column '${wantedName}' of '${name}'`);
    const mapped = mapColumn(row);
    return { name: wantedName, mapped, started: mapped.start({ column: wantedName, tally }) };
  });
  return { columns, ...rowsOf(table, known, request) };
}

function rowsOf(table: string, known: readonly CatalogRow[], request: ExtractRequest) {
  const { filter, maxRows } = request;
  const [changed, partial] = cursorConditions(known, request);
  const filtered = filter && filterCondition(filter, known);
  const from = (condition: string | undefined) => {
    const conditions = [condition, filtered].filter((one) => one !== undefined);
    return `FROM ${table}${conditions.length === 0 ? '' : ` WHERE ${conditions.join(' AND ')}`}`;
  };
  const limit = maxRows === undefined ? '' : ` LIMIT ${maxRows}`;
  return { rows: from(changed), ...(partial && { partial: from(partial) }), limit };
}

/**
 * Conditions for rows that an index on the cursor finds, and for rows with partial dates, which no
 * range contains. A single statement for both would read the whole table.
 */
function cursorConditions(
  known: readonly CatalogRow[],
  { cursor, table }: ExtractRequest,
): readonly string[] {
  if (!cursor) return [];
  const row = known.find(({ column }) => column === cursor.column);
  if (!row)
    throw new SourceError(
      'not_found',
      `Column '${cursor.column}' of '${table}' is not there to be a cursor`,
    );
  if (cursor.value === null) return [];
  const name = quoteMysql(cursor.column);
  const literal = cursorLiteral(row, cursor.value);
  if (!cursor.isInclusive) return [`${name} > ${literal}`];
  // Zero and partial dates are no dates here, and rows without a value are always read.
  const isEmpty = `${name} IS NULL`;
  if (row.data_type === 'timestamp')
    return [`(${name} >= ${literal} OR ${isEmpty} OR ${name} = 0)`];
  if (!/^date(?:time)?$/.test(row.data_type)) return [`(${name} >= ${literal} OR ${isEmpty})`];
  const first = "DATE'0001-01-01'";
  return [
    `(${name} >= ${literal} OR ${isEmpty} OR ${name} < ${first})`,
    `(${name} >= ${first} AND ${name} < ${literal} AND (MONTH(${name}) = 0 OR DAY(${name}) = 0))`,
  ];
}

/** A literal of the column's own kind: a number compared with a text is compared as doubles. */
function cursorLiteral({ data_type: type, column }: CatalogRow, value: string): string {
  if (/int$|^(decimal|year)$/.test(type)) {
    if (!/^-?\d+(\.\d+)?$/.test(value))
      throw badConfiguration(`The cursor '${column}' stands at a value that is no number`);
    return value;
  }
  if (type === 'date') return `DATE${quoteLiteral(value)}`;
  if (type === 'datetime' || type === 'timestamp') return `TIMESTAMP${quoteLiteral(value)}`;
  if (/char|text|uuid/.test(type)) return quoteLiteral(value);
  throw badConfiguration(
    `Column '${column}' of type ${type} cannot be a cursor; use a number, a date or a text`,
  );
}

async function greatestCursor(
  session: MysqlSession,
  rows: string,
  { cursor }: ExtractRequest,
): Promise<string | null> {
  if (!cursor) return null;
  const [row] = await session.query(
    `SELECT CAST(MAX(${quoteMysql(cursor.column)}) AS CHAR) AS greatest ${rows}`,
  );
  return row?.greatest ?? null;
}

function decoderOf(
  { place }: MysqlSession,
  { mapped, started }: PlannedColumn,
  sent: SentColumn | undefined,
): ValueDecoder {
  const changed = () =>
    new SourceError(
      'definition_changed',
      `A table of database '${place.database}' is being changed; try again`,
    );
  if (!sent) throw changed();
  const decoder = valueDecoder(sent.type, started.decode);
  const agrees = mapped.wire === null ? decoder.fixedLength === 0 : mapped.wire.includes(sent.type);
  const { kind } = mapped.staged;
  if (
    !agrees ||
    (kind === 'integer' && mapped.wire !== null && sent.isUnsigned !== mapped.isUnsigned)
  )
    throw changed();
  return decoder;
}
