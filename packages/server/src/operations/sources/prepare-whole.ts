import { join } from 'node:path';
import { type ColumnSource, evolve, type LakeColumn } from '../../engine/ingest/type-evolution.ts';
import { joinTypes } from '../../engine/ingest/type-join.ts';
import { isOwnName } from '../../engine/query/live-rows.ts';
import { badRequest, conflict } from '../../kernel/errors.ts';
import { reserveColumnIds } from '../../lake/commit-load.ts';
import { nothingKept } from '../../lake/delete-rows.ts';
import type { LakeTable } from '../../lake/model.ts';
import type { ExtractSummary, StagedFile } from '../../sources/source.ts';
import type { EngineRunOptions, Services } from '../services.ts';
import { turnOf } from '../tables/load-turn.ts';
import type { PreparedLoad, PublishedFile } from '../tables/prepared-load.ts';
import { type StagedRows, stagedColumns } from './staged-rows.ts';
import type { SyncedTable } from './synced-table.ts';

/** Lake files of staged rows that come in place of all rows of the table. 409 where a type became one of another kind. */
export async function prepareWhole(
  services: Services,
  synced: SyncedTable,
  present: LakeTable,
  staged: StagedRows,
  limits: EngineRunOptions,
): Promise<PreparedLoad> {
  const target = await lakeColumns(services, synced, present, staged.summary);
  const files = await writeStaged(services, staged, target, limits);
  const columns = target.map(({ column }) => column);
  return { columns, written: { files }, warnings: [], deletesPath: null, kept: () => nothingKept };
}

/** The columns that the table has from now on, and what each is made of. */
async function lakeColumns(
  services: Services,
  { connectionId, schema, table }: SyncedTable,
  present: LakeTable,
  { columns }: ExtractSummary,
): Promise<readonly ColumnSource[]> {
  const current = present.version?.columns ?? [];
  refuseOtherTypes(`${schema}.${table}`, present, current, columns);
  const firstId = await services.metadata.transaction((trx) => reserveColumnIds(trx, connectionId, columns.length));
  const evolved = evolve(current, columns, 'replace', firstId);
  if (evolved.kind === 'conflict') throw new Error('what replaces a table conflicts with nothing');
  const { maxColumns } = services.settings;
  if (columns.length > maxColumns) {
    throw badRequest(
      `Table '${schema}.${table}' has ${columns.length} columns; ${maxColumns} is the most (QUERN_MAX_COLUMNS)`,
    );
  }
  return evolved.sources;
}

/** A column whose type has no exact counterpart takes the type that its values allow, which may be another one each time. */
function refuseOtherTypes(
  name: string,
  { source }: LakeTable,
  current: readonly LakeColumn[],
  columns: ExtractSummary['columns'],
): void {
  const inexact = new Set((source?.columns ?? []).filter(({ note }) => note !== null).map((column) => column.name));
  const types = new Map(current.map((column) => [column.name, column.type]));
  for (const column of columns) {
    const before = types.get(column.name);
    if (before === undefined || inexact.has(column.name) || joinTypes(before, column.type) !== null) continue;
    throw conflict(
      `Column '${column.name}' of table '${name}' was ${before} and is ${column.type} at the source now; the rows that were ` +
        "fetched before stay. Purge the table's cache to take the new type",
    );
  }
}

/** Each staging file becomes lake files of its own, in the order of its rows, or is one. */
export async function writeStaged(
  { engine }: Services,
  { folder, summary }: StagedRows,
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
    const source = { format: 'parquet', path: join(folder, name), rowCount: rows, rowGroupCount: 0 } as const;
    const options = { ...limits, ...turnOf(sizeBytes), waitsForTurn: true };
    const table = await engine.run('writeTableFiles', { source, columns, target }, options);
    written.push(...table.files);
  }
  return written;
}

/** A column that a finished file has as the table has it, and that is read by its name. */
function isKept({ name, stagedType, type }: ExtractSummary['columns'][number], target: ColumnSource | undefined) {
  const column = target?.column;
  return stagedType === type && column?.name === name && column.type === type && !isOwnName(column);
}

function finishedFile(
  folder: string,
  { name, rows, sizeBytes }: StagedFile,
  { columns, ...finished }: NonNullable<StagedFile['finished']>,
  target: readonly ColumnSource[],
): PublishedFile {
  const byId = target.flatMap(({ column }) => {
    const statistics = columns[column.name];
    return statistics ? [[column.id, statistics] as const] : [];
  });
  return {
    path: join(folder, name),
    rowCount: rows,
    sizeBytes,
    ...finished,
    columns: Object.fromEntries(byId),
    partitionValues: [],
  };
}
