import { quoteIdentifier, quoteLiteral } from '../../kernel/quoting.ts';
import { castBetween } from '../types/cast-between.ts';
import { heldType } from '../types/vector-type.ts';
import type { QueryColumn, QueryFile, WrittenColumn } from './query-request.ts';

/** The files of one `read_parquet`. */
export interface FileGroup {
  /**
   * `plain`: the files have the table's columns. `named`: columns have the names and types of the
   * time of writing. `mapped`: columns are read by field id, as `c0`, `c1`... by their places in
   * the table.
   */
  readonly scan: 'plain' | 'named' | 'mapped';
  /** Each of the files has deleted rows. */
  readonly isDirty: boolean;
  /** The columns in the files, where other than the table's. */
  readonly written: readonly WrittenColumn[] | undefined;
  /** The `stored` of each column with values in a file next to each data file. */
  readonly generated: readonly number[];
  readonly files: readonly QueryFile[];
}

/**
 * More runs would make a query's plan long. Files of a kind are then read together, in another
 * order.
 */
const queriedRuns = 8;

/**
 * A SELECT of exactly `read`, some of the table's columns, over the live rows of the files.
 * DuckDB's own columns (`filename`, `file_row_number`) are not reachable through a view of the
 * SELECT. `files` must not be empty.
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
 * Extends `liveRows` by the place of each row, after the columns. A place is the index of a file in
 * the returned `files`, and the row's position in the file, from 0 including deleted rows.
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

/** The same rows and places, including deleted rows. */
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
 * Groups files by their kind of scan. Files with the table's present columns are scanned plainly,
 * because with `schema` DuckDB scans a file with one thread (3M rows: 12 ms instead of 6.6). Files
 * without deletes are scanned without a lookup of deletes.
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
 * Chooses the scan of files with other columns than the table's. Files written together share the
 * decision.
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

/** Keys for kinds of files. Files written together share the work on their types. */
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

/** Names of a plain scan's own columns. A file with such a column is read by field ids. */
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

/**
 * One scan of the values next to the files, in the order of the files, so both scans have the same
 * `file_index`.
 */
function vectorsOf(files: readonly QueryFile[], { stored }: QueryColumn): string {
  const paths = files.flatMap(
    ({ vectors = [] }) => vectors.find(({ column }) => column === stored)?.path ?? [],
  );
  return `(SELECT file_index, pos, vector FROM read_parquet(${pathList(paths)}, hive_partitioning = false))`;
}

/**
 * No column of a table has such a name, because the list of a scan has no qualifiers. Shown plans
 * omit `valuesPrefix`.
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
 * One scan of all files with deletes, with a lookup of every row among the deleted rows. Measured
 * on 10M rows in 100 files with 1 % deletes, in 1, 10 and 100 of the files (medians of 7). NOT IN
 * takes 23, 27 and 161 ms, ANTI JOIN 23, 27 and 147, and a branch per file 22, 29 and 198. Without
 * deletes the scan takes 20 ms. An ANTI JOIN may swap its sides where a filter seems to leave few
 * rows, and then holds the rows in memory. NOT IN never swaps. The order of the rows is not
 * preserved (seen under load).
 */
function isLive(files: readonly QueryFile[]): string {
  return `(f.file_index, f.file_row_number) NOT IN (${deletedRows(files, 'UBIGINT')})`;
}

/** The type in which a column's values are read. */
export const typeRead = ({ type, keepsLength }: QueryColumn) =>
  keepsLength ? type : heldType(type);
const nullOf = (column: QueryColumn) => `CAST(NULL AS ${typeRead(column)})`;

const pathList = (paths: readonly string[]) => `[${paths.map(quoteLiteral).join(', ')}]`;

interface Scan {
  readonly list: readonly string[];
  readonly relation: string;
}

/** A read column outside the table is null in the table's files, whatever its name. */
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
 * Reads by the column names of the time of writing, with null for columns newer than the file. The
 * scan uses several threads, as a plain scan does (3M rows of 12 columns on 2 threads: 469 ms, by
 * field id 813).
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
 * Reads by field id, which survives renames, with null for columns newer than the file. The schema
 * has the types of the files, and a cast to the table's types is outside. With the table's types in
 * the schema, DuckDB casts a filter's constants to the file's types (1.5.6). For decimals with one
 * digit, `d = 0.15` then finds 0.2.
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
 * A SELECT of (file, pos) of every deleted row. `file` is an index in `files`, equal to DuckDB's
 * `file_index` for the files of one scan.
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
