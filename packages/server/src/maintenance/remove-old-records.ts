import { sql } from 'kysely';
import type { HasClock } from '../kernel/clock.ts';
import { dayMs } from '../kernel/clock.ts';
import type { HasMetadata } from '../metadata/open-metadata.ts';
import { deleteInChunks } from '../metadata/sweep-rows.ts';

/** How long a load that is repeated under its idempotency key is answered as it was. */
const receiptMs = 30 * dayMs;
/** Tokens that no longer serve are kept for questions about them. */
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
 * Removes tokens that expired or were revoked 30 days ago, and those of databases that are gone.
 * Gives how many.
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
 * Forgets forks that no lineage shows any more: they are gone, their source is, and nothing was
 * forked from them. A chain of them goes one by one, sweep by sweep. Gives how many.
 */
export function removeOldLineages({ metadata }: HasMetadata, signal: AbortSignal): Promise<number> {
  const where = sql`not exists (select 1 from databases as d where d.id = database_lineage.database_id)
    and not exists (select 1 from databases as d where d.id = database_lineage.source_id)
    and not exists (select 1 from database_lineage as f where f.source_id = database_lineage.database_id)`;
  return deleteInChunks(metadata, 'database_lineage', where, signal);
}
