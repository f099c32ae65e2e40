import { quoteIdentifier, quoteLiteral } from '../../kernel/quoting.ts';
import type { FileColumn } from '../lake-files/schema-tree.ts';
import { pathForms } from './canonical-path.ts';
import { fieldValue, hasIds, partitionConstants, withMappedIds } from './field-value.ts';
import type { DataFile, EqualityDelete } from './manifests.ts';
import { refused, type TableMetadata } from './table-metadata.ts';
import type { IcebergField } from './type-map.ts';

/** The first and the last position of a range of deleted rows. */
export const rangeColumns = ['first_pos', 'last_pos'] as const;

/**
 * Maximum number of positions listed one by one, per file. A listed position takes some 30 bytes of
 * memory, and a list takes half the CPU of a comparison with ranges (5M rows of five columns: 1.1 s
 * against 2.7 s).
 */
const maxListedPositions = 2 ** 22;

/** A downloaded data file with its delete files. */
export interface FetchedFile {
  readonly file: DataFile;
  readonly path: string;
  readonly columns: readonly FileColumn[];
  /** Files of (file_path, pos). */
  readonly positionDeletePaths: readonly string[];
  /** Files of position ranges for this data file alone (`rangeColumns`). */
  readonly vectorPaths: readonly string[];
  readonly equalityDeletes: readonly {
    readonly deletes: EqualityDelete;
    readonly path: string;
    readonly columns: readonly FileColumn[];
  }[];
}

/**
 * A SELECT of the files' remaining rows, with the table's column names and types. Files with the
 * same equality deletes share one scan: separate scans read the deletes again, and 16 files with 2M
 * deleted values took twice the CPU. Position deletes are read per file: they are sorted by path,
 * so most of them are skipped unread.
 */
export function selectFiles(
  files: readonly FetchedFile[],
  table: TableMetadata,
  fields: readonly IcebergField[],
): string {
  const groups = new Map<string, FetchedFile[]>();
  for (const file of files) {
    const key = JSON.stringify(file.equalityDeletes.map(({ path }) => path));
    groups.set(key, [...(groups.get(key) ?? []), file]);
  }
  return [...groups.values()].map((group) => selectGroup(group, table, fields)).join(' UNION ALL ');
}

/** SELECT for files with the same equality deletes. */
function selectGroup(
  group: readonly FetchedFile[],
  table: TableMetadata,
  fields: readonly IcebergField[],
): string {
  const deletes = group[0]?.equalityDeletes ?? [];
  const ids = [...new Set(deletes.flatMap((one) => one.deletes.fieldIds))];
  const keys = ids.map((id) => {
    const field = table.everyField.get(id);
    if (!field) throw nestedKey();
    return field;
  });
  const wanted = [...fields, ...keys];
  const rows = group.map((file) => fileSelect(file, table, wanted)).join(' UNION ALL ');
  const conditions = deletes.map((one) => {
    const deleted = {
      columns: identified(one.columns, table),
      access: (place: number) => `d.${columnName(place)}`,
      constants: new Map(),
    };
    const equal = one.deletes.fieldIds.map((id) => {
      const at = ids.indexOf(id);
      const key = keys[at];
      if (!key) throw nestedKey();
      const value = fieldValue(key, deleted);
      return `${value} IS NOT DISTINCT FROM g.${columnName(fields.length + at)}`;
    });
    if (equal.length === 0) throw nestedKey();
    const from = `${parquet([one.path])} AS ${named('d', one.columns)}`;
    return `NOT EXISTS (SELECT 1 FROM ${from} WHERE ${equal.join(' AND ')})`;
  });
  const list = fields.map(({ name }, at) => `g.${columnName(at)} AS ${quoteIdentifier(name)}`);
  const where = conditions.length === 0 ? '' : ` WHERE ${conditions.join(' AND ')}`;
  return `SELECT ${list.join(', ')} FROM (${rows}) AS ${named('g', wanted)}${where}`;
}

function fileSelect(
  { path, file, columns, positionDeletePaths, vectorPaths }: FetchedFile,
  table: TableMetadata,
  fields: readonly IcebergField[],
): string {
  const source = {
    columns: identified(columns, table),
    access: (place: number) => `f.${columnName(place)}`,
    constants: partitionConstants(file.partition, table.specs.get(file.specId) ?? []),
  };
  const list = fields.map((field) => fieldValue(field, source));
  const gone = deletedPositions(file, positionDeletePaths, vectorPaths);
  const conditions = [
    // The engine's own row number; the file's columns have only the names given below.
    ...(gone.listed.length === 0
      ? []
      : [`f.file_row_number NOT IN (${gone.listed.join(' UNION ALL ')})`]),
    ...(gone.ranges ? [`(v.${last} IS NULL OR f.file_row_number > v.${last})`] : []),
  ];
  const near = gone.ranges
    ? ` ASOF LEFT JOIN ${gone.ranges} AS v ON f.file_row_number >= v.${first}`
    : '';
  const where = conditions.length === 0 ? '' : ` WHERE ${conditions.join(' AND ')}`;
  const from = `${parquet([path])} AS ${named('f', columns)}${near}`;
  return `SELECT ${list.join(', ')} FROM ${from}${where}`;
}

const [first, last] = rangeColumns;

/** SELECTs of the file's deleted positions, or a table of position ranges. */
function deletedPositions(
  { path, deletionVector }: DataFile,
  positionDeletePaths: readonly string[],
  vectorPaths: readonly string[],
): { readonly listed: readonly string[]; readonly ranges?: string } {
  if (vectorPaths.length > 0) {
    const ranges = parquet(vectorPaths);
    if ((deletionVector?.rows ?? 0) > maxListedPositions) return { listed: [], ranges };
    return { listed: [`SELECT unnest(range(${first}, ${last} + 1)) FROM ${ranges}`] };
  }
  if (positionDeletePaths.length === 0) return { listed: [] };
  const names = pathForms(path).map(quoteLiteral).join(', ');
  const of = `file_path IN (${names}) AND pos IS NOT NULL`;
  return { listed: [`SELECT pos FROM ${parquet(positionDeletePaths)} WHERE ${of}`] };
}

const columnName = (place: number) => `c${place}`;

/**
 * A file under an alias, with columns named by position: among names that differ by case alone, the
 * engine renames one and finds the first by either name.
 */
const named = (alias: string, columns: readonly unknown[]) =>
  `${alias}(${columns.map((_column, place) => columnName(place)).join(', ')})`;

const parquet = (paths: readonly string[]) =>
  `read_parquet([${paths.map(quoteLiteral).join(', ')}], hive_partitioning = false)`;

const nestedKey = () =>
  refused('has rows deleted by fields of a struct', 'rewrite its files (rewrite_data_files)');

/** Files of other writers have no ids, and are read by the name mapping. */
function identified(
  columns: readonly FileColumn[],
  { nameMapping }: TableMetadata,
): readonly FileColumn[] {
  if (hasIds(columns)) return columns;
  if (nameMapping) return withMappedIds(columns, nameMapping);
  throw refused(
    'has files that do not say the ids of their columns',
    "set its property 'schema.name-mapping.default'",
  );
}
