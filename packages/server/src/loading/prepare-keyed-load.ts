import type { HasSettings } from '../config/settings.ts';
import type { Asked, EngineRunOptions, HasFiles } from '../engine/engine.ts';
import { loadWarnings } from '../engine/ingest/load-warnings.ts';
import type { LakeColumn } from '../engine/ingest/type-evolution.ts';
import type { HasEngine } from '../engine/tasks/engine-tasks.ts';
import type { InspectFileRequest } from '../engine/tasks/ingest-inspect-file.ts';
import type {
  AppliedRows as LocalApplied,
  SearchedFile,
} from '../engine/tasks/keyed-apply-rows.ts';
import type { KeyedRowsMode, StagedRows as LocalRows } from '../engine/tasks/keyed-stage-rows.ts';
import { badRequest, conflict } from '../kernel/errors.ts';
import { type KeptContent, nothingKept, withoutRows } from '../lake/delete-rows.ts';
import { fileToRead } from '../lake/file-to-read.ts';
import type { HasLakes } from '../lake/lake-catalogs.ts';
import type { FileDeletes, LakeFile, LakeTable, Manifest, TableLayout } from '../lake/model.ts';
import type { HasMetadata } from '../metadata/open-metadata.ts';
import type { HasObjects } from '../objects/object-store.ts';
import { comparedColumns, evolveTable } from './evolve-table.ts';
import { boundsOf, narrowingColumns } from './key-bounds.ts';
import { effectiveKey, keyColumns } from './load-key.ts';
import type { LoadSpec } from './load-request.ts';
import type { LoadTarget } from './load-target.ts';
import { turnOf } from './load-turn.ts';
import type { PreparedLoad } from './prepared-load.ts';
import type { EvolvedTable, InspectedFile } from './write-source.ts';

type StagedRows = Asked<LocalRows>;
type AppliedRows = Asked<LocalApplied>;

export type KeyedLoadServices = HasEngine &
  HasFiles &
  HasLakes &
  HasMetadata &
  HasObjects &
  HasSettings;

interface KeyedLoad {
  readonly services: KeyedLoadServices;
  readonly target: Pick<LoadTarget, 'workspaceId' | 'lakeId' | 'schema' | 'table'>;
  readonly mode: KeyedRowsMode;
  readonly table: LakeTable | null;
  readonly limits: EngineRunOptions;
}

/** A file of the table with its manifest. */
interface PlacedFile {
  readonly file: LakeFile;
  readonly manifest: Manifest;
}

/**
 * Prepares a delete, update or upsert up to its written files. The steps find the keys of the file,
 * the table's files that may contain the keys, and the rows with those keys. Deletes do not change
 * the table's columns. The other modes evolve the columns as an append does.
 */
export async function prepareKeyedLoad(
  load: KeyedLoad,
  spec: LoadSpec,
  file: Asked<InspectFileRequest>,
): Promise<PreparedLoad> {
  const name = `${load.target.schema}.${load.target.table}`;
  const key = effectiveKey(spec, load.table, name) ?? [];
  const inspected = await load.services.engine.run('inspectFile', file, load.limits);
  try {
    const columns = keyColumns(key, load.table, inspected.columns, name);
    const evolved =
      load.mode === 'delete'
        ? await usedByDelete(load, columns, inspected)
        : await evolveTable(load.services, { ...load, place: load.target }, 'append', inspected);
    refuseCutKey(columns, evolved);
    const warnings = loadWarnings(evolved.inspected, evolved.sources);
    return await prepareKeyedRows(load, columns, { ...evolved.inspected, warnings }, evolved);
  } finally {
    const { decodedPath } = inspected;
    if (decodedPath !== null) await load.services.files.discard([decodedPath]);
  }
}

/** A cut key could make two different rows replace each other. */
function refuseCutKey(key: readonly string[], { sources, inspected }: EvolvedTable): void {
  const cut = new Set(inspected.columns.flatMap(({ name, isCut }) => (isCut ? [name] : [])));
  const found = sources.find(
    ({ column: { name, type }, from }) =>
      from !== null && cut.has(from) && key.includes(name) && !type.includes('_NS'),
  );
  if (found === undefined) return;
  throw conflict(
    `Column '${found.column.name}' is in the key and has nanoseconds in the file, of which it keeps the microseconds; ` +
      'round it, or load by another key',
  );
}

interface PreparedKeyedLoad extends PreparedLoad {
  /** Keys of the incoming rows, each once. */
  readonly keyCount: number;
  /** The number of rows of the table that are deleted or replaced. */
  readonly goneRows: number;
}

/**
 * Prepares the load after the rows and the evolution of each column are known. `key` has column
 * names of the table.
 */
export async function prepareKeyedRows(
  load: KeyedLoad,
  key: readonly string[],
  inspected: Pick<InspectedFile, 'source' | 'columns' | 'warnings'>,
  evolved: Omit<EvolvedTable, 'inspected'>,
): Promise<PreparedKeyedLoad> {
  const { services, mode, table } = load;
  const manifests = table?.version ? await services.lakes.manifestsOf(table.version) : [];
  const files = manifests.flatMap((manifest) =>
    manifest.files.map((file): PlacedFile => ({ file, manifest })),
  );
  const staged = await stage(load, inspected, evolved, key, files);
  try {
    const candidates = staged.candidates.flatMap((index) => files[index] ?? []);
    const applied = await apply(load, staged, keyIn(evolved, key), candidates);
    const bringsNone = mode === 'delete' || mode === 'retain';
    const columns = bringsNone ? (table?.version?.columns ?? []) : evolved.columns;
    const kept = (deletesKey: string | null) =>
      keptContent(table, manifests, candidates, applied, deletesKey);
    const goneBefore = applied.changed.reduce(
      (sum, { file }) => sum + (candidates[file]?.file.deletes?.rowCount ?? 0),
      0,
    );
    const goneRows = applied.changed.reduce(
      (sum, { deletedRows }) => sum + deletedRows,
      -goneBefore,
    );
    const { written, deletesPath } = applied;
    const { warnings } = inspected;
    return { columns, written, warnings, deletesPath, kept, keyCount: staged.keyCount, goneRows };
  } finally {
    await services.files.discard([staged.directory]);
  }
}

/** A delete uses the key and the partition columns, and ignores every other column of the file. */
function usedByDelete(
  { services, target, table, limits }: KeyedLoad,
  key: readonly string[],
  inspected: InspectedFile,
): Promise<EvolvedTable> {
  const { constantPerKey, partitionBy }: Pick<TableLayout, 'constantPerKey' | 'partitionBy'> =
    table?.layout ?? {
      constantPerKey: [],
      partitionBy: [],
    };
  const fixed = partitionBy
    .map(({ column }) => column)
    .filter((column) => constantPerKey.includes(column));
  const brought = new Set(inspected.columns.map((column) => column.name.toLowerCase()));
  const used = new Set(
    [...key, ...fixed]
      .map((column) => column.toLowerCase())
      .filter((column) => brought.has(column)),
  );
  const isUsed = (column: { readonly name: string }) => used.has(column.name.toLowerCase());
  return comparedColumns(services, { place: target, table, limits }, inspected, isUsed);
}

function keyIn({ columns }: Pick<EvolvedTable, 'columns'>, key: readonly string[]): LakeColumn[] {
  return key.flatMap((name) => columns.find((column) => column.name === name) ?? []);
}

function stage(
  { services, mode, table, limits }: KeyedLoad,
  inspected: Pick<InspectedFile, 'source' | 'columns'>,
  evolved: Omit<EvolvedTable, 'inspected'>,
  key: readonly string[],
  files: readonly PlacedFile[],
): Promise<StagedRows> {
  const brought = evolved.sources.filter(({ from }) => from !== null).map(({ column }) => column);
  const narrowing = narrowingColumns(keyIn(evolved, key), brought, table?.layout ?? null);
  const { source, columns } = inspected;
  const bounds = files.map(({ file, manifest }) =>
    boundsOf(file, manifest, narrowing, evolved.columns),
  );
  return services.engine.run(
    'stageKeyedRows',
    { mode, source, columns, target: evolved.sources, key, narrowing, files: bounds },
    limits,
  );
}

/** Finds and replaces the rows in the candidates. */
function apply(
  { services, target, mode, table, limits }: KeyedLoad,
  staged: StagedRows,
  key: readonly LakeColumn[],
  candidates: readonly PlacedFile[],
): Promise<AppliedRows> {
  refuseLargerThanCache(services, candidates);
  const turn = turnOf(totalBytes(candidates));
  const subject = `table '${target.schema}.${target.table}'`;
  const manifests = [...new Set(candidates.map(({ manifest }) => manifest))];
  const schemaOf = new Map(manifests.map((manifest, index) => [manifest, index]));
  const files = candidates.map(({ file, manifest }): Asked<SearchedFile> => {
    const schema = schemaOf.get(manifest) ?? 0;
    return { ...fileToRead(file, subject), schema, deletedRows: file.deletes?.rowCount ?? 0 };
  });
  const schemas = manifests.map(({ columns }) => columns);
  const layout = {
    sortedBy: table?.layout.sortedBy ?? [],
    partitionBy: table?.layout.partitionBy ?? [],
  };
  const { rows, keysPath } = staged;
  const request = { mode, rows, keysPath, key, files, schemas, layout };
  return services.engine.run('applyKeyedRows', request, { ...limits, ...turn });
}

const totalBytes = (files: readonly PlacedFile[]) =>
  files.reduce((sum, { file }) => sum + file.sizeBytes, 0);

function refuseLargerThanCache(
  { objects, settings }: HasObjects & HasSettings,
  candidates: readonly PlacedFile[],
): void {
  const bytes = totalBytes(candidates);
  if (objects.kind !== 's3' || bytes <= settings.cacheBytes) return;
  throw badRequest(
    `The files of the table that may hold the keys have ${bytes} bytes, more than the local read cache of ` +
      `${settings.cacheBytes}; load rows whose keys lie closer together, or have the operator raise QUERN_CACHE_BYTES`,
  );
}

function keptContent(
  table: LakeTable | null,
  manifests: readonly Manifest[],
  candidates: readonly PlacedFile[],
  applied: AppliedRows,
  deletesKey: string | null,
): KeptContent {
  if (!table?.version) return nothingKept;
  const deletes = new Map<string, FileDeletes>();
  for (const { file, part, deletedRows } of applied.changed) {
    const changed = candidates[file]?.file;
    if (changed)
      deletes.set(changed.key, {
        key: deletesKey ?? '',
        part,
        rowCount: deletedRows,
        ...applied.deletesFile,
      });
  }
  return withoutRows(table.version, manifests, deletes);
}
