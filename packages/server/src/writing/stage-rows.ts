import type { Asked, HeldFile } from '../engine/engine.ts';
import type { LakeColumn } from '../engine/ingest/type-evolution.ts';
import type { WriteTableFilesRequest } from '../engine/tasks/ingest-write-table-files.ts';
import { badRequest } from '../kernel/errors.ts';
import type { FileDeletes, LakeFile, TableLayout } from '../lake/model.ts';
import { publishFiles, toLakeFile } from '../loading/publish-files.ts';
import type { DatabaseRow } from '../metadata/database-store.ts';
import { lakeFileKey } from '../objects/keys.ts';
import { missingTables } from '../querying/gather/bring-in-tables.ts';
import { openScanSet, type PlacedTarget } from '../querying/gather/scan-set.ts';
import type { ExecutedPlan } from '../querying/keep/executed-plan.ts';
import { executePlan } from '../querying/run/execute-plan.ts';
import type { DatabaseView } from '../querying/see/database-view.ts';
import type { PlannedQuery } from '../querying/understand/planned-query.ts';
import type { WritingServices } from './writing-services.ts';

/** Of whom a statement is, and until when it may run. */
export interface WriteCaller {
  readonly database: DatabaseRow;
  readonly signal: AbortSignal;
}

/** The rows of a derived SELECT, in a file at the engine's side. */
export interface StagedRows {
  readonly executed: ExecutedPlan;
  readonly placed: PlacedTarget | undefined;
}

/** Runs a planned SELECT once; the caller discards `executed.result`. */
export async function stageRows(
  services: WritingServices,
  { database, signal }: WriteCaller,
  query: PlannedQuery,
): Promise<StagedRows> {
  const [missing] = missingTables(query);
  if (missing)
    throw badRequest(
      `Table '${missing.name}' of a source was not fetched yet; query it once, or refresh it, and write again`,
    );
  const place = { id: database.id, workspaceId: database.workspace_id };
  const scanSet = await openScanSet(services, place, query, signal);
  const executed = await executePlan(services, {
    database,
    query,
    scanSet,
    profile: false,
    signal,
    isStaged: true,
    mayWait: () => true,
    onStart: async () => {},
    onPreview: () => {},
  });
  return { executed, placed: scanSet.placed };
}

/** Plans a HotSQL text of the service's own over what the statement sees, and runs it once. */
export async function stageText(
  services: WritingServices,
  caller: WriteCaller,
  view: DatabaseView,
  sql: string,
): Promise<StagedRows> {
  const text = { sql, dialect: 'hotsql', defaultCatalog: null, defaultSchema: null } as const;
  const { database, signal } = caller;
  const query = await services.queryPlans.planSeen(database, text, view, signal);
  return stageRows(services, caller, query);
}

/** Where the columns of staged rows are found: `offset` columns stand before those of the table. */
export interface WrittenRows {
  readonly columns: readonly LakeColumn[];
  readonly layout: TableLayout;
  readonly offset: number;
}

/** Makes data files of staged rows, in the object store; nothing names them yet. */
export async function writeRows(
  services: WritingServices,
  { database, signal }: WriteCaller,
  lakeId: string,
  { executed }: StagedRows,
  { columns, layout, offset }: WrittenRows,
): Promise<readonly LakeFile[]> {
  if (executed.rowCount === 0) return [];
  const request: Asked<WriteTableFilesRequest> = {
    source: {
      format: 'parquet',
      path: executed.result as HeldFile,
      rowCount: executed.rowCount,
      rowGroupCount: 0,
    },
    columns: executed.columns.map(({ storedName, storedType }) => ({
      name: storedName,
      type: storedType,
      inferredFrom: null,
      allNull: false,
    })),
    target: columns.map((column, index) => ({
      column,
      from: executed.columns[index + offset]?.storedName ?? null,
    })),
    sortedBy: layout.sortedBy,
    partitionBy: layout.partitionBy,
  };
  const written = await services.engine.run('writeTableFiles', request, {
    workspaceId: database.workspace_id,
    signal,
    deadlineMs: services.settings.loadTimeoutS * 1000,
    diesOf: 'text',
  });
  const files = written.files.map((file) => toLakeFile(lakeId, file));
  await publishFiles(
    services,
    files.map(({ path, file }) => ({ key: file.key, file: path })),
  );
  return files.map(({ file }) => file);
}

/** Which rows of the target's files staged rows take away, by the keys of the files. */
export async function takeRows(
  services: WritingServices,
  { database, signal }: WriteCaller,
  lakeId: string,
  { executed, placed }: StagedRows,
): Promise<ReadonlyMap<string, FileDeletes>> {
  const [place] = executed.columns;
  if (placed === undefined || place === undefined || executed.rowCount === 0) return new Map();
  const files = placed.table.files.map((file, index) => ({
    ...file,
    deletedRows: placed.files[index]?.file.deletes?.rowCount ?? 0,
  }));
  const taken = await services.engine.run(
    'takePlacedRows',
    {
      path: executed.result as HeldFile,
      placeColumn: place.storedName,
      files,
      columns: placed.table.columns,
    },
    { workspaceId: database.workspace_id, signal, diesOf: 'text' },
  );
  const key = lakeFileKey(lakeId);
  if (taken.deletesPath !== null) await publishFiles(services, [{ key, file: taken.deletesPath }]);
  return new Map(
    taken.changed.flatMap(({ file, part, deletedRows }) => {
      const changed = placed.files[file]?.file;
      return changed === undefined
        ? []
        : [[changed.key, { key, part, rowCount: deletedRows, ...taken.deletesFile }] as const];
    }),
  );
}
