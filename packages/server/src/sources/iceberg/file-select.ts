import { quoteIdentifier, quoteLiteral } from '../../kernel/quoting.ts';
import type { FileColumn } from '../lake-files/schema-tree.ts';
import { pathForms } from './canonical-path.ts';
import { fieldValue, hasIds, partitionConstants, withMappedIds } from './field-value.ts';
import type { DataFile, EqualityDelete } from './manifests.ts';
import { refused, type TableMetadata } from './table-metadata.ts';
import type { IcebergField } from './type-map.ts';

/** The first and the last position of a range of rows that are gone. */
export const rangeColumns = ['first_pos', 'last_pos'] as const;

/**
 * Positions that may be set out one by one, of a file. That takes some 30 bytes of memory each and
 * half the CPU of comparing each row with ranges (5M rows of five columns: 1.1 s against 2.7).
 */
const maxListedPositions = 2 ** 22;

/** A data file in the folder of the extraction, with the files of its deletions there. */
export interface FetchedFile {
  readonly file: DataFile;
  readonly path: string;
  readonly columns: readonly FileColumn[];
  /** Of (file_path, pos). */
  readonly positionDeletePaths: readonly string[];
  /** Of ranges of the positions in this file alone (`rangeColumns`). */
  readonly vectorPaths: readonly string[];
  readonly equalityDeletes: readonly {
    readonly deletes: EqualityDelete;
    readonly path: string;
    readonly columns: readonly FileColumn[];
  }[];
}

/**
 * A SELECT of the files' rows that are there, with the table's columns under their names and types.
 * Files that the same values are deleted of are looked through together: one by one each read the
 * deletions anew, and 16 files beside 2M deleted values took twice the CPU. Positions are read for
 * each file: they are in the order of its path, and most of them are left out unread.
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

/** Of files with the same deletions by values. */
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
    // The engine's own number: columns of the file have no name but those given here.
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

/** SELECTs of the positions of the file's rows that are gone, or a table of ranges of them. */
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
 * A file under an alias, its columns named by their places: of names that differ by case alone the
 * engine changes one, and finds the first by either.
 */
const named = (alias: string, columns: readonly unknown[]) =>
  `${alias}(${columns.map((_column, place) => columnName(place)).join(', ')})`;

const parquet = (paths: readonly string[]) =>
  `read_parquet([${paths.map(quoteLiteral).join(', ')}], hive_partitioning = false)`;

const nestedKey = () =>
  refused('has rows deleted by fields of a struct', 'rewrite its files (rewrite_data_files)');

/** Files that Iceberg did not write have no ids, and are read by a mapping of names. */
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
