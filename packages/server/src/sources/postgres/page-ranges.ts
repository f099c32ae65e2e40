import type { ExtractRequest } from '../source.ts';
import type { PostgresSession } from './connect-postgres.ts';

/** A table of fewer pages is read by one session: what more of them win, they cost. */
const fewestPages = 8192;
/** Pages that a session reads at a time: 16 MiB of PostgreSQL's usual ones. */
const pagesOfRange = 2048;
/** The first PostgreSQL that reads a range of `ctid` without the rest of the table. */
const oldestVersion = 14;

/**
 * How long another session may take to be there. Behind a pooler it waits for a connection of the
 * server that is free, and may be the one that keeps it from being so.
 */
const joinMs = 2_000;

/** How a large table is read by several sessions at once. */
export interface PageRanges {
  /** Conditions, of which each row of the snapshot meets exactly one; in the table's own order. */
  readonly conditions: readonly string[];
  /** Beside the one that asked, and in its snapshot. */
  readonly others: readonly PostgresSession[];
}

interface RangedRequest {
  /** The locked table, quoted. */
  readonly table: string;
  readonly request: ExtractRequest;
  /** How a session begins its transaction. */
  readonly begin: string;
  /** Opens so many sessions at most, this one included. */
  readonly connections: number;
  /** Ends without a session when the signal aborts. */
  readonly open: (signal: AbortSignal) => Promise<PostgresSession>;
}

/**
 * Cuts a large table that is read whole into ranges of its pages. They are read in one exported
 * snapshot: under snapshots of their own, rows that an update moved between pages were lost. Null
 * where one session is to read all: a small table, one of another storage or with heirs, a server
 * that cannot do it (standbys export no snapshot to everyone) or has no connection free. The caller
 * closes the sessions.
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
 * 0 where ranges of pages cannot be read. Nothing in it fails on what only speaks like PostgreSQL.
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
 * A session in the snapshot of the first one, or null: what the first can do alone does not fail
 * because there is no second. It has its lock now or not at all, since one that waits behind
 * somebody who waits for the first session would wait for ever; and it is there soon or not at all.
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
    // A pooler may not have begun the statement: no cancellation ends a statement before that.
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

/** The last has no end: the table may grow, and the snapshot decides which rows there are. */
function conditionsOf(pages: number): string[] {
  const count = Math.ceil(pages / pagesOfRange);
  return Array.from({ length: count }, (_unused, index) => {
    const from = `ctid >= '(${index * pagesOfRange},0)'::pg_catalog.tid`;
    return index === count - 1
      ? from
      : `${from} AND ctid < '(${(index + 1) * pagesOfRange},0)'::pg_catalog.tid`;
  });
}
