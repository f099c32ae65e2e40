import type { DatabaseBatchResponse } from '@quern/contract';
import { toTimestampOrNull } from '../../kernel/clock.ts';
import { notFound } from '../../kernel/errors.ts';
import { printable } from '../../lake/identifiers.ts';
import { type BatchRow, findBatch } from '../../metadata/batch-store.ts';
import type { HasMetadata } from '../../metadata/open-metadata.ts';
import type { Scope } from '../../scope/principal.ts';

export function toBatch(row: BatchRow): DatabaseBatchResponse {
  return {
    batch_id: row.id,
    count: row.count,
    created_count: row.created_count,
    cancel_requested: row.cancel_requested === 1,
    expires_at: toTimestampOrNull(row.expires_at),
    job_id: row.job_id,
    status_url: `/v1/jobs/${row.job_id}`,
  };
}

/** The batch with the id in the scope; 404 if there is none. */
export async function requireBatch(
  { metadata }: HasMetadata,
  scope: Scope,
  id: string,
): Promise<BatchRow> {
  const row = await findBatch(metadata.db, scope.workspaceId, id);
  if (!row) throw notFound(`Batch ${printable(id)} not found`);
  return row;
}
