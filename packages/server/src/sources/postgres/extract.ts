import { quoteIdentifier } from '../../kernel/quoting.ts';
import { DecimalFit } from '../decimal-fit.ts';
import { relayProgress } from '../relay-progress.ts';
import type {
  ExtractedColumn,
  ExtractProgress,
  ExtractRequest,
  ExtractSummary,
} from '../source.ts';
import { SourceError } from '../source-error.ts';
import { duckdbTypeName } from '../staging/staging-type.ts';
import { StagingWriter } from '../staging/staging-writer.ts';
import { WarningTally } from '../warning-tally.ts';
import { type CatalogRow, catalogQuery, type NamedColumn, nameColumns } from './catalog.ts';
import type { PostgresSession } from './connect-postgres.ts';
import { CopyDecoder } from './copy-decoder.ts';
import { filterCondition } from './filter-condition.ts';
import { mapPostgresError } from './map-postgres-error.ts';
import { openPageRanges } from './page-ranges.ts';
import { type MappedColumn, mapColumn, mapColumnAsText, sendExpression } from './type-map.ts';

interface PlannedColumn {
  readonly name: string;
  /** The column's name at the source. */
  readonly column: string;
  readonly sourceType: string;
  readonly mapped: MappedColumn;
  readonly fit: DecimalFit | undefined;
}

interface Plan {
  /** Quoted. */
  readonly table: string;
  readonly isLocked: boolean;
  readonly columns: readonly PlannedColumn[];
  /** The SQL from FROM on, with conditions. */
  readonly rows: string;
  /** The cursor's, at the source. */
  readonly cursorColumn: string | undefined;
  /** LIMIT, or nothing. */
  readonly limit: string;
}

/** `SET LOCAL`, so a pooler does not carry settings into another session. */
const begin = [
  'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY',
  'SET LOCAL search_path = pg_catalog',
  "SET LOCAL TimeZone = 'UTC'",
  "SET LOCAL DateStyle = 'ISO, MDY'",
  "SET LOCAL IntervalStyle = 'postgres'",
  "SET LOCAL bytea_output = 'hex'",
  // All digits; before 12 fewer lose some.
  'SET LOCAL extra_float_digits = 3',
  'SET LOCAL xmloption = content',
  // Limits the wait for a table's lock, which another session may block without end.
  "SET LOCAL lock_timeout = '60s'",
].join('; ');

/** A source of further sessions for a large table. */
export interface MoreSessions {
  /** Maximum number of open sessions, including the first. */
  readonly connections: number;
  /** Ends without a session when the signal aborts. */
  readonly open: (signal: AbortSignal) => Promise<PostgresSession>;
}

/** Reads the table in one snapshot, into staging files. */
export async function* extractTable(
  session: PostgresSession,
  request: ExtractRequest,
  more: MoreSessions,
): AsyncGenerator<ExtractProgress, ExtractSummary> {
  const { client } = session;
  await client.query(begin);
  const plan = await planColumns(session, request);
  const cursor = await greatestCursor(session, plan);
  const tally = new WarningTally();
  const columns = plan.columns.map(({ name, mapped }) => ({ name, type: mapped.staged }));
  const writer = new StagingWriter({ folder: request.folder, columns });
  const ranges = plan.isLocked
    ? await openPageRanges(session, { ...more, request, table: plan.table, begin })
    : null;
  const others = ranges?.others ?? [];
  try {
    yield* copyRows([session, ...others], ranges?.conditions, { plan, writer, tally });
    writer.end();
  } finally {
    writer.abandon();
    await Promise.all(others.map((other) => other.close()));
  }
  await client.query('COMMIT');
  return {
    columns: plan.columns.map(extractedColumn),
    files: writer.files,
    rows: writer.rows,
    warnings: tally.warnings(),
    cursor,
  };
}

function extractedColumn({ name, mapped, fit }: PlannedColumn): ExtractedColumn {
  const stagedType = duckdbTypeName(mapped.staged);
  return {
    name,
    stagedType,
    type: fit?.type() ?? stagedType,
    ...(mapped.meansAsText !== undefined && { sqlType: mapped.meansAsText }),
    ...(fit && { hasNoValues: fit.hasNoValues, digits: fit.digits }),
  };
}

/**
 * Plans the columns from the catalogs and from the server's description of the statement. The
 * statement locks the table against changes of its definition, so both must agree.
 */
async function planColumns(session: PostgresSession, request: ExtractRequest): Promise<Plan> {
  const { client, place } = session;
  const table = `${quoteIdentifier(request.schema)}.${quoteIdentifier(request.table)}`;
  const kinds = await client.query<{ lockable: boolean }>(
    `SELECT c.relkind IN ('r', 'p') AND has_table_privilege(c.oid, 'SELECT') AS lockable FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE n.nspname = $1 AND c.relname = $2`,
    [request.schema, request.table],
  );
  const lockable = kinds.rows[0]?.lockable;
  const missing = (what: string) =>
    new SourceError(
      'not_found',
      `${what} is not in database '${place.database}', or may not be read; refresh the connection`,
    );
  if (lockable === undefined) throw missing(`Table '${request.schema}.${request.table}'`);
  // The lock comes before the snapshot: in a snapshot older than a TRUNCATE or some forms of ALTER
  // TABLE, the table appears empty.
  if (lockable) {
    await client.query('ROLLBACK');
    await client.query(begin);
    await client.query(`LOCK TABLE ${table} IN ACCESS SHARE MODE`);
  }
  const { rows } = await client.query<CatalogRow>(catalogQuery(session.majorVersion), [
    request.schema,
    request.table,
  ]);
  // The table exists, and the user may read none of its columns.
  if (rows.length === 0) throw mapPostgresError({ code: '42501' }, place);
  const known = nameColumns(rows);
  const wanted = (request.columns ?? known.map((row) => row.name)).map(
    (name) =>
      known.find((row) => row.name === name) ?? missing(`Column '${name}' of '${request.table}'`),
  );
  const columns = wanted.map((row) => {
    if (row instanceof SourceError) throw row;
    const mapped = request.asText?.includes(row.name) ? mapColumnAsText(row) : mapColumn(row);
    const fit = mapped.fitsDecimal ? new DecimalFit() : undefined;
    return { name: row.name, column: row.column, sourceType: row.source_type, mapped, fit };
  });
  if (columns.length === 0) throw missing(`A column of '${request.schema}.${request.table}'`);
  const limit = request.maxRows === undefined ? '' : ` LIMIT ${request.maxRows}`;
  const rowsWanted = rowsOf(session, table, known, request);
  const cursorColumn = known.find(({ name }) => name === request.cursor?.column)?.column;
  const plan = { table, isLocked: lockable, columns, rows: rowsWanted, cursorColumn, limit };
  await checkDescription(session, plan);
  return plan;
}

function rowsOf(
  { client }: PostgresSession,
  table: string,
  known: readonly NamedColumn[],
  { cursor, filter, table: name }: ExtractRequest,
): string {
  const column = cursor && known.find((row) => row.name === cursor.column);
  if (cursor && !column) {
    throw new SourceError(
      'not_found',
      `Column '${cursor.column}' of '${name}' is not there to be a cursor`,
    );
  }
  const above = column && cursor ? cursorCondition(client, cursor, column) : undefined;
  const conditions = [above, filter && filterCondition(client, filter, known)].filter(
    (one) => one !== undefined,
  );
  return conditions.length === 0
    ? `FROM ${table}`
    : `FROM ${table} WHERE ${conditions.join(' AND ')}`;
}

function cursorCondition(
  client: PostgresSession['client'],
  { value, isInclusive }: NonNullable<ExtractRequest['cursor']>,
  { column, source_type }: NamedColumn,
): string | undefined {
  if (value === null) return undefined;
  const quoted = quoteIdentifier(column);
  const literal = `${client.escapeLiteral(value)}::${source_type}`;
  if (!isInclusive) return `${quoted} > ${literal}`;
  // NOT NULL may be unverified (NOT VALID), and the NOT NULL of a domain does not hold after an
  // outer join.
  return `(${quoted} >= ${literal} OR ${quoted} IS NULL)`;
}

const selectList = (plan: Plan) =>
  plan.columns
    .map(({ column, mapped }) => sendExpression(mapped, quoteIdentifier(column)))
    .join(', ');

async function checkDescription({ client, place }: PostgresSession, plan: Plan): Promise<void> {
  const { fields } = await client.query(`SELECT ${selectList(plan)} ${plan.rows} LIMIT 0`);
  const agrees = plan.columns.every(
    ({ mapped }, index) => fields[index]?.dataTypeID === mapped.sentOid,
  );
  if (agrees && fields.length === plan.columns.length) return;
  throw new SourceError(
    'definition_changed',
    `A table of database '${place.database}' is being changed; try again`,
  );
}

async function greatestCursor(session: PostgresSession, plan: Plan): Promise<string | null> {
  if (plan.cursorColumn === undefined) return null;
  const column = quoteIdentifier(plan.cursorColumn);
  const { rows } = await session.client.query<{ greatest: string }>(
    `SELECT ${column}::pg_catalog.text AS greatest ${plan.rows} ORDER BY ${column} DESC NULLS LAST LIMIT 1`,
  );
  return rows[0]?.greatest ?? null;
}

interface Copying {
  readonly plan: Plan;
  readonly writer: StagingWriter;
  readonly tally: WarningTally;
}

/** Copies all rows. With conditions, each session takes the next remaining condition. */
async function* copyRows(
  sessions: readonly [PostgresSession, ...PostgresSession[]],
  conditions: readonly string[] | undefined,
  { plan, writer, tally }: Copying,
): AsyncGenerator<ExtractProgress, void> {
  const decoders = plan.columns.map(({ name, mapped, fit }) =>
    mapped.decoder({ column: name, tally, fit }),
  );
  const isSettled = plan.columns.every(({ fit }) => fit === undefined);
  const relay = relayProgress(writer, isSettled ? plan.columns.map(extractedColumn) : undefined);
  let bytes = 0;
  const onChunk = (more: number) => {
    bytes += more;
    relay.note(bytes);
  };
  const copy = (session: PostgresSession, condition?: string) => {
    const where = condition === undefined ? '' : ` WHERE ${condition}`;
    const rows = `SELECT ${selectList(plan)} ${plan.rows}${where}${plan.limit}`;
    const decoder = new CopyDecoder(session.stream, writer, decoders, onChunk);
    return copyOut(session, `COPY (${rows}) TO STDOUT (FORMAT binary)`, decoder);
  };
  const work = conditions ? copyRanges(sessions, conditions, copy) : copy(sessions[0]);
  const rowCount = yield* relay.until(work);
  if (rowCount === writer.rows) return;
  throw new SourceError(
    'source_failed',
    `'${sessions[0].place.host}' sent ${writer.rows} rows of ${rowCount}; try again`,
  );
}

/**
 * Copies the rows of all conditions. If one session fails, the others end after their present
 * condition.
 */
async function copyRanges(
  sessions: readonly PostgresSession[],
  conditions: readonly string[],
  copy: (session: PostgresSession, condition: string) => Promise<number>,
): Promise<number> {
  const rest = [...conditions];
  let rows = 0;
  const read = async (session: PostgresSession) => {
    try {
      for (let next = rest.shift(); next !== undefined; next = rest.shift()) {
        const copied = await copy(session, next);
        rows += copied;
      }
    } catch (error) {
      rest.length = 0;
      throw error;
    }
  };
  const ends = await Promise.allSettled(sessions.map(read));
  for (const end of ends) if (end.status === 'rejected') throw end.reason;
  return rows;
}

/** Returns the server's count of sent rows. */
async function copyOut(
  { client, place }: PostgresSession,
  sql: string,
  decoder: CopyDecoder,
): Promise<number> {
  try {
    const { rowCount } = await client.query(sql);
    return rowCount ?? 0;
  } catch (error) {
    throw decoder.error ?? mapPostgresError(error, place);
  } finally {
    decoder.release();
  }
}
