import { rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { canReadWholeFile } from '../engine/read-whole-file.ts';
import { streamChecksum } from '../kernel/checksum.ts';
import { newObjectName } from '../kernel/ids.ts';
import type { LakeFile } from '../lake/model.ts';
import { pageOfManifests } from '../metadata/manifest-store.ts';
import type { MetadataHandle } from '../metadata/open-metadata.ts';
import { isResultGone, pageOfReadyResults } from '../metadata/result-store.ts';
import { readSmallFile } from '../metadata/small-file-store.ts';
import { pages } from '../metadata/sweep-rows.ts';
import { isUploadReady, pageOfReadyUploads } from '../metadata/upload-store.ts';
import { isSmallFileKey } from '../objects/keys.ts';
import type { ObjectReader } from '../objects/open-object-reader.ts';
import { type LostTable, lostTables } from './lost-tables.ts';

export type ObjectRole = 'data file' | 'deleted rows' | 'result' | 'upload';

/** An object that differs from its description in the metadata. */
export interface LostObject {
  readonly role: ObjectRole;
  /** The object's key; null for a result in the metadata itself. */
  readonly key: string | null;
  readonly problem: string;
  /** The tables and snapshots with the file, for a lake file. */
  readonly tables: readonly LostTable[];
  /** The owner, for a result or an upload. */
  readonly workspaceId: string | null;
  readonly databaseId: string | null;
  readonly id: string | null;
}

export interface CheckReport {
  readonly objects: number;
  readonly bytes: number;
  readonly lost: readonly LostObject[];
}

/** The description of an object in the metadata. */
interface ExpectedObject {
  readonly role: ObjectRole;
  readonly key: string;
  /** Absent for objects of deleted rows from earlier versions. */
  readonly sizeBytes: number | undefined;
  readonly checksum: number | undefined;
}

const rowsPerPage = 20;
const otherBytes = 'has other bytes than were written';
const ever = new AbortController().signal;

/**
 * Compares a store with its metadata. With `checksums` the comparison reads the bytes, otherwise
 * only sizes. Neither side changes.
 */
export async function checkObjects(
  db: MetadataHandle,
  reader: ObjectReader,
  { checksums }: { readonly checksums: boolean },
): Promise<CheckReport> {
  const tally = { objects: 0, bytes: 0 };
  const look = async (object: ExpectedObject) => {
    const { problem, bytes } = isSmallFileKey(object.key)
      ? await problemOfSmallFile(db, object, checksums)
      : await problemOf(reader, object, checksums);
    tally.objects += 1;
    tally.bytes += bytes;
    return problem;
  };
  const lost = [
    ...(await checkLakes(db, look)),
    ...(await checkResults(db, look, checksums)),
    ...(await checkUploads(db, look)),
  ];
  return { ...tally, lost };
}

type Look = (object: ExpectedObject) => Promise<string | null>;

async function problemOf(
  reader: ObjectReader,
  { key, sizeBytes, checksum, role }: ExpectedObject,
  checksums: boolean,
): Promise<{ problem: string | null; bytes: number }> {
  const size = await reader.size(key);
  if (size === null) return { problem: 'is missing', bytes: 0 };
  if (sizeBytes !== undefined && size !== sizeBytes) {
    return { problem: `has ${size} bytes instead of ${sizeBytes}`, bytes: size };
  }
  if (!checksums) return { problem: null, bytes: size };
  if (checksum !== undefined) {
    const read = await streamChecksum(await reader.read(key));
    return { problem: read.checksum === checksum ? null : otherBytes, bytes: size };
  }
  if (role === 'upload') return { problem: null, bytes: size };
  const file = await reader.localFile(key);
  try {
    return { problem: (await canReadWholeFile(file.path)) ? null : 'cannot be read', bytes: size };
  } finally {
    file.release();
  }
}

async function problemOfSmallFile(
  db: MetadataHandle,
  { key, ...expected }: ExpectedObject,
  checksums: boolean,
): Promise<{ problem: string | null; bytes: number }> {
  const bytes = await readSmallFile(db, key);
  const problem = await inlineProblem(bytes, expected, checksums);
  return { problem, bytes: bytes?.length ?? 0 };
}

/** Every file in a manifest of a table, at present or at a readable snapshot. */
async function checkLakes(db: MetadataHandle, look: Look): Promise<LostObject[]> {
  const seen = new Set<string>();
  const damaged = new Map<
    string,
    { object: ExpectedObject; problem: string; manifests: Set<string> }
  >();
  const manifests = pages(ever, (after: { id: string } | undefined) =>
    pageOfManifests(db, { after: after?.id, limit: rowsPerPage }),
  );
  for await (const rows of manifests) {
    for (const { id, files } of rows) {
      for (const object of objectsOf(JSON.parse(files) as LakeFile[])) {
        damaged.get(object.key)?.manifests.add(id);
        if (seen.has(object.key)) continue;
        seen.add(object.key);
        const problem = await look(object);
        if (problem !== null)
          damaged.set(object.key, { object, problem, manifests: new Set([id]) });
      }
    }
  }
  const lostManifests = new Set([...damaged.values()].flatMap(({ manifests: ids }) => [...ids]));
  const lost: LostObject[] = [];
  for (const { object, problem, manifests: ids } of damaged.values()) {
    const tables = await lostTables(db, ids, lostManifests);
    // A file without a table was collected meanwhile, or will be soon.
    if (tables.length === 0) continue;
    lost.push({
      role: object.role,
      key: object.key,
      problem,
      tables,
      workspaceId: null,
      databaseId: null,
      id: null,
    });
  }
  return lost;
}

function objectsOf(files: readonly LakeFile[]): ExpectedObject[] {
  return files.flatMap(({ key, sizeBytes, checksum, deletes }): ExpectedObject[] => [
    { role: 'data file', key, sizeBytes, checksum },
    ...(deletes
      ? [
          {
            role: 'deleted rows' as const,
            key: deletes.key,
            sizeBytes: deletes.sizeBytes,
            checksum: deletes.checksum,
          },
        ]
      : []),
  ]);
}

async function checkResults(
  db: MetadataHandle,
  look: Look,
  checksums: boolean,
): Promise<LostObject[]> {
  const lost: LostObject[] = [];
  const results = pages(ever, (after: { id: string } | undefined) =>
    pageOfReadyResults(db, { after: after?.id, limit: rowsPerPage }),
  );
  for await (const rows of results) {
    for (const {
      id,
      workspace_id: workspaceId,
      database_id: databaseId,
      object_key: key,
      ...row
    } of rows) {
      const expected = {
        sizeBytes: row.size_bytes ?? undefined,
        checksum: row.checksum ?? undefined,
      };
      const problem =
        key === null
          ? await inlineProblem(row.parquet, expected, checksums)
          : await look({ role: 'result', key, ...expected });
      if (problem === null || (await isResultGone(db, id))) continue;
      lost.push({ role: 'result', key, problem, tables: [], workspaceId, databaseId, id });
    }
  }
  return lost;
}

async function inlineProblem(
  parquet: Uint8Array | null,
  { sizeBytes, checksum }: Pick<ExpectedObject, 'sizeBytes' | 'checksum'>,
  checksums: boolean,
): Promise<string | null> {
  if (parquet === null) return 'is missing';
  if (parquet.length !== sizeBytes) return `has ${parquet.length} bytes instead of ${sizeBytes}`;
  if (!checksums) return null;
  if (checksum !== undefined) return crc32(parquet) === checksum ? null : otherBytes;
  const path = join(tmpdir(), `quern-check-${newObjectName()}.parquet`);
  await writeFile(path, parquet, { flag: 'wx', mode: 0o600 });
  try {
    return (await canReadWholeFile(path)) ? null : 'cannot be read';
  } finally {
    await rm(path, { force: true });
  }
}

/** Uploads that are finalized and not yet loaded. */
async function checkUploads(db: MetadataHandle, look: Look): Promise<LostObject[]> {
  const lost: LostObject[] = [];
  const uploads = pages(ever, (after: { id: string } | undefined) =>
    pageOfReadyUploads(db, { after: after?.id, limit: rowsPerPage }),
  );
  for await (const rows of uploads) {
    for (const {
      id,
      workspace_id: workspaceId,
      database_id: databaseId,
      object_key: key,
      size_bytes,
    } of rows) {
      const problem = await look({
        role: 'upload',
        key,
        sizeBytes: size_bytes ?? undefined,
        checksum: undefined,
      });
      if (problem === null) continue;
      if (await isUploadReady(db, id))
        lost.push({ role: 'upload', key, problem, tables: [], workspaceId, databaseId, id });
    }
  }
  return lost;
}
