import { sql } from 'kysely';
import type { HasSettings } from '../config/settings.ts';
import type { HasClock } from '../kernel/clock.ts';
import type { HasMetadata } from '../metadata/open-metadata.ts';
import { removeRuns } from '../metadata/removed-run-usage.ts';
import { pages, sweepChunk } from '../metadata/sweep-rows.ts';
import type { HasObjects } from '../objects/object-store.ts';
import { removeResults } from './expire-results.ts';
import type { TablesOf } from './ownership.ts';

/** Databases per lookup statement. */
const databasesPerStep = 50;

/** Context documents per delete statement: each has up to 2 MB. */
const contextsPerStep = 10;

type Remains = TablesOf<'databases', 'by_sweep'>;

type RemovalServices = HasClock & HasMetadata & HasObjects & HasSettings;

/** Gives how many rows went. */
type RemoveOf = (
  services: RemovalServices,
  databaseId: string,
  signal: AbortSignal,
) => Promise<number>;

/** In order of removal: results before runs. */
const remains: Readonly<Record<Remains, RemoveOf>> = {
  database_contexts: removeContextsOf,
  results: removeResultsOf,
  query_runs: removeRunsOf,
};
const tables = Object.keys(remains) as Remains[];

/**
 * Removes contexts, results (with objects) and query runs of deleted databases. Running queries are
 * left to the next sweep. A database is checked again after the last reader's end, because an
 * earlier admitted request may add rows. Returns the number of rows.
 */
export async function removeRowsOfGoneDatabases(
  services: RemovalServices,
  signal: AbortSignal,
): Promise<number> {
  const { metadata, clock } = services;
  let removed = 0;
  const due = pages(signal, (after: { id: string } | undefined) =>
    metadata.db
      .selectFrom('removed_databases')
      .select('id')
      .where('look_at', '<=', clock.now())
      .where('id', '>', after?.id ?? '')
      .orderBy('id')
      .limit(databasesPerStep)
      .execute(),
  );
  for await (const rows of due) {
    const ids = rows.map(({ id }) => id);
    for (const table of tables) {
      for (const id of await thoseNamedIn(services, table, ids))
        removed += await remains[table](services, id, signal);
    }
    if (signal.aborted) break;
    await settle(services, ids);
  }
  return removed;
}

/** The databases referenced by rows of `table`. */
async function thoseNamedIn(
  { metadata }: HasMetadata,
  table: Remains,
  ids: readonly string[],
): Promise<string[]> {
  const rows = await metadata.db
    .selectFrom('removed_databases as d')
    .select('d.id')
    .where('d.id', 'in', ids)
    .where(sql<boolean>`exists (select 1 from ${sql.table(table)} as r where r.database_id = d.id)`)
    .execute();
  return rows.map(({ id }) => id);
}

/** Forgets databases without rows and without possible new rows. */
async function settle(
  services: HasClock & HasMetadata & HasSettings,
  ids: readonly string[],
): Promise<void> {
  const left = new Set<string>();
  for (const table of tables)
    for (const id of await thoseNamedIn(services, table, ids)) left.add(id);
  const empty = ids.filter((id) => !left.has(id));
  if (empty.length === 0) return;
  const { clock, metadata, settings } = services;
  const graceMs = settings.orphanGraceS * 1000;
  await metadata.db
    .deleteFrom('removed_databases')
    .where('id', 'in', empty)
    .where('removed_at', '<=', clock.now() - graceMs)
    .execute();
  await metadata.db
    .updateTable('removed_databases')
    .set((eb) => ({ look_at: eb('removed_at', '+', graceMs) }))
    .where('id', 'in', empty)
    .execute();
}

async function removeResultsOf(
  services: HasMetadata & HasObjects,
  databaseId: string,
  signal: AbortSignal,
): Promise<number> {
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

/** A run is removed after its result, and only after its end. */
async function removeRunsOf(
  { metadata }: HasMetadata,
  databaseId: string,
  signal: AbortSignal,
): Promise<number> {
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

async function removeContextsOf(
  { metadata }: HasMetadata,
  databaseId: string,
  signal: AbortSignal,
): Promise<number> {
  let removed = 0;
  const left = pages(signal, () =>
    metadata.db
      .selectFrom('database_contexts')
      .select('name')
      .where('database_id', '=', databaseId)
      .limit(contextsPerStep)
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
