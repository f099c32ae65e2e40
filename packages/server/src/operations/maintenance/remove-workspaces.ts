import type { MetadataHandle } from '../../metadata/open-metadata.ts';
import { removeDatabase } from '../../metadata/remove-database.ts';
import type { Services } from '../services.ts';
import { removeUpload } from './expire-uploads.ts';

const CHUNK = 100;

/**
 * Removes everything of deleted workspaces, in chunks, children first; the workspace's own row is the last to go, so a
 * stop in the middle is continued by the next sweep. Results and lake rows go with the databases (other sweeps).
 */
export async function removeDeletedWorkspaces(services: Services, signal: AbortSignal): Promise<void> {
  const { db } = services.metadata;
  const deleted = await db.selectFrom('workspaces').select('id').where('deleted_at', 'is not', null).execute();
  for (const { id } of deleted) {
    if (signal.aborted) return;
    await removeDatabasesOf(services, id, signal);
    await removeUploadsOf(services, id, signal);
    const left = await countLeft(db, id);
    if (left > 0) continue;
    await services.metadata.transaction(async (trx) => {
      await trx.deleteFrom('tokens').where('workspace_id', '=', id).execute();
      await trx.deleteFrom('jobs').where('workspace_id', '=', id).where('status', '<>', 'running').execute();
      await trx.deleteFrom('sql_texts').where('workspace_id', '=', id).execute();
      await trx.deleteFrom('connections').where('workspace_id', '=', id).execute();
      await trx.deleteFrom('workspaces').where('id', '=', id).execute();
    });
  }
}

async function removeDatabasesOf(services: Services, workspaceId: string, signal: AbortSignal): Promise<void> {
  for (;;) {
    const rows = await services.metadata.db
      .selectFrom('databases')
      .select(['id', 'default_connection_id'])
      .where('workspace_id', '=', workspaceId)
      .limit(CHUNK)
      .execute();
    if (rows.length === 0 || signal.aborted) return;
    for (const row of rows)
      await services.metadata.transaction((trx) => removeDatabase(trx, row, services.clock.now()));
  }
}

async function removeUploadsOf(services: Services, workspaceId: string, signal: AbortSignal): Promise<void> {
  for (;;) {
    const rows = await services.metadata.db
      .selectFrom('uploads')
      .selectAll()
      .where('workspace_id', '=', workspaceId)
      .limit(CHUNK)
      .execute();
    if (rows.length === 0 || signal.aborted) return;
    for (const row of rows) await removeUpload(services, row);
  }
}

/** Runs and results go in their own sweeps, once their database is gone. */
async function countLeft(db: MetadataHandle, workspaceId: string): Promise<number> {
  let left = 0;
  for (const table of ['query_runs', 'results', 'uploads', 'databases'] as const) {
    const row = await db.selectFrom(table).select('id').where('workspace_id', '=', workspaceId).executeTakeFirst();
    if (row) left += 1;
  }
  return left;
}
