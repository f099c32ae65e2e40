import type { Insertable, Selectable } from 'kysely';
import type { LoadReceipts } from './lake-schema.ts';
import type { MetadataHandle, MetadataTransaction } from './open-metadata.ts';

export type LoadReceiptRow = Selectable<LoadReceipts>;

/** The responses of loads with the key, in all tables of a lake. */
export function findLoadReceipts(
  db: MetadataHandle,
  lakeId: string,
  key: string,
): Promise<LoadReceiptRow[]> {
  return db
    .selectFrom('load_receipts')
    .selectAll()
    .where('lake_id', '=', lakeId)
    .where('idempotency_key', '=', key)
    .execute();
}

export async function insertLoadReceipt(
  trx: MetadataTransaction,
  receipt: Insertable<LoadReceipts>,
): Promise<void> {
  await trx.insertInto('load_receipts').values(receipt).execute();
}
