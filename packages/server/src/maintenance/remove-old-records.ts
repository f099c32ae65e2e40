import { sql } from 'kysely';
import type { HasClock } from '../kernel/clock.ts';
import { dayMs } from '../kernel/clock.ts';
import type { HasMetadata } from '../metadata/open-metadata.ts';
import { deleteInChunks } from '../metadata/sweep-rows.ts';

/** Time for which a load repeated with its idempotency key gets the same answer. */
const receiptMs = 30 * dayMs;
/** Dead tokens are retained for questions about them. */
const deadTokenMs = 30 * dayMs;

/**
 * Removes receipts of loads after 30 days, by then the same key is another load. Gives how many.
 */
export function removeOldReceipts(
  { metadata, clock }: HasClock & HasMetadata,
  signal: AbortSignal,
): Promise<number> {
  return deleteInChunks(
    metadata,
    'load_receipts',
    sql`created_at <= ${clock.now() - receiptMs}`,
    signal,
  );
}

/**
 * Removes tokens 30 days after expiry or revocation, and tokens of deleted databases. Returns the
 * number.
 */
export function removeDeadTokens(
  { metadata, clock }: HasClock & HasMetadata,
  signal: AbortSignal,
): Promise<number> {
  const cutoff = clock.now() - deadTokenMs;
  const where = sql`expires_at <= ${cutoff} or revoked_at <= ${cutoff} or (database_id is not null
    and not exists (select 1 from databases where databases.id = tokens.database_id))`;
  return deleteInChunks(metadata, 'tokens', where, signal);
}

/**
 * Removes lineage records that no lineage shows: the fork and its source are deleted, and the fork
 * has no forks. A chain is removed one record per sweep. Returns the number.
 */
export function removeOldLineages({ metadata }: HasMetadata, signal: AbortSignal): Promise<number> {
  const where = sql`not exists (select 1 from databases as d where d.id = database_lineage.database_id)
    and not exists (select 1 from databases as d where d.id = database_lineage.source_id)
    and not exists (select 1 from database_lineage as f where f.source_id = database_lineage.database_id)`;
  return deleteInChunks(metadata, 'database_lineage', where, signal);
}
