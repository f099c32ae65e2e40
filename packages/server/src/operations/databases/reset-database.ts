import type { ForkedFromInfo } from '@quern/contract';
import { requireDatabase } from '../../finding/find-database.ts';
import type { HasRemembered } from '../../finding/remembered-rows.ts';
import type { HasClock } from '../../kernel/clock.ts';
import { badRequest, conflict } from '../../kernel/errors.ts';
import { lockLake, resetLake } from '../../lake/fork-lake.ts';
import { findDatabase, setForkedFrom } from '../../metadata/database-store.ts';
import { recordReset } from '../../metadata/lineage-store.ts';
import type { HasMetadata, MetadataTransaction } from '../../metadata/open-metadata.ts';
import type { Operation } from '../operation.ts';
import { readDetail } from './database-detail.ts';
import { forkedFrom } from './fork-database.ts';

/**
 * Sets a fork to the current state of the source, schemas and tables with data, in one commit.
 * Attachments and earlier snapshots remain. A load in progress fails unless its table is new.
 */
export const resetDatabase: Operation<
  'databases.reset',
  HasClock & HasMetadata & HasRemembered
> = async (services, { scope, params }) => {
  const { id } = await requireDatabase(services, scope, params.database_id);
  await services.metadata.transaction((trx) => reset(services, trx, scope.workspaceId, id));
  return {
    status: 200,
    body: await readDetail(services, await requireDatabase(services, scope, id)),
  };
};

async function reset(
  { metadata, clock }: HasClock & HasMetadata,
  trx: MetadataTransaction,
  workspaceId: string,
  id: string,
): Promise<void> {
  const now = clock.now();
  const fork = await findDatabase(trx, workspaceId, id, now);
  if (!fork) throw conflict('The database was deleted meanwhile');
  if (fork.forked_from === null) {
    throw badRequest(
      'This database is not a fork; only a fork can be put back to the state of its source',
    );
  }
  const before = JSON.parse(fork.forked_from) as ForkedFromInfo;
  const source = await findDatabase(trx, workspaceId, before.database_id, now);
  const head = source && (await lockLake(trx, metadata.kind, source.default_connection_id));
  if (!source || head === null) {
    throw conflict(
      'The database that this one was forked from is gone, so there is no state to go back to',
    );
  }
  await resetLake(trx, {
    kind: metadata.kind,
    sourceId: source.default_connection_id,
    sourceSnapshot: head,
    id: fork.default_connection_id,
    now,
  });
  const after = forkedFrom(source, head, before.description ?? null, now);
  await setForkedFrom(trx, id, after);
  await recordReset(trx, id, {
    source_name: source.name ?? '',
    snapshot_id: head,
    forked_at: now,
  });
}
