import { quoteIdentifier, quoteLiteral } from '../../kernel/quoting.ts';
import { typeKept } from '../file-engine/typed-rows.ts';
import type { FileColumn } from '../lake-files/schema-tree.ts';
import { hasSameParts } from './footers.ts';
import { refused } from './lake.ts';
import type { LakeFooter } from './read-footer.ts';
import type { DataFile } from './scan.ts';
import { duckdbTypeName, type LakeColumn } from './type-map.ts';

/** A downloaded data file with its delete files. */
export interface FetchedFile {
  readonly file: DataFile;
  readonly path: string;
  readonly deletePaths: readonly string[];
  readonly footer: LakeFooter;
}

/** True if the file has the stored column types and all of its rows. */
export function isAsItIs(
  { file, footer, deletePaths }: FetchedFile,
  columns: readonly LakeColumn[],
): boolean {
  if (deletePaths.length > 0 || file.deletedRows.length > 0) return false;
  return (
    footer.columns.length === columns.length &&
    columns.every((column) => {
      const own = footer.columns.find(({ fieldId }) => fieldId === column.id);
      const type = duckdbTypeName(column);
      return (
        own?.name === column.name &&
        typeKept(type).type === type &&
        hasSameParts(column, own) &&
        hasSameTypes(column, own)
      );
    })
  );
}

function hasSameTypes(column: LakeColumn, file: FileColumn): boolean {
  if (column.children.length === 0) return file.type === duckdbTypeName(column);
  const parts = column.lakeType === 'struct' ? file.children : (file.children[0]?.children ?? []);
  return column.children.every((child, index) => {
    const part = parts[index];
    return part !== undefined && hasSameTypes(child, part);
  });
}

/** A SELECT of the file's remaining rows, with the table's column names and types. */
export function fileSelect(fetched: FetchedFile, columns: readonly LakeColumn[]): string {
  const { path, footer, deletePaths, file } = fetched;
  const list = columns.map(
    (column) => `${valueExpression(column, footer.columns)} AS ${quoteIdentifier(column.name)}`,
  );
  const conditions: string[] = [];
  if (deletePaths.length > 0) {
    const deletes = `[${deletePaths.map(quoteLiteral).join(', ')}]`;
    conditions.push(
      `f.file_row_number NOT IN (SELECT pos FROM read_parquet(${deletes}, hive_partitioning = false) WHERE pos IS NOT NULL)`,
    );
  }
  if (file.deletedRows.length > 0) {
    conditions.push(
      `f.file_row_number NOT IN (SELECT unnest([${file.deletedRows.join(', ')}]::BIGINT[]))`,
    );
  }
  const hasOwnName = footer.columns.some(({ name }) => name.toLowerCase() === 'file_row_number');
  if (conditions.length > 0 && hasOwnName) {
    throw refused(
      "has deleted rows in a table with a column 'file_row_number'",
      'rename the column, or rewrite its files',
    );
  }
  const where = conditions.length === 0 ? '' : ` WHERE ${conditions.join(' AND ')}`;
  return `SELECT ${list.join(', ')} FROM read_parquet(${quoteLiteral(path)}, hive_partitioning = false) AS f${where}`;
}

function valueExpression(column: LakeColumn, present: readonly FileColumn[]): string {
  const own = present.find(({ fieldId }) => fieldId === column.id);
  if (!own) return defaultOf(column);
  if (!hasSameParts(column, own)) throw alteredParts(column);
  return `CAST(f.${quoteIdentifier(own.name)} AS ${duckdbTypeName(column)})`;
}

/** The value of rows older than the column. */
export function defaultOf(column: LakeColumn): string {
  const { initialDefault } = column;
  const value = initialDefault === null ? 'NULL' : quoteLiteral(initialDefault);
  return `CAST(${value} AS ${duckdbTypeName(column)})`;
}

export const alteredParts = ({ name }: LakeColumn) =>
  refused(
    `has rows from before column '${name}' got other fields`,
    'rewrite the table (CREATE TABLE ... AS)',
  );
