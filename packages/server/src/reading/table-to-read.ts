import type { Asked, StoredFile } from '../engine/engine.ts';
import type { QueryColumn, QueryTable } from '../engine/query/query-request.ts';
import { vectorType } from '../engine/types/vector-type.ts';
import { fileToRead } from '../lake/file-to-read.ts';
import type { GeneratedColumn, TableVersion } from '../lake/model.ts';
import { withMicroseconds } from '../plan/hotsql/resolve/type.ts';
import type { Dialect } from '../plan/types.ts';
import type { SelectedFile } from './select-files.ts';

/** What is read of a table. */
export interface SelectedTable {
  readonly version: TableVersion;
  readonly files: readonly SelectedFile[];
  /** Name of the index by whose order it is read; absent: by none. */
  readonly index?: string | undefined;
  /** The columns besides those of the version, with their values. */
  readonly generated?: readonly ReadGenerated[];
}

/** A generated column, and where its values are, by the object keys of the data files. */
export interface ReadGenerated {
  readonly column: GeneratedColumn;
  readonly values: ReadonlyMap<string, StoredFile>;
}

/** The table as the engine is asked for it. `subject`: as messages call it. */
export function tableToRead(
  name: string,
  { version, files, index, generated = [] }: SelectedTable,
  subject: string,
): Asked<QueryTable> {
  const vectorsOf = (key: string) =>
    generated.flatMap(({ column, values }) => {
      const path = values.get(key);
      return path === undefined ? [] : [{ column: column.id, path }];
    });
  const present = new Set(version.columns.map(({ id }) => id));
  return {
    name,
    ...(index !== undefined && { index }),
    columns: [
      ...version.columns.map(({ id, name, type }) => ({ name, type, stored: id })),
      ...generated.map(({ column: { id, name, type } }) => {
        return { name, type, stored: id, isGenerated: true as const };
      }),
    ],
    files: files.flatMap(({ file, written, sorted }) => {
      const { vectors = [], ...whole } = fileToRead(file, subject);
      const beside = [
        ...vectors.filter(({ column }) => present.has(column)),
        ...vectorsOf(file.key),
      ];
      const read = sorted ?? [whole];
      const shape = {
        ...(written === null ? { isCurrent: true } : { written }),
        ...(beside.length > 0 && { vectors: beside }),
      };
      return read.map((each) => ({ ...each, ...shape }));
    }),
  };
}

const isOfOneLength = ({ type }: QueryColumn) => vectorType(type)?.length != null;

/**
 * As a text of the dialect sees it: DuckDB has a type for vectors of one length, where PostgreSQL
 * has arrays of any, and types with nanoseconds, where PostgreSQL's have microseconds.
 */
export function tableInDialect(
  table: Asked<QueryTable>,
  { dialect }: { readonly dialect: Dialect },
): Asked<QueryTable> {
  const isOther = dialect === 'duckdb' ? isOfOneLength : hasNanoseconds;
  if (!table.columns.some(isOther)) return table;
  const columns = table.columns.map((column) => {
    if (!isOther(column)) return column;
    return dialect === 'duckdb'
      ? { ...column, keepsLength: true as const }
      : { ...column, type: withMicroseconds(column.type), keptAs: column.type };
  });
  return { ...table, columns };
}

const hasNanoseconds = ({ type }: QueryColumn) => withMicroseconds(type) !== type;
