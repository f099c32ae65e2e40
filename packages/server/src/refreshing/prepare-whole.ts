import type { HasSettings } from '../config/settings.ts';
import type { EngineRunOptions, HasFiles, StagingFolder } from '../engine/engine.ts';
import { type ColumnSource, evolve, type LakeColumn } from '../engine/ingest/type-evolution.ts';
import { joinTypes } from '../engine/ingest/type-join.ts';
import { isOwnName } from '../engine/query/live-rows.ts';
import type { HasEngine } from '../engine/tasks/engine-tasks.ts';
import { badRequest, conflict } from '../kernel/errors.ts';
import { reserveColumnIds } from '../lake/column-ids.ts';
import { nothingKept } from '../lake/delete-rows.ts';
import type { LakeTable } from '../lake/model.ts';
import { turnOf } from '../loading/load-turn.ts';
import type { PreparedLoad, PublishedFile } from '../loading/prepared-load.ts';
import type { HasMetadata } from '../metadata/open-metadata.ts';
import type { ExtractSummary, StagedFile } from '../sources/source.ts';
import { type StagedRows, stagedColumns } from './staged-rows.ts';
import type { SyncedTable } from './synced-table.ts';

/**
 * Lake files of staged rows that replace all rows of the table, written in order. If no value can
 * change a type of the source, each staging file is converted while the next one fills; otherwise
 * all are converted at the end. 409 if a type changed its kind.
 */
export class WholeLoad {
  readonly #services: HasEngine & HasFiles & HasMetadata & HasSettings;
  readonly #synced: SyncedTable;
  readonly #present: LakeTable;
  readonly #limits: EngineRunOptions;
  readonly #asText: readonly string[];
  readonly #failed = new AbortController();
  readonly #names = new Set<string>();
  #target: Promise<readonly ColumnSource[]> | undefined;
  readonly #made: PublishedFile[] = [];
  #written = Promise.resolve();

  constructor(
    services: HasEngine & HasFiles & HasMetadata & HasSettings,
    synced: SyncedTable,
    present: LakeTable,
    limits: EngineRunOptions,
    asText: readonly string[] = [],
  ) {
    this.#services = services;
    this.#synced = synced;
    this.#present = present;
    this.#limits = limits;
    this.#asText = asText;
  }

  /** Aborts with the reason if a file could not be written: further reading is useless. */
  get failed(): AbortSignal {
    return this.#failed.signal;
  }

  /** Starts the conversion of a file after the files before it. */
  add(folder: StagingFolder, file: StagedFile, columns: ExtractSummary['columns']): void {
    this.#names.add(file.name);
    const [synced, present, asText] = [this.#synced, this.#present, this.#asText];
    this.#target ??= lakeColumns(this.#services, { synced, present, asText }, columns);
    const [target, before] = [this.#target, this.#written];
    const staged = { folder, summary: { columns, files: [file] } };
    this.#written = before.then(async () => {
      this.#made.push(...(await writeStaged(this.#services, staged, await target, this.#limits)));
    });
    this.#written.catch((error: unknown) => this.#failed.abort(error));
  }

  /** Converts the remaining files of a completed staging. */
  async finish({ folder, summary }: StagedRows): Promise<PreparedLoad> {
    const left = summary.files.filter(({ name }) => !this.#names.has(name));
    for (const file of left) this.add(folder, file, summary.columns);
    await this.#written;
    const columns = ((await this.#target) ?? []).map(({ column }) => column);
    return {
      columns,
      written: { files: this.#made },
      warnings: [],
      deletesPath: null,
      kept: () => nothingKept,
    };
  }

  /** Removes the written files; resolves when no write is in progress. */
  async abandon(): Promise<void> {
    await this.#written.catch(() => {});
    await this.#services.files.discard(this.#made.map(({ path }) => path));
  }
}

interface ReplacedTable {
  readonly synced: SyncedTable;
  readonly present: LakeTable;
  /** Columns to read as text, regardless of their type. */
  readonly asText: readonly string[];
}

/** The columns of the next version, each with its origin. */
async function lakeColumns(
  services: HasMetadata & HasSettings,
  { synced, present, asText }: ReplacedTable,
  columns: ExtractSummary['columns'],
): Promise<readonly ColumnSource[]> {
  const { connectionId, schema, table } = synced;
  const current = present.version?.columns ?? [];
  const typed = columns.filter(({ name }) => !asText.includes(name));
  refuseOtherTypes(`${schema}.${table}`, present, current, typed);
  const firstId = await services.metadata.transaction((trx) =>
    reserveColumnIds(trx, connectionId, columns.length),
  );
  const evolved = evolve(current, columns, 'replace', firstId);
  if (evolved.kind === 'conflict') throw new Error('what replaces a table conflicts with nothing');
  const { maxColumns } = services.settings;
  if (columns.length > maxColumns) {
    throw badRequest(
      `Table '${schema}.${table}' has ${columns.length} columns; ${maxColumns} is the most (QUERN_MAX_COLUMNS)`,
    );
  }
  const meanings = new Map(columns.map(({ name, sqlType }) => [name, sqlType]));
  return evolved.sources.map(({ column, from }) => {
    const sqlType = meanings.get(column.name);
    return { column: sqlType === undefined ? column : { ...column, sqlType }, from };
  });
}

/** Compares exact types only: an inexact type follows the values, and may differ each time. */
function refuseOtherTypes(
  name: string,
  { source }: LakeTable,
  current: readonly LakeColumn[],
  columns: ExtractSummary['columns'],
): void {
  const inexact = new Set(
    (source?.columns ?? []).filter(({ note }) => note !== null).map((column) => column.name),
  );
  const types = new Map(current.map((column) => [column.name, column.type]));
  for (const column of columns) {
    const before = types.get(column.name);
    if (before === undefined || inexact.has(column.name) || joinTypes(before, column.type) !== null)
      continue;
    throw conflict(
      `Column '${column.name}' of table '${name}' was ${before} and is ${column.type} at the source now; the rows that were ` +
        "fetched before stay. Purge the table's cache to take the new type",
    );
  }
}

/**
 * Converts each staging file to lake files of its own, in row order, or takes the file unchanged.
 */
export async function writeStaged(
  { engine }: HasEngine,
  {
    folder,
    summary,
  }: {
    readonly folder: StagingFolder;
    readonly summary: Pick<ExtractSummary, 'columns' | 'files'>;
  },
  target: readonly ColumnSource[],
  limits: EngineRunOptions,
): Promise<PublishedFile[]> {
  const columns = stagedColumns(summary);
  const areKept = summary.columns.every((column, index) => isKept(column, target[index]));
  const written: PublishedFile[] = [];
  for (const file of summary.files) {
    const { name, rows, sizeBytes } = file;
    if (rows === 0) continue;
    if (areKept && file.finished) {
      written.push(finishedFile(folder, file, file.finished, target));
      continue;
    }
    const source = {
      format: 'parquet',
      path: folder.file(name),
      rowCount: rows,
      rowGroupCount: 0,
    } as const;
    const options = { ...limits, ...turnOf(sizeBytes), waitsForTurn: true };
    const table = await engine.run('writeTableFiles', { source, columns, target }, options);
    written.push(...table.files);
  }
  return written;
}

/** True if a finished file has the column exactly as the table does, and it is read by name. */
function isKept(
  { name, stagedType, type }: ExtractSummary['columns'][number],
  target: ColumnSource | undefined,
) {
  const column = target?.column;
  return stagedType === type && column?.name === name && column.type === type && !isOwnName(column);
}

function finishedFile(
  folder: StagingFolder,
  { name, rows, sizeBytes }: StagedFile,
  { columns, ...finished }: NonNullable<StagedFile['finished']>,
  target: readonly ColumnSource[],
): PublishedFile {
  const byId = target.flatMap(({ column }) => {
    const statistics = columns[column.name];
    return statistics ? [[column.id, statistics] as const] : [];
  });
  return {
    path: folder.file(name),
    rowCount: rows,
    sizeBytes,
    ...finished,
    columns: Object.fromEntries(byId),
    partitionValues: [],
  };
}
