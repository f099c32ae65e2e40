import type { Insertable } from 'kysely';
import type { LakeSmallFiles } from './lake-schema.ts';
import type { MetadataHandle, MetadataTransaction } from './open-metadata.ts';
import { PrintedStatement } from './printed-statement.ts';

/** Keeps the bytes of a data file, in the transaction that commits the version that names it. */
export async function insertSmallFile(
  trx: MetadataTransaction,
  file: Insertable<LakeSmallFiles>,
): Promise<void> {
  await insertion.run(trx, file);
}

const insertion = new PrintedStatement<Insertable<LakeSmallFiles>>(
  ['key', 'bytes', 'created_at'],
  (db, row) => db.insertInto('lake_small_files').values(row),
);

/** The bytes of a small file; null where it is not there. */
export async function readSmallFile(db: MetadataHandle, key: string): Promise<Uint8Array | null> {
  const [row] = await byKey.find(db, { key });
  return row?.bytes ?? null;
}

const byKey = new PrintedStatement<{ readonly key: string }, { bytes: Uint8Array }>(
  ['key'],
  (db, { key }) => db.selectFrom('lake_small_files').select('bytes').where('key', '=', key),
);

export async function removeSmallFiles(db: MetadataHandle, keys: readonly string[]): Promise<void> {
  if (keys.length > 0) await db.deleteFrom('lake_small_files').where('key', 'in', keys).execute();
}
