/**
 * What of a table has to be read: data files, what is deleted of each, and rows that stand in the
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
  /** Whole: of this machine, or `s3://bucket/key`. */
  readonly path: string;
  readonly rows: number;
  readonly sizeBytes: number;
  /** Files that say, as (file_path, pos), which of its rows are gone. */
  readonly deletes: readonly DeleteFile[];
  /** Rows that are gone by what stands in the catalog, counted from 0. */
  readonly deletedRows: readonly number[];
}

export interface DeleteFile {
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
    refuseForm(row, row.format);
    const file = { path: pathBelow(table.path, row), sizeBytes: safeNumber(row.file_size_bytes) };
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

/** By the id of the data file. */
async function readDeletedRows(lake: Lake, { id }: LakeTable): Promise<Map<string, number[]>> {
  const name = `ducklake_inlined_delete_${id}`;
  const found = new Map<string, number[]>();
  if ((await lake.catalog.columnsOf(name)).length === 0) return found;
  const rows = await boundedRows(
    lake,
    {
      table: name,
      columns: ['file_id', 'row_id'],
      where: `begin_snapshot <= ${lake.snapshot}`,
      limit: maxDeletedRows,
    },
    'deletions in its catalog',
  );
  for (const { file_id, row_id } of rows) {
    const positions = found.get(file_id ?? '') ?? [];
    positions.push(safeNumber(row_id));
    found.set(file_id ?? '', positions);
  }
  return found;
}

/** Columns that a table of inlined rows has before those of the lake's table. */
const ownColumns = new Set(['row_id', 'begin_snapshot', 'end_snapshot']);

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
  const begins = await readSchemaVersions(lake, table);
  const inlined: InlinedRows[] = [];
  for (const { table_name, schema_version } of tables) {
    const name = table_name ?? '';
    // What the catalog says is a name is put into a statement: only such as the extension makes.
    if (!/^ducklake_inlined_data_\d+_\d+$/.test(name)) throw damaged();
    const request = { table: name, where: visible(lake), orderBy: 'row_id' };
    const [first] = await lake.catalog.rows({ ...request, columns: ['row_id'], limit: 1 });
    if (!first) continue;
    const begin = begins.get(schema_version ?? '');
    if (begin === undefined) throw damaged();
    const known =
      (await readColumns(lake, { tableIds: [table.id], snapshot: begin })).get(table.id) ?? [];
    const present = (await lake.catalog.columnsOf(name)).filter(
      (column) => !ownColumns.has(column),
    );
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
    inlined.push({ columns, rows });
  }
  return inlined;
}

/** The snapshot from which each version of the table's columns is. */
async function readSchemaVersions(lake: Lake, { id }: LakeTable): Promise<Map<string, number>> {
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
  return new Map(rows.map((row) => [row.schema_version ?? '', safeNumber(row.begin_snapshot)]));
}

const damaged = () =>
  new SourceError(
    'source_failed',
    'The catalog of the DuckLake is damaged: its inlined rows are not what it says of them; mend it with DuckDB',
  );
