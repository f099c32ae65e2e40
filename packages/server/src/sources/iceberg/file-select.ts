import { quoteIdentifier, quoteLiteral } from '../../kernel/quoting.ts';
import type { FileColumn } from '../lake-files/read-footers.ts';
import { fieldValue, hasIds, partitionConstants, withMappedIds } from './field-value.ts';
import type { DataFile, EqualityDelete } from './manifests.ts';
import { refused, type TableMetadata } from './table-metadata.ts';
import type { IcebergField } from './type-map.ts';

/** A data file in the folder of the extraction, with the files of its deletions there. */
export interface FetchedFile {
  readonly file: DataFile;
  readonly path: string;
  readonly columns: readonly FileColumn[];
  readonly positionDeletePaths: readonly string[];
  readonly equalityDeletes: readonly {
    readonly deletes: EqualityDelete;
    readonly path: string;
    readonly columns: readonly FileColumn[];
  }[];
}

/**
 * A SELECT of the file's rows that are there, with the table's columns under their names and types.
 */
export function fileSelect(
  fetched: FetchedFile,
  table: TableMetadata,
  fields: readonly IcebergField[],
): string {
  const { path, file } = fetched;
  const source = {
    columns: identified(fetched.columns, table),
    access: (place: number) => `f.${columnName(place)}`,
    constants: partitionConstants(file.partition, table.specs.get(file.specId) ?? []),
  };
  const list = fields.map(
    (field) => `${fieldValue(field, source)} AS ${quoteIdentifier(field.name)}`,
  );
  const conditions = fetched.equalityDeletes.map((one) => {
    const deleted = {
      columns: identified(one.columns, table),
      access: (place: number) => `d.${columnName(place)}`,
      constants: new Map(),
    };
    const equal = one.deletes.fieldIds.map((id) => {
      const field = table.everyField.get(id);
      if (!field) throw nestedKey();
      return `${fieldValue(field, deleted)} IS NOT DISTINCT FROM ${fieldValue(field, source)}`;
    });
    if (equal.length === 0) throw nestedKey();
    const from = `${parquet([one.path])} AS ${named('d', one.columns)}`;
    return `NOT EXISTS (SELECT 1 FROM ${from} WHERE ${equal.join(' AND ')})`;
  });
  if (fetched.positionDeletePaths.length > 0) {
    // The engine's own number: columns of the file have no name but those given here.
    conditions.push(
      `f.file_row_number NOT IN (SELECT pos FROM ${parquet(fetched.positionDeletePaths)} WHERE file_path = ${quoteLiteral(file.path)} AND pos IS NOT NULL)`,
    );
  }
  const where = conditions.length === 0 ? '' : ` WHERE ${conditions.join(' AND ')}`;
  return `SELECT ${list.join(', ')} FROM ${parquet([path])} AS ${named('f', fetched.columns)}${where}`;
}

const columnName = (place: number) => `c${place}`;

/**
 * A file under an alias, its columns named by their places: of names that differ by case alone the
 * engine changes one, and finds the first by either.
 */
const named = (alias: string, columns: readonly FileColumn[]) =>
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
