import { removeDatabase } from '../../metadata/remove-database.ts';
import { pages } from '../../metadata/sweep-rows.ts';
import type { Services } from '../services.ts';

/** A transaction each, with a sync to disk: so many together take a few milliseconds. */
const CHUNK = 20;

/** Removes databases whose time has come; they have answered 404 from that moment on. Gives how many. */
export async function expireDatabases({ metadata, clock }: Services, signal: AbortSignal): Promise<number> {
  let removed = 0;
  const expired = pages(signal, () =>
    metadata.db
      .selectFrom('databases')
      .select(['id', 'default_connection_id'])
      .where('expires_at', '<=', clock.now())
      .limit(CHUNK)
      .execute(),
  );
  for await (const rows of expired) {
    for (const row of rows) await metadata.transaction((trx) => removeDatabase(trx, row, clock.now()));
    removed += rows.length;
  }
  return removed;
}
