import type { HasClock } from '../../kernel/clock.ts';
import type { LakeFile } from '../../lake/model.ts';
import { type ConnectionPlace, pageOfConnections } from '../../metadata/connection-store.ts';
import { manifestFilesOf } from '../../metadata/manifest-store.ts';
import type { HasMetadata } from '../../metadata/open-metadata.ts';
import { pages, sweepChunk } from '../../metadata/sweep-rows.ts';
import { sumBuiltSegments, sumUnloadedUploads } from '../../metadata/usage-store.ts';
import { manifestIdsOf, pageOfKeptVersions } from '../../metadata/version-store.ts';

/** A measurement completes even if its callers disconnect: others may wait for the result. */
const never = new AbortController().signal;
/** A version names all its manifests in one JSON text, parsed at once. */
const versionsPerStep = 50;
/** A manifest has up to 1,000 files with statistics, also parsed at once. */
const manifestsPerStep = 20;

export interface MeasuredStorage {
  readonly storageBytes: number;
  /** Milliseconds since the epoch. */
  readonly capturedAt: number;
}

/** Measurements in progress by workspace; concurrent callers share one. */
const underWay = new Map<string, Promise<MeasuredStorage>>();

/**
 * The stored bytes of a workspace: files of its managed tables in every retained snapshot,
 * finalized uploads not yet loaded, and files of indexes. A file counts once even if forks,
 * snapshots or several manifests share it: a keyed load rewrites the manifests of files in which it
 * deletes rows. The metadata is read in pages, so the event loop runs in between.
 */
export function measureStorage(
  services: HasClock & HasMetadata,
  workspaceId: string,
): Promise<MeasuredStorage> {
  const present = underWay.get(workspaceId);
  if (present) return present;
  const measuring = measure(services, workspaceId).finally(() => underWay.delete(workspaceId));
  underWay.set(workspaceId, measuring);
  return measuring;
}

async function measure(
  services: HasClock & HasMetadata,
  workspaceId: string,
): Promise<MeasuredStorage> {
  const { db } = services.metadata;
  const capturedAt = services.clock.now();
  let storageBytes =
    (await sumUnloadedUploads(db, workspaceId)) + (await sumBuiltSegments(db, workspaceId));
  const counted = new Set<string>();
  const files = new Set<string>();
  const count = async (ids: readonly string[]) => {
    const fresh = [...new Set(ids)].filter((id) => !counted.has(id));
    for (const id of fresh) counted.add(id);
    for (let start = 0; start < fresh.length; start += manifestsPerStep) {
      storageBytes += await sizeOfNew(
        services,
        fresh.slice(start, start + manifestsPerStep),
        files,
      );
    }
  };
  for await (const lakeIds of lakesOf(services, workspaceId)) {
    for await (const manifestIds of manifestsOf(services, lakeIds)) await count(manifestIds);
  }
  return { storageBytes, capturedAt };
}

async function* lakesOf(
  { metadata }: HasMetadata,
  workspaceId: string,
): AsyncGenerator<readonly string[]> {
  const connections = pages(never, (after: ConnectionPlace | undefined) =>
    pageOfConnections(metadata.db, workspaceId, { after, limit: sweepChunk }),
  );
  for await (const rows of connections) yield rows.map(({ id }) => id);
}

/** Manifest ids of all retained versions of the lakes' tables; an id may occur more than once. */
async function* manifestsOf(
  { metadata }: HasMetadata,
  lakeIds: readonly string[],
): AsyncGenerator<readonly string[]> {
  const versions = pages(never, (after: string | undefined) =>
    pageOfKeptVersions(metadata.db, lakeIds, { after, limit: sweepChunk }),
  );
  for await (const ids of versions) {
    for (let start = 0; start < ids.length; start += versionsPerStep)
      yield await manifestIdsOf(metadata.db, ids.slice(start, start + versionsPerStep));
  }
}

/** The bytes of the manifests' files missing from `files`; adds these files. */
async function sizeOfNew(
  { metadata }: HasMetadata,
  manifestIds: readonly string[],
  files: Set<string>,
): Promise<number> {
  let bytes = 0;
  for (const text of await manifestFilesOf(metadata.db, manifestIds)) {
    for (const { key, sizeBytes } of JSON.parse(text) as LakeFile[]) {
      if (!files.has(key)) bytes += sizeBytes;
      files.add(key);
    }
  }
  return bytes;
}
