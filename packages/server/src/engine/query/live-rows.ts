import { quoteIdentifier, quoteLiteral } from '../../kernel/quoting.ts';
import { castBetween } from '../types/cast-between.ts';
import { heldType } from '../types/vector-type.ts';
import type { QueryColumn, QueryFile, WrittenColumn } from './query-request.ts';

/** Files that one `read_parquet` reads. */
export interface FileGroup {
  /**
   * `plain`: their columns are the table's. `named`: by the names and types that they had when the
   * files were written. `mapped`: by field id, as `c0`, `c1`... by their places among the table's.
   */
  readonly scan: 'plain' | 'named' | 'mapped';
  /** Each of the files has deleted rows. */
  readonly isDirty: boolean;
  /** The columns in the files, where they are not the table's. */
  readonly written: readonly WrittenColumn[] | undefined;
  /** The columns that each of the files has values of beside it, by their `stored`. */
  readonly generated: readonly number[];
  readonly files: readonly QueryFile[];
}

/**
 * More runs than this would make the plan of a query long, so files of a kind are then read
 * together, in another order.
 */
const queriedRuns = 8;

/**
 * The rows of the files that are there, as a SELECT of exactly `read`, which are some of the
 * table's columns. DuckDB's own columns (`filename`, `file_row_number`) cannot be reached through a
 * view of it. Files must not be none.
 */
export function liveRows(
  files: readonly QueryFile[],
  columns: readonly QueryColumn[],
  {
    maxRuns = queriedRuns,
    read = columns,
  }: { readonly maxRuns?: number; readonly read?: readonly QueryColumn[] } = {},
): string {
  return fileGroups(files, columns, maxRuns)
    .map((group) => scanOf(group, columns, read))
    .join(' UNION ALL ');
}

/**
 * The same with the place of each row after the columns: its file, as an index of the `files` that
 * come with it, and its position in that file, counted from 0 with the rows that are gone.
 */
export function placedLiveRows(
  files: readonly QueryFile[],
  columns: readonly QueryColumn[],
): { readonly sql: string; readonly files: readonly QueryFile[] } {
  const placed: QueryFile[] = [];
  const scans = fileGroups(files, columns).map((group) => {
    const place = `CAST(f.file_index AS INTEGER) + ${placed.length}, f.file_row_number`;
    placed.push(...group.files);
    return scanOf(group, columns, columns, place);
  });
  return { sql: scans.join(' UNION ALL '), files: placed };
}

/** The same with the rows that are gone. */
export function placedRows(
  files: readonly QueryFile[],
  columns: readonly QueryColumn[],
): { readonly sql: string; readonly files: readonly QueryFile[] } {
  const fileOf = new Map<QueryFile, QueryFile>();
  for (const file of files) {
    const { deletes, ...whole } = file;
    fileOf.set(whole, file);
  }
  const { sql, files: placed } = placedLiveRows([...fileOf.keys()], columns);
  return { sql, files: placed.flatMap((whole) => fileOf.get(whole) ?? []) };
}

/**
 * Files as they are scanned: files of the table's present columns plainly, because with `schema`
 * DuckDB scans a file with one thread (3M rows: 12 ms instead of 6.6), and files without deletes
 * without looking any up.
 */
export function fileGroups(
  files: readonly QueryFile[],
  columns: readonly QueryColumn[],
  maxRuns = queriedRuns,
): FileGroup[] {
  const isStoredByName = columns.some(({ stored }) => typeof stored === 'string');
  const hasOwnName = columns.some(isOwnName);
  const scanOlder = scanOfWritten();
  const kindOf = (file: QueryFile) => {
    const isDirty = file.deletes !== undefined;
    const generated = (file.vectors ?? []).map(({ column }) => column);
    if (isStoredByName || (file.isCurrent === true && !hasOwnName)) {
      return { scan: 'plain', isDirty, written: undefined, generated } as const;
    }
    const { written } = file;
    return { scan: scanOlder(written), isDirty, written, generated };
  };
  const keyOf = kindKeys();
  const runs: (FileGroup & { readonly files: QueryFile[] })[] = [];
  const byKind = new Map<string, FileGroup & { readonly files: QueryFile[] }>();
  for (const file of files) {
    const kind = kindOf(file);
    const key = keyOf(kind);
    const last = runs.at(-1);
    if (last !== undefined && keyOf(last) === key) last.files.push(file);
    else runs.push({ ...kind, files: [file] });
    const group = byKind.get(key) ?? { ...kind, files: [] };
    group.files.push(file);
    byKind.set(key, group);
  }
  return runs.length <= maxRuns ? runs : [...byKind.values()];
}

/**
 * How files are scanned that are not the table's; the columns of files that were written together
 * are looked at once.
 */
function scanOfWritten(): (written: readonly WrittenColumn[] | undefined) => FileGroup['scan'] {
  const known = new Map<readonly WrittenColumn[], FileGroup['scan']>();
  return (written) => {
    if (written === undefined) return 'mapped';
    const scan = known.get(written) ?? (written.some(isOwnName) ? 'mapped' : 'named');
    known.set(written, scan);
    return scan;
  };
}

/** Tells kinds of files apart; the types of files that were written together are looked at once. */
function kindKeys(): (kind: Omit<FileGroup, 'files'>) => string {
  const places = new Map<readonly WrittenColumn[], number>();
  const texts = new Map<string, number>();
  const placeOf = (written: readonly WrittenColumn[]) => {
    const text = JSON.stringify(written);
    const place = texts.get(text) ?? texts.size;
    texts.set(text, place);
    return place;
  };
  return ({ scan, isDirty, written, generated }) => {
    const kind = `${scan} ${isDirty} [${generated.join()}]`;
    if (written === undefined) return kind;
    const place = places.get(written) ?? placeOf(written);
    places.set(written, place);
    return `${kind} ${place}`;
  };
}

/**
 * Names that a plain scan gives to columns of its own: a file with such a column is read by its
 * field ids.
 */
const ownColumns = new Set(['filename', 'file_row_number', 'file_index', 'rowid']);
export const isOwnName = ({ name }: { readonly name: string }) =>
  ownColumns.has(name.toLowerCase());

function scanOf(
  group: FileGroup,
  columns: readonly QueryColumn[],
  read: readonly QueryColumn[],
  place?: string,
): string {
  const { isDirty, files } = group;
  const isBeside = ({ stored }: QueryColumn) => group.generated.some((id) => id === stored);
  const isStored = (column: QueryColumn) => column.isGenerated !== true && !isBeside(column);
  const scan = scanFor(group, columns.filter(isStored), read.filter(isStored));
  const stored = [...scan.list];
  const joins: string[] = [];
  const list = read.map((column) => {
    if (isStored(column)) return stored.shift();
    if (!isBeside(column)) return nullOf(column);
    const vectors = `g${joins.length}`;
    joins.push(
      ` LEFT JOIN ${vectorsOf(files, column)} AS ${vectors}("quern:file", "quern:pos", ${vectorName(column)})` +
        ` ON ${vectors}."quern:file" = f.file_index AND ${vectors}."quern:pos" = f.file_row_number`,
    );
    const value = `${vectors}.${vectorName(column)}`;
    return column.isGenerated ? value : `CAST(${value} AS ${typeRead(column)})`;
  });
  const placed = place === undefined ? list : [...list, place];
  const live = isDirty ? ` WHERE ${isLive(files)}` : '';
  return `SELECT ${placed.join(', ')} FROM ${scan.relation} AS f${joins.join('')}${live}`;
}

/** One scan of what is beside the files, in their order: both have the same `file_index`. */
function vectorsOf(files: readonly QueryFile[], { stored }: QueryColumn): string {
  const paths = files.flatMap(
    ({ vectors = [] }) => vectors.find(({ column }) => column === stored)?.path ?? [],
  );
  return `(SELECT file_index, pos, vector FROM read_parquet(${pathList(paths)}, hive_partitioning = false))`;
}

/**
 * No column of a table has such a name: the list of a scan is without its qualifier. Plans are
 * shown without `valuesPrefix`.
 */
const vectorName = ({ name }: QueryColumn) => quoteIdentifier(`${valuesPrefix}${name}`);
export const valuesPrefix = 'quern:vector:';

function scanFor(
  group: FileGroup,
  columns: readonly QueryColumn[],
  read: readonly QueryColumn[],
): Scan {
  switch (group.scan) {
    case 'plain':
      return plainScan(group.files, columns, read);
    case 'named':
      return namedScan(group, read);
    default:
      return mappedScan(group, columns, read);
  }
}

/**
 * One scan of all dirty files, for every row of which the deleted ones are looked up. Measured on
 * 10M rows in 100 files with 1 % deletes, of which 1, 10 and 100 files have some, the median of 7:
 * this 23, 27 and 161 ms, ANTI JOIN 23, 27 and 147, a branch for each file 22, 29 and 198; no
 * deletes 20 ms. ANTI JOIN may be turned around where a filter is expected to leave few rows, and
 * then holds them in memory; NOT IN never is. The order of these rows is not kept (seen under
 * load).
 */
function isLive(files: readonly QueryFile[]): string {
  return `(f.file_index, f.file_row_number) NOT IN (${deletedRows(files, 'UBIGINT')})`;
}

/** The type that the values of a column are read with. */
export const typeRead = ({ type, keepsLength }: QueryColumn) =>
  keepsLength ? type : heldType(type);
const nullOf = (column: QueryColumn) => `CAST(NULL AS ${typeRead(column)})`;

const pathList = (paths: readonly string[]) => `[${paths.map(quoteLiteral).join(', ')}]`;

interface Scan {
  readonly list: readonly string[];
  readonly relation: string;
}

/** What is read and is no column of the table, whatever its name, is null in its files. */
function plainScan(
  files: readonly QueryFile[],
  columns: readonly QueryColumn[],
  read: readonly QueryColumn[],
): Scan {
  const present = new Set(columns.map(({ stored }) => stored));
  const nameOf = ({ name, stored }: QueryColumn) => (typeof stored === 'string' ? stored : name);
  const list = read.map((column) => {
    if (!present.has(column.stored)) return nullOf(column);
    const value = `CAST(${quoteIdentifier(nameOf(column))} AS ${column.keptAs ?? typeRead(column)})`;
    return column.keptAs === undefined
      ? value
      : castBetween(value, column.keptAs, typeRead(column));
  });
  return { list, relation: plainRelation(files) };
}

const plainRelation = (files: readonly QueryFile[]) =>
  `read_parquet(${pathList(files.map(({ path }) => path))}, hive_partitioning = false)`;

/**
 * By the names that the columns had when the files were written, null where a file is older than
 * the column: with several threads, as plainly. (3M rows of 12 columns on 2 threads: 469 ms, by
 * field id 813.)
 */
function namedScan({ files, written = [] }: FileGroup, columns: readonly QueryColumn[]): Scan {
  const present = new Map<number | string, WrittenColumn>(
    written.map((column) => [column.id, column]),
  );
  const list = columns.map((wanted) => {
    const column = present.get(wanted.stored);
    if (column === undefined) return nullOf(wanted);
    const [held, type] = [heldType(column.type), typeRead(wanted)];
    const own = `CAST(${quoteIdentifier(column.name)} AS ${held})`;
    return castBetween(own, held, type);
  });
  return { list, relation: plainRelation(files) };
}

/**
 * By field id: survives renames, gives null where a file is older than the column. The schema has
 * the types of the files, and the cast to the table's stands outside: given the table's types
 * DuckDB casts a filter's constants to the file's instead (1.5.6), and of decimals with one digit
 * `d = 0.15` then finds 0.2.
 */
function mappedScan(
  { files, written = [] }: FileGroup,
  columns: readonly QueryColumn[],
  read: readonly QueryColumn[],
): Scan {
  const types = new Map<number | string, string>(written.map(({ id, type }) => [id, type]));
  const places = new Map(columns.map((column, index) => [column, index]));
  const nameOf = (column: QueryColumn) => `c${places.get(column)}`;
  const ownTypeOf = (column: QueryColumn) =>
    heldType(types.get(column.stored) ?? column.keptAs ?? column.type);
  const fields = read.map((column) => {
    const ownType = quoteLiteral(ownTypeOf(column));
    return `${column.stored}: {name: '${nameOf(column)}', type: ${ownType}, default_value: NULL}`;
  });
  const list = read.map((column) => {
    const [own, type] = [ownTypeOf(column), typeRead(column)];
    const value = nameOf(column);
    return own === type ? `CAST(${value} AS ${type})` : castBetween(value, own, type);
  });
  const paths = pathList(files.map(({ path }) => path));
  return { list, relation: `read_parquet(${paths}, schema = map{${fields.join(', ')}})` };
}

/**
 * A SELECT of (file, pos) of every row that is gone from the files that have deletes; `file` is an
 * index of `files`, which for the files of one scan is DuckDB's `file_index`.
 */
export function deletedRows(files: readonly QueryFile[], fileType: 'UBIGINT' | 'INTEGER'): string {
  const paths = [...new Set(files.flatMap(({ deletes }) => (deletes ? [deletes.path] : [])))];
  const objectOf = new Map(paths.map((path, index) => [path, index]));
  const parts = files.flatMap(({ deletes }, index) =>
    deletes ? [`(${objectOf.get(deletes.path)}, ${deletes.part}, ${index})`] : [],
  );
  return (
    `SELECT CAST(m.file AS ${fileType}) AS file, d.pos FROM read_parquet(${pathList(paths)}, hive_partitioning = false) AS d ` +
    `JOIN (VALUES ${parts.join(', ')}) AS m(object, part, file) ON d.file_index = CAST(m.object AS UBIGINT) AND d.part = m.part`
  );
}
