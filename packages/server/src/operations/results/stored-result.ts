import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { notFound } from '../../kernel/errors.ts';
import { newObjectName } from '../../kernel/ids.ts';
import { type ResultRow, readResultBytes } from '../../metadata/result-store.ts';
import type { LocalFile } from '../../objects/object-store.ts';
import type { Services } from '../services.ts';
import { assertStored, openStoredFile, type StoredFile } from '../stored-file.ts';

/** What a ready result's file must be; one that the metadata keep has no object, and the result's id for a key. */
export function storedFileOf({ id, object_key, size_bytes, checksum }: ResultRow): StoredFile {
  return {
    key: object_key ?? id,
    subject: `result '${id}'`,
    sizeBytes: size_bytes ?? undefined,
    checksum: checksum ?? undefined,
  };
}

/**
 * The Parquet file of a ready result as a local file, until `release`: the object's, or a new one of the bytes that the
 * metadata keep. 404 where the result was removed a moment ago.
 */
export async function openStoredResult(services: Services, row: ResultRow): Promise<LocalFile> {
  if (row.object_key !== null) return openStoredFile(services, storedFileOf(row));
  const bytes = await storedBytes(services, row);
  const path = join(services.spoolDir, `result-${newObjectName()}.parquet`);
  await writeFile(path, bytes, { flag: 'wx', mode: 0o600 });
  return { path, sizeBytes: bytes.length, release: () => void rm(path, { force: true }).catch(() => {}) };
}

/** The same as a stream of its bytes. */
export async function readStoredResult(services: Services, row: ResultRow): Promise<Readable> {
  if (row.object_key !== null) {
    await assertStored(services, storedFileOf(row));
    return services.objects.read(row.object_key);
  }
  return Readable.from([await storedBytes(services, row)], { objectMode: false });
}

async function storedBytes({ metadata }: Services, row: ResultRow): Promise<Uint8Array> {
  const bytes = await readResultBytes(metadata.db, row.id);
  if (!bytes) throw notFound(`Result '${row.id}' not found`);
  return bytes;
}
