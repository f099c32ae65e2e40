import type { HasEngine } from '../engine/tasks/engine-tasks.ts';
import { QuernError } from '../kernel/errors.ts';
import type { LakeFile } from '../lake/model.ts';
import type { CompactionServices } from '../loading/load-services.ts';
import type { HasMetadata, MetadataHandle } from '../metadata/open-metadata.ts';
import { listResultsToMend } from '../metadata/result-store.ts';
import { mendResult } from '../querying/keep/mend-result.ts';
import { type CompactionJobPayload, compactStep, upkeepTurn } from './compact-table.ts';
import type { SweepTally, UpkeepCounts } from './sweep-tally.ts';

/** A sweep ends after this time; the next sweep continues. */
const sweepMs = 60_000;
const manifestsPerSweep = 5;
const resultsPerSweep = 20;
/** A table whose loads are always faster is left to the next sweep. */
const maxLost = 3;

/**
 * Rewrites files of earlier versions that readers other than DuckDB may refuse
 * (engine/parquet-options.ts). Each manifest and result is checked once, and the check is recorded.
 * A manifest with refused files is checked again only while a table's present version contains the
 * manifest: an earlier snapshot may have been forked. Earlier snapshots stay unchanged until they
 * expire, because DuckDB reads them.
 */
export async function mendRefusedFiles(
  services: CompactionServices,
  tally: SweepTally,
  failed: Set<string>,
  signal: AbortSignal,
): Promise<UpkeepCounts> {
  const endsAt = services.clock.now() + sweepMs;
  const goesOn = () => !signal.aborted && services.clock.now() < endsAt;
  const counts = { files_mended: 0, results_mended: 0 };
  const attempt = async (id: string, work: () => Promise<void>) => {
    try {
      await work();
    } catch (error) {
      if (signal.aborted) throw error;
      failed.add(id);
      services.log.warn({ err: error, id }, 'a file could not be looked at');
    }
  };
  for (let after = ''; goesOn(); ) {
    const manifests = await manifestsToMend(services.metadata.db, after);
    for (const manifest of manifests) {
      if (!goesOn() || failed.has(manifest.id)) continue;
      await attempt(manifest.id, async () => {
        counts.files_mended += await mendManifest(services, tally, manifest, signal);
      });
    }
    after = manifests.at(-1)?.id ?? '';
    if (manifests.length < manifestsPerSweep) break;
  }
  for (let after = ''; goesOn(); ) {
    const rows = await listResultsToMend(services.metadata.db, after, resultsPerSweep);
    for (const row of rows) {
      if (!goesOn() || failed.has(row.id)) continue;
      await attempt(row.id, async () => {
        counts.results_mended += (await mendResult(services, row, signal)) ? 1 : 0;
      });
    }
    after = rows.at(-1)?.id ?? '';
    if (rows.length < resultsPerSweep) break;
  }
  return counts;
}

interface ManifestToMend {
  readonly id: string;
  readonly root_id: string;
  readonly refused_files: number | null;
}

async function manifestsToMend(db: MetadataHandle, after: string): Promise<ManifestToMend[]> {
  return db
    .selectFrom('lake_manifests')
    .select(['id', 'root_id', 'refused_files'])
    .where((eb) => eb.or([eb('refused_files', 'is', null), eb('refused_files', '>', 0)]))
    .where('id', '>', after)
    .orderBy('id')
    .limit(manifestsPerSweep)
    .execute();
}

async function mendManifest(
  services: CompactionServices,
  tally: SweepTally,
  manifest: ManifestToMend,
  signal: AbortSignal,
): Promise<number> {
  const { db } = services.metadata;
  const tables = await tablesOf(db, manifest);
  if (tables.length === 0 && manifest.refused_files !== null) return 0;
  const refused = await refusedFiles(services, manifest.id, signal);
  await db
    .updateTable('lake_manifests')
    .set({ refused_files: refused.size })
    .where('id', '=', manifest.id)
    .execute();
  if (refused.size === 0) return 0;
  for (const table of tables) await rewriteIn(services, tally, table, refused, signal);
  return tables.length === 0 ? 0 : refused.size;
}

/** Tables with the manifest in their present version, in a lake and its forks. */
async function tablesOf(
  db: MetadataHandle,
  { id, root_id }: ManifestToMend,
): Promise<CompactionJobPayload[]> {
  const rows = await db
    .selectFrom('lake_tables as t')
    .innerJoin('lake_versions as v', 'v.id', 't.version_id')
    .innerJoin('lakes as l', 'l.id', 't.lake_id')
    .select(['t.id', 't.lake_id', 't.schema_name', 't.name'])
    .where('v.root_id', '=', root_id)
    .where('v.manifest_ids', 'like', `%"${id}"%`)
    .where('l.deleted_at', 'is', null)
    .execute();
  return rows.map((row) => ({
    lakeId: row.lake_id,
    schema: row.schema_name,
    table: row.name,
    tableId: row.id,
  }));
}

/** Keys of the manifest's files that other readers may refuse, according to the files. */
async function refusedFiles(
  services: HasEngine & HasMetadata,
  manifestId: string,
  signal: AbortSignal,
): Promise<Set<string>> {
  const { engine, metadata } = services;
  const row = await metadata.db
    .selectFrom('lake_manifests')
    .select('files')
    .where('id', '=', manifestId)
    .executeTakeFirst();
  const files = JSON.parse(row?.files ?? '[]') as LakeFile[];
  const refused = new Set<string>();
  for (const { key, sizeBytes, checksum } of files) {
    if (checksum !== undefined) continue;
    signal.throwIfAborted();
    const request = async () => ({ paths: [{ key, sizeBytes, subject: 'a table' }] });
    const options = {
      workspaceId: upkeepTurn,
      signal,
      threads: 1,
      waitsForTurn: true,
      subject: 'upkeep',
    };
    if ((await engine.run('findRefusedFiles', request, options)).length > 0) refused.add(key);
  }
  return refused;
}

async function rewriteIn(
  services: CompactionServices,
  tally: SweepTally,
  table: CompactionJobPayload,
  only: ReadonlySet<string>,
  signal: AbortSignal,
): Promise<void> {
  const context = { signal, only, assertOwned: async () => {} };
  for (let lost = 0; lost < maxLost; ) {
    const step = await compactStep(services, tally, table, context).catch((error: unknown) => {
      // The cause may be vectors that are unavailable at present. The files stay, and other tables
      // continue.
      if (!(error instanceof QuernError) || signal.aborted) throw error;
      services.log.warn({ err: error, table: table.table }, 'refused files stay as they are');
      return 'nothing' as const;
    });
    if (step === 'nothing') return;
    if (step === 'lost') lost += 1;
  }
}
