/**
 * The parts of a table to be read: data files, deleted rows of each, and inlined rows of the
 * catalog.
 */
import { SourceError } from '../source-error.ts';
import {
  boundedRows,
  type Lake,
  type LakeTable,
  pathBelow,
  readColumns,
  refused,
  safeNumber,
  visible,
} from './lake.ts';
import type { CatalogRow } from './lake-catalog.ts';
import type { LakeColumn } from './type-map.ts';

export interface DataFile {
  readonly id: number;
  /** Absolute path: local, or `s3://bucket/key`. */
  readonly path: string;
  readonly rows: number;
  readonly sizeBytes: number;
  /** Delete files of the data file, as (file_path, pos) or as vectors. */
  readonly deletes: readonly DeleteFile[];
  /** Deleted rows that the catalog itself lists, counted from 0. */
  readonly deletedRows: readonly number[];
}

export interface DeleteFile {
  /** True for deletion vectors; else Parquet. */
  readonly isVector: boolean;
  readonly path: string;
  readonly sizeBytes: number;
}

/** Rows in the catalog, all written under the same columns. */
export interface InlinedRows {
  readonly columns: readonly LakeColumn[];
  readonly rows: readonly (readonly (string | null)[])[];
}

export interface TableScan {
  readonly columns: readonly LakeColumn[];
  readonly files: readonly DataFile[];
  readonly inlined: readonly InlinedRows[];
}

const maxFiles = 50_000;
const maxDeletedRows = 1_000_000;
const maxInlinedRows = 100_000;
/** A vector is read into memory. */
const maxVectorBytes = 64 * 2 ** 20;

export async function readScan(lake: Lake, table: LakeTable): Promise<TableScan> {
  const columns = (await readColumns(lake, { tableIds: [table.id] })).get(table.id) ?? [];
  return { columns, files: await readFiles(lake, table), inlined: await readInlined(lake, table) };
}

async function readFiles(lake: Lake, table: LakeTable): Promise<DataFile[]> {
  const where = `table_id = ${table.id} AND ${visible(lake)}`;
  const place = ['path', 'path_is_relative', 'file_size_bytes', 'encryption_key'];
  const files = await boundedRows(
    lake,
    {
      table: 'ducklake_data_file',
      columns: ['data_file_id', 'file_format', 'record_count', 'mapping_id', ...place],
      where,
      orderBy: 'data_file_id',
      limit: maxFiles,
    },
    'files of a table',
  );
  const deleteRows = await boundedRows(
    lake,
    {
      table: 'ducklake_delete_file',
      columns: ['data_file_id', 'format', ...place],
      where,
      limit: maxFiles,
    },
    'files of deleted rows',
  );
  const deletes = new Map<string, DeleteFile[]>();
  for (const row of deleteRows) {
    const isVector = row.format?.toLowerCase() === 'puffin';
    // Files of vectors are never encrypted.
    if (!isVector) refuseForm(row, row.format);
    const sizeBytes = safeNumber(row.file_size_bytes);
    if (isVector && sizeBytes > maxVectorBytes)
      throw refused('has a file of deletion vectors of more than 64 MiB', 'rewrite its data files');
    const file = { path: pathBelow(table.path, row), sizeBytes, isVector };
    deletes.set(row.data_file_id ?? '', [...(deletes.get(row.data_file_id ?? '') ?? []), file]);
  }
  const deletedRows = await readDeletedRows(lake, table);
  return files.map((row) => {
    refuseForm(row, row.file_format);
    if (row.mapping_id !== null) {
      throw refused(
        `has files in table '${table.schema}.${table.name}' that were not written by DuckLake (name-mapped)`,
        'insert their rows in place of adding the files',
      );
    }
    return {
      id: safeNumber(row.data_file_id),
      path: pathBelow(table.path, row),
      rows: safeNumber(row.record_count),
      sizeBytes: safeNumber(row.file_size_bytes),
      deletes: deletes.get(row.data_file_id ?? '') ?? [],
      deletedRows: deletedRows.get(row.data_file_id ?? '') ?? [],
    };
  });
}

function refuseForm({ encryption_key }: CatalogRow, format: string | null | undefined): void {
  if (encryption_key !== null)
    throw refused('has encrypted files', 'copy it into one that is not encrypted');
  if (format?.toLowerCase() === 'parquet') return;
  throw refused(
    `has files of the form '${String(format).slice(0, 20)}'`,
    'rewrite them as Parquet',
  );
}

/** Keyed by the id of the data file. */
async function readDeletedRows(lake: Lake, { id }: LakeTable): Promise<Map<string, number[]>> {
  const name = `ducklake_inlined_delete_${id}`;
  const found = new Map<string, number[]>();
  const present = await lake.catalog.columnsOf(name);
  if (present.length === 0) return found;
  const [file, row, begin] = ['file_id', 'row_id', 'begin_snapshot'].map((wanted) => {
    const column = present.find((one) => isOwn(one, wanted));
    if (column === undefined) throw damaged();
    return column;
  }) as [string, string, string];
  const rows = await boundedRows(
    lake,
    {
      table: name,
      columns: [file, row],
      where: `${begin} <= ${lake.snapshot}`,
      limit: maxDeletedRows,
    },
    'deletions in its catalog',
  );
  for (const deleted of rows) {
    const id = deleted[file] ?? '';
    const positions = found.get(id) ?? [];
    positions.push(safeNumber(deleted[row]));
    found.set(id, positions);
  }
  return found;
}

/**
 * Leading columns of an inlined table, before the columns of the lake's table. Compared by the ends
 * of names: version 1.1 adds a prefix to the names of 1.0, because a table may have columns with
 * these names.
 */
const ownColumns = ['row_id', 'begin_snapshot', 'end_snapshot'] as const;

async function readInlined(lake: Lake, table: LakeTable): Promise<InlinedRows[]> {
  const tables = await boundedRows(
    lake,
    {
      table: 'ducklake_inlined_data_tables',
      columns: ['table_name', 'schema_version'],
      where: `table_id = ${table.id}`,
      orderBy: 'schema_version',
      limit: maxFiles,
    },
    'tables of inlined rows',
  );
  const versions = await readSchemaVersions(lake, table);
  const inlined: InlinedRows[] = [];
  for (const { table_name, schema_version } of tables) {
    const rows = await readInlinedTable(lake, table, versions, {
      name: table_name ?? '',
      version: safeNumber(schema_version),
    });
    if (rows !== null) inlined.push(rows);
  }
  return inlined;
}

/** Returns null if no row belongs to the snapshot. */
async function readInlinedTable(
  lake: Lake,
  table: LakeTable,
  versions: readonly SchemaVersion[],
  { name, version }: { readonly name: string; readonly version: number },
): Promise<InlinedRows | null> {
  // The catalog's name becomes part of a statement, so only names in the extension's form are
  // accepted.
  if (!/^ducklake_inlined_data_\d+_\d+$/.test(name)) throw damaged();
  const [rowId = '', begin = '', end = '', ...present] = await lake.catalog.columnsOf(name);
  const own = [rowId, begin, end];
  if (!own.every((column, index) => isOwn(column, ownColumns[index] ?? ''))) throw damaged();
  const where = `${begin} <= ${lake.snapshot} AND (${end} IS NULL OR ${end} > ${lake.snapshot})`;
  const request = { table: name, where, orderBy: rowId };
  const first = { ...request, orderBy: begin, columns: [begin], limit: 1 };
  const [oldest] = await lake.catalog.rows(first);
  if (!oldest) return null;
  // The version is the lake's version at the insertion of the first row; the table's own version
  // may be older.
  const madeAt = versions.filter((one) => one.version <= version).at(-1)?.snapshot;
  const snapshot = madeAt ?? safeNumber(oldest[begin]);
  const known = (await readColumns(lake, { tableIds: [table.id], snapshot })).get(table.id) ?? [];
  const columns = present.map((column) => {
    const found = known.find((candidate) => candidate.name === column);
    if (!found) throw damaged();
    return found;
  });
  const rows = await lake.catalog.inlinedRows({
    ...request,
    columns: columns.map(({ name: column, lakeType }) => ({ name: column, lakeType })),
    limit: maxInlinedRows + 1,
  });
  if (rows.length > maxInlinedRows) {
    throw refused(
      `has more than ${maxInlinedRows.toLocaleString('en')} rows of a table in its catalog`,
      'write them to files with ducklake_flush_inlined_data',
    );
  }
  return { columns, rows };
}

/** A plain name that needs no quotes in a statement. */
const isOwn = (column: string, wanted: string) =>
  column === wanted || (/^_?[a-z_]+$/.test(column) && column.endsWith(`_${wanted}`));

interface SchemaVersion {
  readonly version: number;
  /** First snapshot with the columns of the version. */
  readonly snapshot: number;
}

/** The lake's versions at which the table's columns changed, in order. */
async function readSchemaVersions(lake: Lake, { id }: LakeTable): Promise<SchemaVersion[]> {
  const rows = await boundedRows(
    lake,
    {
      table: 'ducklake_schema_versions',
      columns: ['begin_snapshot', 'schema_version'],
      where: `table_id = ${id}`,
      limit: maxFiles,
    },
    'versions of a table',
  );
  return rows
    .map((row) => ({
      version: safeNumber(row.schema_version),
      snapshot: safeNumber(row.begin_snapshot),
    }))
    .sort((one, other) => one.version - other.version);
}

const damaged = () =>
  new SourceError(
    'source_failed',
    'The catalog of the DuckLake is damaged: its inlined rows are not what it says of them; mend it with DuckDB',
  );
