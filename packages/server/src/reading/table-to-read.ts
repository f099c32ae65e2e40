import type { Asked, StoredFile } from '../engine/engine.ts';
import type { QueryColumn, QueryTable } from '../engine/query/query-request.ts';
import { vectorType } from '../engine/types/vector-type.ts';
import { fileToRead } from '../lake/file-to-read.ts';
import type { GeneratedColumn, TableVersion } from '../lake/model.ts';
import { withMicroseconds } from '../plan/hotsql/resolve/type.ts';
import type { Dialect } from '../plan/types.ts';
import type { SelectedFile } from './select-files.ts';

/** The selected parts of a table. */
export interface SelectedTable {
  readonly version: TableVersion;
  readonly files: readonly SelectedFile[];
  /** The name of the index whose order the query reads; absent: none. */
  readonly index?: string | undefined;
  /** Generated columns, in addition to the version's columns. */
  readonly generated?: readonly ReadGenerated[];
}

/** A generated column, and its value files by the object keys of the data files. */
export interface ReadGenerated {
  readonly column: GeneratedColumn;
  readonly values: ReadonlyMap<string, StoredFile>;
}

/** The table of a request to the engine. `subject` is the name in messages. */
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
 * The table as a text of the dialect sees the columns. DuckDB has fixed-length vectors and
 * nanosecond types. PostgreSQL has arrays of any length, and microseconds.
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
