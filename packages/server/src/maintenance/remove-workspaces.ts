import { sql } from 'kysely';
import type { HasClock } from '../kernel/clock.ts';
import type { HasMetadata, MetadataTransaction } from '../metadata/open-metadata.ts';
import { databasesPerRemoval, removeDatabases } from '../metadata/remove-database.ts';
import { deleteInChunks, pages } from '../metadata/sweep-rows.ts';
import type { HasObjects } from '../objects/object-store.ts';
import { removeUpload } from './expire-uploads.ts';
import { tablesOf, tablesThatHoldWorkspaces } from './ownership.ts';

const rowsPerStep = 20;

/**
 * Removes everything of deleted workspaces, in chunks, children first; the workspace's own row is
 * the last to go, so a stop in the middle is continued by the next sweep. Results, runs and lake
 * rows go with the databases (other sweeps). Gives how many workspaces went.
 */
export async function removeDeletedWorkspaces(
  services: HasClock & HasMetadata & HasObjects,
  signal: AbortSignal,
): Promise<number> {
  const { metadata } = services;
  const deleted = await metadata.db
    .selectFrom('workspaces')
    .select('id')
    .where('deleted_at', 'is not', null)
    .execute();
  let removed = 0;
  for (const { id } of deleted) {
    await removeDatabasesOf(services, id, signal);
    await removeUploadsOf(services, id, signal);
    if (signal.aborted) break;
    if (await hasChildren(metadata.db, id)) continue;
    for (const table of tablesOf('workspaces', 'in_chunks')) {
      await deleteInChunks(metadata, table, sql`workspace_id = ${id}`, signal);
    }
    if (signal.aborted) break;
    await metadata.transaction((trx) => removeWorkspace(trx, id, services.clock.now()));
    removed += 1;
  }
  return removed;
}

async function removeWorkspace(trx: MetadataTransaction, id: string, now: number): Promise<void> {
  await trx
    .updateTable('lakes')
    .set({ deleted_at: now })
    .where('workspace_id', '=', id)
    .where('deleted_at', 'is', null)
    .execute();
  // Lakes are marked, and removed by a separate sweep after their last reader.
  for (const table of tablesOf('workspaces', 'with_owner')) {
    if (table !== 'lakes') await trx.deleteFrom(table).where('workspace_id', '=', id).execute();
  }
  await trx.deleteFrom('workspaces').where('id', '=', id).execute();
}

async function removeDatabasesOf(
  services: HasClock & HasMetadata,
  workspaceId: string,
  signal: AbortSignal,
): Promise<void> {
  const databases = pages(signal, () =>
    services.metadata.db
      .selectFrom('databases')
      .select(['id', 'default_connection_id'])
      .where('workspace_id', '=', workspaceId)
      .limit(databasesPerRemoval)
      .execute(),
  );
  for await (const rows of databases) {
    await services.metadata.transaction((trx) => removeDatabases(trx, rows, services.clock.now()));
  }
}

async function removeUploadsOf(
  services: HasMetadata & HasObjects,
  workspaceId: string,
  signal: AbortSignal,
): Promise<void> {
  const uploads = pages(signal, () =>
    services.metadata.db
      .selectFrom('uploads')
      .selectAll()
      .where('workspace_id', '=', workspaceId)
      .limit(rowsPerStep)
      .execute(),
  );
  for await (const rows of uploads) for (const row of rows) await removeUpload(services, row);
}

/** Separate sweeps remove runs and results, after their database is deleted. */
async function hasChildren(
  db: HasMetadata['metadata']['db'],
  workspaceId: string,
): Promise<boolean> {
  for (const table of tablesThatHoldWorkspaces) {
    const row = await db
      .selectFrom(table)
      .select('id')
      .where('workspace_id', '=', workspaceId)
      .executeTakeFirst();
    if (row) return true;
  }
  // The job's row would outlive the workspace by 30 days.
  const jobs = db.selectFrom('jobs').select('id').where('workspace_id', '=', workspaceId);
  return (await jobs.where('status', '=', 'running').executeTakeFirst()) !== undefined;
}
