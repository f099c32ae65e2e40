import { removeDatabase } from '../../metadata/remove-database.ts';
import type { Services } from '../services.ts';

/** Removes databases whose time has come; they have answered 404 from that moment on. Gives how many. */
export async function expireDatabases({ metadata, clock }: Services, signal: AbortSignal): Promise<number> {
  let removed = 0;
  for (;;) {
    const expired = await metadata.db
      .selectFrom('databases')
      .select(['id', 'default_connection_id'])
      .where('expires_at', '<=', clock.now())
      .limit(100)
      .execute();
    if (expired.length === 0 || signal.aborted) return removed;
    for (const row of expired) await metadata.transaction((trx) => removeDatabase(trx, row, clock.now()));
    removed += expired.length;
  }
}
