import { sql } from 'kysely';
import type { LakeFile } from '../../lake/model.ts';
import { pages, sweepChunk } from '../../metadata/sweep-rows.ts';
import type { Services } from '../services.ts';

/**
 * What was begun is finished, also for callers that went away: others may wait for the same
 * measurement.
 */
const never = new AbortController().signal;
/** Versions name all manifests of their table in one JSON text, which is parsed in one go. */
const versionsPerStep = 50;
/** A manifest has up to 1,000 files with their statistics, and is parsed in one go too. */
const manifestsPerStep = 20;

export interface MeasuredStorage {
  readonly storageBytes: number;
  /** Milliseconds since the epoch. */
  readonly capturedAt: number;
}

/** Measurements under way, by workspace: callers that come together share one. */
const underWay = new Map<string, Promise<MeasuredStorage>>();

/**
 * The bytes that are kept for a workspace: the files of its managed tables, in every snapshot that
 * is still kept, and finalized uploads that were not loaded. A file that forks or snapshots share
 * counts once, also where it is in several manifests: a keyed load rewrites those of the files that
 * it deletes rows of. And what was built for indexes. Reads the metadata in pages, so that the
 * event loop turns in between.
 */
export function measureStorage(services: Services, workspaceId: string): Promise<MeasuredStorage> {
  const present = underWay.get(workspaceId);
  if (present) return present;
  const measuring = measure(services, workspaceId).finally(() => underWay.delete(workspaceId));
  underWay.set(workspaceId, measuring);
  return measuring;
}

async function measure(services: Services, workspaceId: string): Promise<MeasuredStorage> {
  const capturedAt = services.clock.now();
  let storageBytes =
    (await unloadedUploads(services, workspaceId)) + (await builtSegments(services, workspaceId));
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

async function unloadedUploads({ metadata }: Services, workspaceId: string): Promise<number> {
  const row = await metadata.db
    .selectFrom('uploads')
    .select((eb) => eb.fn.sum<number | null>('size_bytes').as('bytes'))
    .where('workspace_id', '=', workspaceId)
    .where(sql<boolean>`status = 'ready'`)
    .executeTakeFirstOrThrow();
  return Number(row.bytes ?? 0);
}

/** What was built for indexes; what indexes of several forks share counts once. */
async function builtSegments({ metadata }: Services, workspaceId: string): Promise<number> {
  const definitions = metadata.db
    .selectFrom('lake_indexes as i')
    .innerJoin('lakes as l', 'l.id', 'i.lake_id')
    .select('i.definition_id')
    .where('l.workspace_id', '=', workspaceId)
    .where('l.deleted_at', 'is', null);
  const row = await metadata.db
    .selectFrom('lake_index_objects')
    .select((eb) => eb.fn.sum<number | null>('size_bytes').as('bytes'))
    .where('definition_id', 'in', definitions)
    .executeTakeFirstOrThrow();
  return Number(row.bytes ?? 0);
}

async function* lakesOf(
  { metadata }: Services,
  workspaceId: string,
): AsyncGenerator<readonly string[]> {
  type Row = { id: string; created_at: number };
  const connections = pages(never, (after: Row | undefined) => {
    let query = metadata.db.selectFrom('connections').select(['id', 'created_at']);
    query = query.where('workspace_id', '=', workspaceId);
    if (after)
      query = query.where(sql<boolean>`(created_at, id) > (${after.created_at}, ${after.id})`);
    return query.orderBy('created_at').orderBy('id').limit(sweepChunk).execute();
  });
  for await (const rows of connections) yield rows.map(({ id }) => id);
}

/** Ids of the manifests of all kept versions of the lakes' tables; some come more than once. */
async function* manifestsOf(
  { metadata }: Services,
  lakeIds: readonly string[],
): AsyncGenerator<readonly string[]> {
  const states = pages(never, (after: { version_id: string } | undefined) =>
    metadata.db
      .selectFrom('lake_table_states')
      .select('version_id')
      .distinct()
      .where('lake_id', 'in', lakeIds)
      .where('version_id', '>', after?.version_id ?? '')
      .orderBy('version_id')
      .limit(sweepChunk)
      .execute(),
  );
  for await (const rows of states) {
    for (let start = 0; start < rows.length; start += versionsPerStep) {
      const ids = rows.slice(start, start + versionsPerStep).map((row) => row.version_id);
      const versions = await metadata.db
        .selectFrom('lake_versions')
        .select('manifest_ids')
        .where('id', 'in', ids)
        .execute();
      yield versions.flatMap((row) => JSON.parse(row.manifest_ids) as string[]);
    }
  }
}

/** The bytes of the manifests' files that are not among `files` yet, where they are added. */
async function sizeOfNew(
  { metadata }: Services,
  manifestIds: readonly string[],
  files: Set<string>,
): Promise<number> {
  const rows = await metadata.db
    .selectFrom('lake_manifests')
    .select('files')
    .where('id', 'in', manifestIds)
    .execute();
  let bytes = 0;
  for (const row of rows) {
    for (const { key, sizeBytes } of JSON.parse(row.files) as LakeFile[]) {
      if (!files.has(key)) bytes += sizeBytes;
      files.add(key);
    }
  }
  return bytes;
}
