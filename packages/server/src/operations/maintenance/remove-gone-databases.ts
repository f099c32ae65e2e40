import { removeRuns } from '../../metadata/removed-run-usage.ts';
import { pages, sweepChunk } from '../../metadata/sweep-rows.ts';
import type { Services } from '../services.ts';
import { removeResults } from './expire-results.ts';

/** Databases asked about in one statement. */
const CHUNK = 50;

/** Context documents removed in one statement: each has up to 2 MB. */
const CONTEXTS = 10;

/** Removes contexts, results (with their objects) and query runs of databases that are gone. Gives how many rows. */
export async function removeRowsOfGoneDatabases(services: Services, signal: AbortSignal): Promise<number> {
  let removed = 0;
  for await (const id of goneDatabases(services, 'database_contexts', signal)) {
    removed += await removeContextsOf(services, id, signal);
  }
  for await (const id of goneDatabases(services, 'results', signal)) {
    removed += await removeResultsOf(services, id, signal);
  }
  for await (const id of goneDatabases(services, 'query_runs', signal)) {
    removed += await removeRunsOf(services, id, signal);
  }
  return removed;
}

/** Ids that rows of `table` name and no database has. */
async function* goneDatabases(
  services: Services,
  table: 'database_contexts' | 'results' | 'query_runs',
  signal: AbortSignal,
): AsyncGenerator<string> {
  const { db } = services.metadata;
  for await (const ids of pages(signal, (after: string | undefined) => databaseIds(services, table, after))) {
    const rows = await db.selectFrom('databases').select('id').where('id', 'in', ids).execute();
    const known = new Set(rows.map((row) => row.id));
    for (const id of ids) if (!known.has(id)) yield id;
  }
}

/** One seek in the index for each database: the tables hold millions of rows, and `distinct` would read them all. */
async function databaseIds(
  { metadata }: Services,
  table: 'database_contexts' | 'results' | 'query_runs',
  after: string | undefined,
): Promise<string[]> {
  const ids: string[] = [];
  for (let last = after ?? ''; ids.length < CHUNK; ) {
    const { id } = await metadata.db
      .selectFrom(table)
      .select((eb) => eb.fn.min('database_id').as('id'))
      .where('database_id', '>', last)
      .executeTakeFirstOrThrow();
    if (id === null) break;
    ids.push(id);
    last = id;
  }
  return ids;
}

async function removeResultsOf(services: Services, databaseId: string, signal: AbortSignal): Promise<number> {
  let removed = 0;
  const ended = pages(signal, () =>
    services.metadata.db
      .selectFrom('results')
      .select(['id', 'object_key'])
      .where('database_id', '=', databaseId)
      .where('status', 'in', ['ready', 'failed'])
      .limit(sweepChunk)
      .execute(),
  );
  for await (const rows of ended) {
    await removeResults(services, rows);
    removed += rows.length;
  }
  return removed;
}

/** A run goes after its result, and only once it has ended. */
async function removeRunsOf({ metadata }: Services, databaseId: string, signal: AbortSignal): Promise<number> {
  let removed = 0;
  const ended = pages(signal, () =>
    metadata.db
      .selectFrom('query_runs as r')
      .leftJoin('results as s', 's.query_run_id', 'r.id')
      .select('r.id')
      .where('r.database_id', '=', databaseId)
      .where('s.id', 'is', null)
      .where('r.status', '<>', 'running')
      .limit(sweepChunk)
      .execute(),
  );
  for await (const rows of ended) {
    const ids = rows.map((row) => row.id);
    await metadata.transaction((trx) => removeRuns(trx, ids));
    removed += rows.length;
  }
  return removed;
}

async function removeContextsOf({ metadata }: Services, databaseId: string, signal: AbortSignal): Promise<number> {
  let removed = 0;
  const left = pages(signal, () =>
    metadata.db
      .selectFrom('database_contexts')
      .select('name')
      .where('database_id', '=', databaseId)
      .limit(CONTEXTS)
      .execute(),
  );
  for await (const rows of left) {
    const names = rows.map((row) => row.name);
    await metadata.db
      .deleteFrom('database_contexts')
      .where('database_id', '=', databaseId)
      .where('name', 'in', names)
      .execute();
    removed += rows.length;
  }
  return removed;
}
