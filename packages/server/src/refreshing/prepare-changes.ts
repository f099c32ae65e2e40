import type { EngineRunOptions } from '../engine/engine.ts';
import { conflict } from '../kernel/errors.ts';
import { keepAll } from '../lake/delete-rows.ts';
import type { LakeTable, TableVersion } from '../lake/model.ts';
import { turnOf } from '../loading/load-turn.ts';
import { type KeyedLoadServices, prepareKeyedRows } from '../loading/prepare-keyed-load.ts';
import type { PreparedLoad } from '../loading/prepared-load.ts';
import { misfitAmong } from './plan-refresh.ts';
import { writeStaged } from './prepare-whole.ts';
import { type StagedRows, stagedColumns, stagedSource } from './staged-rows.ts';
import type { SyncedTable } from './synced-table.ts';

/** A table with existing rows, and the columns of its key. */
export interface KeyedRows {
  readonly synced: SyncedTable;
  readonly present: LakeTable;
  readonly version: TableVersion;
  readonly key: readonly string[];
}

/**
 * Replaces rows by staged rows of the same key and adds the others; without a key, appends all
 * staged rows.
 */
export async function prepareChanges(
  services: KeyedLoadServices,
  { synced, present, version, key }: KeyedRows,
  staged: StagedRows,
  limits: EngineRunOptions,
): Promise<PreparedLoad> {
  const { columns } = version;
  const sources = columns.map((column) => ({ column, from: column.name }));
  if (key.length === 0) {
    const files = await writeStaged(services, staged, sources, limits);
    return {
      columns,
      written: { files },
      warnings: [],
      deletesPath: null,
      kept: () => keepAll(version),
    };
  }
  const load = {
    services,
    target: target(synced),
    mode: 'upsert',
    table: present,
    limits: inTurn(staged, limits),
  } as const;
  const source = stagedSource(staged);
  const prepared = await prepareKeyedRows(
    load,
    key,
    { source, columns: stagedColumns(staged.summary), warnings: [] },
    { columns, sources },
  );
  // The rows read from one state of the source, and the existing rows, have each key once if the
  // key is valid.
  if (prepared.keyCount === source.rowCount && prepared.goneRows <= prepared.keyCount)
    return prepared;
  throw conflict(
    `The key (${key.join(', ')}) of table '${synced.schema}.${synced.table}' does not tell its rows apart: the source has several of ` +
      "one key. The rows that were fetched before stay; name another 'key' in the table's refresh, or refresh it in full",
  );
}

/** The table without rows whose key is not staged. Returns the number of removed rows. */
export async function prepareRetained(
  services: KeyedLoadServices,
  { synced, present, version, key }: KeyedRows,
  staged: StagedRows,
  limits: EngineRunOptions,
): Promise<PreparedLoad & { readonly goneRows: number }> {
  const columns = version.columns.filter(({ name }) => key.includes(name));
  if (misfitAmong(columns, staged.summary.columns) !== null) {
    throw conflict(
      `The key (${key.join(', ')}) of table '${synced.schema}.${synced.table}' has values at the source that its columns do not hold ` +
        'here. The rows that were fetched before stay; refresh the table in full',
    );
  }
  const sources = columns.map((column) => ({ column, from: column.name }));
  const load = {
    services,
    target: target(synced),
    mode: 'retain',
    table: present,
    limits: inTurn(staged, limits),
  } as const;
  const keys = {
    source: stagedSource(staged),
    columns: stagedColumns(staged.summary),
    warnings: [],
  };
  return prepareKeyedRows(load, key, keys, { columns, sources });
}

const target = ({ workspaceId, connectionId, schema, table }: SyncedTable) => {
  return { workspaceId, lakeId: connectionId, schema, table };
};

function inTurn({ summary }: StagedRows, limits: EngineRunOptions): EngineRunOptions {
  const sizeBytes = summary.files.reduce((sum, file) => sum + file.sizeBytes, 0);
  return { ...limits, ...turnOf(sizeBytes), waitsForTurn: true };
}
