import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { ResultColumn } from '../../engine/types/result-columns.ts';
import { notFound } from '../../kernel/errors.ts';
import { newObjectName } from '../../kernel/ids.ts';
import { type ResultRow, readResultBytes } from '../../metadata/result-store.ts';
import type { LocalFile } from '../../objects/object-store.ts';
import type { Services } from '../services.ts';
import { assertStored, openStoredFile, type StoredFile } from '../stored-file.ts';

/**
 * What a ready result's file must be; one that the metadata keep has no object, and the result's id
 * for a key. A file that is made of rows is another each time.
 */
export function storedFileOf({
  id,
  object_key,
  size_bytes,
  checksum,
  kept_as,
}: ResultRow): StoredFile {
  const named = { key: object_key ?? id, subject: `result '${id}'` };
  if (kept_as === 'rows') return named;
  return {
    ...named,
    sizeBytes: size_bytes ?? undefined,
    checksum: checksum ?? undefined,
  };
}

/**
 * The Parquet file of a ready result as a local file, until `release`: the object's, or a new one
 * of the bytes or the rows that the metadata keep. 404 where the result was removed a moment ago.
 */
export async function openStoredResult(
  services: Services,
  row: ResultRow,
  signal?: AbortSignal,
): Promise<LocalFile> {
  if (row.object_key !== null) return openStoredFile(services, storedFileOf(row));
  const bytes = await storedBytes(services, row);
  const path = join(services.spoolDir, `result-${newObjectName()}.parquet`);
  const release = () => void rm(path, { force: true }).catch(() => {});
  if (row.kept_as !== 'rows') {
    await writeFile(path, bytes, { flag: 'wx', mode: 0o600 });
    return { path, sizeBytes: bytes.length, release };
  }
  const columns = JSON.parse(row.columns ?? '[]') as ResultColumn[];
  const request = { rows: bytes, columns, rowCount: row.row_count ?? 0, path };
  const options = { workspaceId: row.workspace_id, removeOnFailure: [path], subject: 'result' };
  const { sizeBytes } = await services.engine.run('writeKeptRows', request, {
    ...options,
    ...(signal && { signal }),
  });
  return { path, sizeBytes, release };
}

/** The same as a stream of its bytes. */
export async function readStoredResult(
  services: Services,
  row: ResultRow,
  signal: AbortSignal,
): Promise<{ readonly stream: Readable; readonly sizeBytes: number }> {
  const sizeBytes = row.size_bytes ?? 0;
  if (row.object_key !== null) {
    await assertStored(services, storedFileOf(row));
    return { stream: await services.objects.read(row.object_key), sizeBytes };
  }
  if (row.kept_as === 'rows') {
    const file = await openStoredResult(services, row, signal);
    const bytes = await readFile(file.path).finally(file.release);
    return { stream: Readable.from([bytes], { objectMode: false }), sizeBytes: bytes.length };
  }
  return {
    stream: Readable.from([await storedBytes(services, row)], { objectMode: false }),
    sizeBytes,
  };
}

async function storedBytes({ metadata }: Services, row: ResultRow): Promise<Uint8Array> {
  const bytes = await readResultBytes(metadata.db, row.id);
  if (!bytes) throw notFound(`Result '${row.id}' not found`);
  return bytes;
}
