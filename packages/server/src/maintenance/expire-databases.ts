import type { HasClock } from '../kernel/clock.ts';
import type { HasMetadata } from '../metadata/open-metadata.ts';
import { databasesPerRemoval, removeDatabases } from '../metadata/remove-database.ts';
import { pages } from '../metadata/sweep-rows.ts';

/** Removes expired databases, which answer 404 from their expiry on. Returns the number. */
export async function expireDatabases(
  { metadata, clock }: HasClock & HasMetadata,
  signal: AbortSignal,
): Promise<number> {
  let removed = 0;
  const expired = pages(signal, () =>
    metadata.db
      .selectFrom('databases')
      .select(['id', 'default_connection_id'])
      .where('expires_at', '<=', clock.now())
      .limit(databasesPerRemoval)
      .execute(),
  );
  for await (const rows of expired) {
    await metadata.transaction((trx) => removeDatabases(trx, rows, clock.now()));
    removed += rows.length;
  }
  return removed;
}
