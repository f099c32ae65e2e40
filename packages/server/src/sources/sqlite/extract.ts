import { isUtf8 } from 'node:buffer';
import type Database from 'better-sqlite3';
import { quoteIdentifier } from '../../kernel/quoting.ts';
import type { ExtractProgress, ExtractRequest, ExtractSummary } from '../source.ts';
import { badConfiguration, SourceError } from '../source-error.ts';
import type { StagingColumn } from '../staging/staging-column.ts';
import { duckdbTypeName } from '../staging/staging-type.ts';
import { StagingWriter } from '../staging/staging-writer.ts';
import { sqliteSchema } from './discover.ts';
import { columnsOf, type SqliteColumn } from './open-sqlite.ts';
import { type ChosenColumn, chooseColumn, type StorageCounts } from './type-map.ts';

type Value = bigint | number | string | Buffer | null;

/** Rows between two looks at whether somebody still waits. */
const rowsBetweenLooks = 5_000;
const longValueBytes = 64 * 1024;

/** The table in one read transaction: its values are looked through for their types, then read. */
export async function* extractTable(
  database: Database.Database,
  signal: AbortSignal,
  request: ExtractRequest,
): AsyncGenerator<ExtractProgress, ExtractSummary> {
  database.prepare('BEGIN').run();
  const wanted = findColumns(database, request);
  const { rows, parameters } = rowsOf(request);
  const chosen = chooseColumns(database, wanted, rows, parameters);
  const cursor = greatestCursor(database, request, rows, parameters);
  const writer = new StagingWriter({
    folder: request.folder,
    columns: wanted.map(({ name }, index) => ({ name, type: chosen[index]?.staged ?? { kind: 'text' } })),
  });
  try {
    yield* copyRows(database, signal, writer, selectList(wanted, chosen) + rows, parameters);
    writer.end();
  } finally {
    writer.abandon();
  }
  return {
    columns: wanted.map(({ name }, index) => {
      const { staged, type } = chosen[index] as ChosenColumn;
      return { name, stagedType: duckdbTypeName(staged), type };
    }),
    files: writer.files,
    rows: writer.rows,
    warnings: [],
    cursor,
  };
}

function findColumns(database: Database.Database, { schema, table, columns, cursor }: ExtractRequest): SqliteColumn[] {
  const known = schema === sqliteSchema ? columnsOf(database, table) : [];
  const missing = (what: string) => new SourceError('not_found', `${what} is not in the file; refresh the connection`);
  if (known.length === 0) throw missing(`Table '${schema}.${table}'`);
  const find = (name: string) => {
    const found = known.find((column) => column.name === name);
    if (!found) throw missing(`Column '${name}' of '${schema}.${table}'`);
    return found;
  };
  if (cursor) find(cursor.column);
  return columns ? columns.map(find) : known;
}

function rowsOf({ table, cursor }: ExtractRequest): { rows: string; parameters: readonly Value[] } {
  const from = ` FROM ${quoteIdentifier(sqliteSchema)}.${quoteIdentifier(table)}`;
  if (!cursor || cursor.value === null) return { rows: from, parameters: [] };
  return { rows: `${from} WHERE ${quoteIdentifier(cursor.column)} > ?`, parameters: [cursorValue(cursor.value)] };
}

/** A value as `quote()` writes it, which says its storage class. */
function cursorValue(text: string): Value {
  if (/^-?\d{1,19}$/.test(text)) return BigInt(text);
  if (/^'.*'$/s.test(text)) return text.slice(1, -1).replaceAll("''", "'");
  if (/^-?\d+\.\d+(e[+-]\d+)?$/.test(text)) return Number(text);
  throw badConfiguration('The cursor stands at a value that is neither a number nor a text');
}

function greatestCursor(
  database: Database.Database,
  { cursor }: ExtractRequest,
  rows: string,
  parameters: readonly Value[],
): string | null {
  if (!cursor) return null;
  const greatest = database
    .prepare<Value[], string>(`SELECT quote(max(${quoteIdentifier(cursor.column)}))${rows}`)
    .pluck()
    .get(...parameters);
  return greatest === undefined || greatest === 'NULL' ? null : greatest;
}

const counts = ['integers', 'reals', 'texts', 'blobs', 'large', 'others'] as const;

function chooseColumns(
  database: Database.Database,
  columns: readonly SqliteColumn[],
  rows: string,
  parameters: readonly Value[],
): ChosenColumn[] {
  const expressions = columns.flatMap(({ name }) => {
    const quoted = quoteIdentifier(name);
    const total = (condition: string) => `total(${condition})`;
    const isInteger = `typeof(${quoted}) = 'integer'`;
    return [
      total(isInteger),
      total(`typeof(${quoted}) = 'real'`),
      total(`typeof(${quoted}) = 'text'`),
      total(`typeof(${quoted}) = 'blob'`),
      total(`${isInteger} AND (${quoted} > 9007199254740992 OR ${quoted} < -9007199254740992)`),
      total(`${isInteger} AND ${quoted} NOT IN (0, 1)`),
    ];
  });
  const found = inParts(expressions).flatMap(
    (part) =>
      database
        .prepare<Value[], number[]>(`SELECT ${part.join(', ')}${rows}`)
        .raw()
        .get(...parameters) ?? [],
  );
  return columns.map(({ declared }, index) => {
    const of = Object.fromEntries(counts.map((name, offset) => [name, found[index * counts.length + offset] ?? 0]));
    return chooseColumn(declared, of as unknown as StorageCounts);
  });
}

/** SQLite takes 2,000 columns in a result. */
function inParts(expressions: readonly string[]): string[][] {
  const parts: string[][] = [];
  for (let at = 0; at < expressions.length; at += 1_500) parts.push(expressions.slice(at, at + 1_500));
  return parts;
}

function selectList(columns: readonly SqliteColumn[], chosen: readonly ChosenColumn[]): string {
  return `SELECT ${columns.map(({ name }, index) => chosen[index]?.expression(quoteIdentifier(name))).join(', ')}`;
}

async function* copyRows(
  database: Database.Database,
  signal: AbortSignal,
  writer: StagingWriter,
  sql: string,
  parameters: readonly Value[],
): AsyncGenerator<ExtractProgress, void> {
  const statement = database.prepare<Value[], Value[]>(sql).raw().safeIntegers();
  let bytes = 0;
  for (const row of statement.iterate(...parameters)) {
    let length = 0;
    for (let index = 0; index < row.length; index += 1) {
      const column = writer.columns[index];
      if (column) length += putValue(column, row[index] ?? null);
    }
    bytes += length;
    writer.endRow(length > longValueBytes);
    if (writer.rows % rowsBetweenLooks !== 0) continue;
    signal.throwIfAborted();
    const finished = writer.takeFinished();
    for (const file of finished) yield { rows: writer.rows, bytes, file };
    if (finished.length === 0) yield { rows: writer.rows, bytes };
  }
}

/** Bytes of the value. */
function putValue(column: StagingColumn, value: Value): number {
  if (value === null) {
    column.markNull();
    return 1;
  }
  column.mark();
  if (typeof value === 'bigint') column.putBigInt64(value);
  else if (typeof value === 'number') column.putDouble(value);
  else if (typeof value === 'string') column.putText(value);
  else {
    if (column.type.kind === 'text' && !isUtf8(value)) throw notText(column.name);
    column.putBytes(value, 0, value.length);
    return value.length;
  }
  return 8;
}

const notText = (column: string) =>
  new SourceError(
    'value_not_representable',
    `Column '${column}' has text that is not UTF-8; make a view in the file that gives it as CAST(${column} AS BLOB)`,
  );
