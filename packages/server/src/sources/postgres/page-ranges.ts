import type { ExtractRequest } from '../source.ts';
import type { PostgresSession } from './connect-postgres.ts';

/** Minimum pages for several sessions: for smaller tables the gain does not cover the cost. */
const fewestPages = 8192;
/** Pages per range: 16 MiB at PostgreSQL's usual page size. */
const pagesOfRange = 2048;
/** The first PostgreSQL version that reads a range of `ctid` without a full scan. */
const oldestVersion = 14;

/**
 * Maximum time for another session to start. Behind a pooler the session waits for a free
 * connection of the server, and the first session may be the one that occupies the connection.
 */
const joinMs = 2_000;

/** A plan for reading a large table by several sessions. */
export interface PageRanges {
  /** Conditions in the order of the table; each row of the snapshot meets exactly one. */
  readonly conditions: readonly string[];
  /** Further sessions in the snapshot of the first. */
  readonly others: readonly PostgresSession[];
}

interface RangedRequest {
  /** The locked table, quoted. */
  readonly table: string;
  readonly request: ExtractRequest;
  /** The statement that begins a transaction. */
  readonly begin: string;
  /** Maximum number of sessions, including the first. */
  readonly connections: number;
  /** Ends without a session when the signal aborts. */
  readonly open: (signal: AbortSignal) => Promise<PostgresSession>;
}

/**
 * Divides a large table into ranges of pages, for a read of the whole table. All sessions use one
 * exported snapshot: with separate snapshots, rows that an update moved between pages were lost.
 * Null if one session should read the table: a small table, a table with another storage or with
 * children, a server without the feature (standbys do not export snapshots to everyone) or without
 * a free connection. The caller closes the sessions.
 */
export async function openPageRanges(
  session: PostgresSession,
  ranged: RangedRequest,
): Promise<PageRanges | null> {
  const { request, connections } = ranged;
  if (connections < 2 || request.cursor || request.filter || request.maxRows !== undefined)
    return null;
  const pages = await pagesOf(session, request);
  if (pages < fewestPages) return null;
  const { rows } = await session.client.query<{ id: string }>('SELECT pg_export_snapshot() AS id');
  const id = rows[0]?.id ?? '';
  const attempts = Array.from({ length: connections - 1 }, () => join(session, ranged, id));
  const others = (await Promise.all(attempts)).filter((one) => one !== null);
  return others.length === 0 ? null : { conditions: conditionsOf(pages), others };
}

/**
 * Number of pages; 0 if ranges of pages cannot be read. The statements also work on compatible
 * servers.
 */
async function pagesOf({ client }: PostgresSession, request: ExtractRequest): Promise<number> {
  const told = await client.query<{ version: string }>('SELECT version() AS version');
  const version = /^PostgreSQL (\d+)(?:\.\d+)* /.exec(told.rows[0]?.version ?? '')?.[1];
  if (version === undefined || Number(version) < oldestVersion) return 0;
  const { rows } = await client.query<{ pages: string }>(
    `SELECT pg_relation_size(c.oid) / current_setting('block_size')::int8 AS pages
     FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace JOIN pg_am a ON a.oid = c.relam
     WHERE n.nspname = $1 AND c.relname = $2 AND c.relkind = 'r' AND a.amname = 'heap'
       AND NOT EXISTS (SELECT FROM pg_inherits i WHERE i.inhparent = c.oid) AND NOT pg_is_in_recovery()
       AND has_function_privilege('pg_catalog.pg_export_snapshot()', 'EXECUTE')`,
    [request.schema, request.table],
  );
  return Number(rows[0]?.pages ?? 0);
}

/**
 * A session in the snapshot of the first, or null: the first session can do the work alone. The
 * lock is taken at once or never, because waiting behind a session that waits for the first one
 * would never end. A session that starts too late is given up.
 */
async function join(
  { client }: PostgresSession,
  { open, begin, table }: RangedRequest,
  snapshot: string,
): Promise<PostgresSession | null> {
  const late = new AbortController();
  let opened: PostgresSession | undefined;
  const timer = setTimeout(() => {
    late.abort();
    // Behind a pooler the statement may not have begun, and a cancel request would have no effect.
    opened?.stream.destroy();
  }, joinMs);
  try {
    opened = await open(late.signal);
    const [start = '', ...settings] = begin.split('; ');
    const statements = [
      start,
      `SET TRANSACTION SNAPSHOT ${client.escapeLiteral(snapshot)}`,
      ...settings,
      `LOCK TABLE ${table} IN ACCESS SHARE MODE NOWAIT`,
    ];
    await opened.client.query(statements.join('; '));
    return opened;
  } catch {
    await opened?.close();
    return null;
  } finally {
    clearTimeout(timer);
  }
}

/** The last range has no end: the table may grow, and the snapshot decides which rows exist. */
function conditionsOf(pages: number): string[] {
  const count = Math.ceil(pages / pagesOfRange);
  return Array.from({ length: count }, (_unused, index) => {
    const from = `ctid >= '(${index * pagesOfRange},0)'::pg_catalog.tid`;
    return index === count - 1
      ? from
      : `${from} AND ctid < '(${(index + 1) * pagesOfRange},0)'::pg_catalog.tid`;
  });
}
