import { readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { DuckDBConnection } from '@duckdb/node-api';
import type { LakeColumn } from '../../src/engine/ingest/type-evolution.ts';
import { quoteIdentifier, quoteLiteral } from '../../src/kernel/quoting.ts';
import type { LakeFile } from '../../src/lake/model.ts';
import type { Metadata } from '../../src/metadata/open-metadata.ts';

/**
 * Makes the files of a stopped service what earlier versions wrote: version 2's encodings, no
 * checksums, not looked at.
 */
export async function ageFiles(
  { db }: Metadata,
  dataDir: string,
  connection: DuckDBConnection,
): Promise<{ files: number; results: number }> {
  const aged = new Map<string, number>();
  const ageObject = async (key: string, fieldIds = '') => {
    const path = join(dataDir, 'objects', key);
    if (!aged.has(key)) aged.set(key, await writeOldWay(connection, path, fieldIds));
    return aged.get(key) ?? 0;
  };
  for (const manifest of await db.selectFrom('lake_manifests').selectAll().execute()) {
    const columns = JSON.parse(manifest.columns) as LakeColumn[];
    const fieldIds = columns.map(({ id, name }) => `${quoteIdentifier(name)}: ${id}`).join(', ');
    const files: LakeFile[] = [];
    for (const { checksum: _, ...file } of JSON.parse(manifest.files) as LakeFile[]) {
      files.push({ ...file, sizeBytes: await ageObject(file.key, `, FIELD_IDS {${fieldIds}}`) });
    }
    const old = { files: JSON.stringify(files), refused_files: null } as object;
    await db.updateTable('lake_manifests').set(old).where('id', '=', manifest.id).execute();
  }
  const files = aged.size;
  const results = await db
    .selectFrom('results')
    .selectAll()
    .where('status', '=', 'ready')
    .execute();
  for (const { id, object_key, parquet } of results) {
    const content =
      object_key === null ? { parquet: await ageBytes(connection, dataDir, parquet) } : {};
    const size_bytes =
      object_key === null ? (content.parquet?.length ?? 0) : await ageObject(object_key);
    const old = { ...content, size_bytes, refused_files: null, checksum: null } as object;
    await db.updateTable('results').set(old).where('id', '=', id).execute();
  }
  return { files, results: results.length };
}

async function ageBytes(
  connection: DuckDBConnection,
  dataDir: string,
  parquet: Uint8Array | null,
): Promise<Buffer> {
  const path = join(dataDir, 'inline.parquet');
  await writeFile(path, parquet ?? new Uint8Array());
  await writeOldWay(connection, path, '');
  const bytes = await readFile(path);
  await rm(path);
  return bytes;
}

async function writeOldWay(
  connection: DuckDBConnection,
  path: string,
  more: string,
): Promise<number> {
  const draft = `${path}.old`;
  const options = `FORMAT parquet, COMPRESSION snappy, PARQUET_VERSION v2, DICTIONARY_SIZE_LIMIT 1${more}`;
  await connection.run(
    `COPY (FROM read_parquet(${quoteLiteral(path)})) TO ${quoteLiteral(draft)} (${options})`,
  );
  await rename(draft, path);
  return (await stat(path)).size;
}
