import { sql } from 'kysely';
import type { Migration } from './migration.ts';

/** An idempotency key identifies one load of a catalog, in any table. */
export const receiptsByKey: Migration = {
  version: 12,
  name: 'receipts-by-key',
  async up({ trx }) {
    await sql`create index load_receipts_by_key on load_receipts (lake_id, idempotency_key)`.execute(
      trx,
    );
  },
};
