import { isUtf8 } from 'node:buffer';
import { TextDecoder } from 'node:util';
import type Database from 'better-sqlite3';
import { quoteIdentifier } from '../../kernel/quoting.ts';
import type { ExtractProgress, ExtractRequest, ExtractSummary } from '../source.ts';
import { badConfiguration, SourceError } from '../source-error.ts';
import type { StagingColumn } from '../staging/staging-column.ts';
import { duckdbTypeName } from '../staging/staging-type.ts';
import { StagingWriter } from '../staging/staging-writer.ts';
import { sqliteSchema } from './discover.ts';
import { columnsOf, encodingOf, type SqliteColumn } from './open-sqlite.ts';
import {
  type ChosenColumn,
  chooseColumn,
  columnOfBytes,
  type FileEncoding,
  type StorageCounts,
} from './type-map.ts';

type Value = bigint | number | string | Buffer | null;

/** Rows between two looks at whether somebody still waits. */
const rowsBetweenLooks = 5_000;
const longValueBytes = 64 * 1024;
/** Doubles represent all integers up to this limit. */
const exactIntegers = 9_007_199_254_740_992n;

/**
 * Reads the table in one read transaction: a first scan of the values decides the types, a second
 * reads.
 */
export async function* extractTable(
  database: Database.Database,
  signal: AbortSignal,
  request: ExtractRequest,
): AsyncGenerator<ExtractProgress, ExtractSummary> {
  database.prepare('BEGIN').run();
  const wanted = findColumns(database, request);
  const { rows, parameters } = rowsOf(request);
  const encoding = encodingOf(database);
  const bytes = new Set(request.asText);
  const chosen = chooseColumns(database, wanted, rows, parameters, encoding).map((column, index) =>
    bytes.has(wanted[index]?.name ?? '') ? columnOfBytes : column,
  );
  const cursor = greatestCursor(database, request, rows, parameters);
  const writer = new StagingWriter({
    folder: request.folder,
    columns: wanted.map(({ name }, index) => ({
      name,
      type: chosen[index]?.staged ?? { kind: 'text' },
    })),
  });
  try {
    const put = valueWriter(chosen, encoding);
    yield* copyRows(database, signal, writer, put, selectList(wanted, chosen) + rows, parameters);
    writer.end();
  } finally {
    writer.abandon();
  }
  return {
    columns: wanted.map(({ name }, index) => {
      const { staged, type, fit, sqlType, hasNoValues = false } = chosen[index] as ChosenColumn;
      return {
        name,
        stagedType: duckdbTypeName(staged),
        type: fit?.type() ?? type,
        ...(sqlType !== undefined && { sqlType }),
        ...(fit && { digits: fit.digits }),
        hasNoValues,
      };
    }),
    files: writer.files,
    rows: writer.rows,
    warnings: wanted.flatMap(({ name }, index) => mixedWarning(name, chosen[index], writer.rows)),
    cursor,
  };
}

/** A warning for a column whose values cannot be compared. */
function mixedWarning(column: string, chosen: ChosenColumn | undefined, count: number) {
  const isMixed = chosen?.sqlType?.startsWith('kept:') === true;
  const message = 'it holds numbers and texts: each is kept as text, and they are not compared';
  return isMixed ? [{ column, message, count }] : [];
}

function findColumns(
  database: Database.Database,
  { schema, table, columns, cursor }: ExtractRequest,
): SqliteColumn[] {
  const known = schema === sqliteSchema ? columnsOf(database, table) : [];
  const missing = (what: string) =>
    new SourceError('not_found', `${what} is not in the file; refresh the connection`);
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
  const name = quoteIdentifier(cursor.column);
  const parameters = [cursorValue(cursor.value)];
  return cursor.isInclusive
    ? { rows: `${from} WHERE (${name} >= ? OR ${name} IS NULL)`, parameters }
    : { rows: `${from} WHERE ${name} > ?`, parameters };
}

/** A value in the form of `quote()`, which shows the storage class. */
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
  encoding: FileEncoding,
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
      total(`${isInteger} AND (${quoted} > ${exactIntegers} OR ${quoted} < -${exactIntegers})`),
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
    const of = Object.fromEntries(
      counts.map((name, offset) => [name, found[index * counts.length + offset] ?? 0]),
    );
    return chooseColumn(declared, of as unknown as StorageCounts, encoding);
  });
}

/** SQLite takes 2,000 columns in a result. */
function inParts(expressions: readonly string[]): string[][] {
  const parts: string[][] = [];
  for (let at = 0; at < expressions.length; at += 1_500)
    parts.push(expressions.slice(at, at + 1_500));
  return parts;
}

function selectList(columns: readonly SqliteColumn[], chosen: readonly ChosenColumn[]): string {
  return `SELECT ${columns.map(({ name }, index) => chosen[index]?.expression(quoteIdentifier(name))).join(', ')}`;
}

async function* copyRows(
  database: Database.Database,
  signal: AbortSignal,
  writer: StagingWriter,
  put: PutValue,
  sql: string,
  parameters: readonly Value[],
): AsyncGenerator<ExtractProgress, void> {
  const statement = database.prepare<Value[], Value[]>(sql).raw().safeIntegers();
  let bytes = 0;
  for (const row of statement.iterate(...parameters)) {
    let length = 0;
    for (let index = 0; index < row.length; index += 1) {
      const column = writer.columns[index];
      if (column) length += put(column, index, row[index] ?? null);
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

/** Appends a value to the column at `index`. Returns the size in bytes. */
type PutValue = (column: StagingColumn, index: number, value: Value) => number;

/**
 * Each value must have the storage classes of the first scan: a view may return others at the
 * second.
 */
function valueWriter(chosen: readonly ChosenColumn[], encoding: FileEncoding): PutValue {
  const areFlags = chosen.map(({ type }) => type === 'BOOLEAN');
  const decoder =
    encoding === 'utf-8' ? undefined : new TextDecoder(encoding, { fatal: true, ignoreBOM: true });
  return (column, index, value) => {
    if (value === null) {
      column.markNull();
      return 1;
    }
    column.mark();
    const { kind } = column.type;
    const fit = chosen[index]?.fit;
    if (fit && (typeof value === 'bigint' || typeof value === 'number')) {
      const digits = Buffer.from(plainDigits(value), 'latin1');
      fit.add(digits, 0, digits.length);
      column.putBytes(digits, 0, digits.length);
      return digits.length;
    }
    if (typeof value === 'object' && (kind === 'text' || kind === 'bytes')) {
      const bytes = kind === 'text' ? utf8Of(column, value, decoder) : value;
      column.putBytes(bytes, 0, bytes.length);
      return bytes.length;
    }
    if (typeof value === 'string' && kind === 'bytes') {
      const bytes = utf8Of(column, Buffer.from(value, 'hex'), decoder);
      column.putBytes(bytes, 0, bytes.length);
      return bytes.length;
    }
    if (
      typeof value === 'bigint' &&
      kind === 'integer' &&
      !(areFlags[index] && value !== 0n && value !== 1n)
    )
      column.putBigInt64(value);
    else if (
      typeof value === 'bigint' &&
      kind === 'double' &&
      value <= exactIntegers &&
      value >= -exactIntegers
    )
      column.putDouble(Number(value));
    else if (typeof value === 'number' && kind === 'double') column.putDouble(value);
    else throw otherKind(column.name);
    return 8;
  };
}

/** The fewest digits of a number, without an exponent; PostgreSQL's word for an infinity. */
function plainDigits(value: bigint | number): string {
  const text = String(value);
  const [, sign = '', first = '', rest = '', power = ''] =
    /^(-?)(\d)(?:\.(\d+))?e([+-]\d+)$/.exec(text) ?? [];
  if (power === '') return text;
  const digits = first + rest;
  const point = 1 + Number(power);
  if (point <= 0) return `${sign}0.${'0'.repeat(-point)}${digits}`;
  return `${sign}${digits.padEnd(point, '0')}`;
}

function utf8Of(column: StagingColumn, text: Buffer, decoder: TextDecoder | undefined): Buffer {
  if (!decoder) {
    if (isUtf8(text)) return text;
    throw notText(column.name, 'UTF-8');
  }
  try {
    return Buffer.from(decoder.decode(text), 'utf8');
  } catch {
    throw notText(column.name, decoder.encoding.toUpperCase());
  }
}

const notText = (column: string, encoding: string) =>
  new SourceError(
    'value_not_representable',
    `Column '${column}' has text that is not ${encoding}; make a view in the file that gives it as CAST(${column} AS BLOB)`,
    { column },
  );
const otherKind = (column: string) =>
  new SourceError(
    'definition_changed',
    `Column '${column}' gave values of another type when it was read again; try again, or make its view one that gives the ` +
      'same values each time',
  );
