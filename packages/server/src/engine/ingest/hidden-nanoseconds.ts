import { rm } from 'node:fs/promises';
import type { DuckDBConnection } from '@duckdb/node-api';
import { quoteIdentifier } from '../../kernel/quoting.ts';
import { cutQuestion, hasNanoseconds } from './cut-columns.ts';
import { CompactReader, Kind } from './parquet-metadata.ts';
import { parquetRelation } from './source-relation.ts';
import { copyWithBytes, type ReplacedElement } from './wide-decimals.ts';

/** Field numbers of SchemaElement (parquet.thrift), and values of the physical type. */
const Field = { type: 1, typeLength: 2, childCount: 5, convertedType: 6, logicalType: 10 } as const;
const [int96, fixedBytes, int96Bytes] = [3, 7, 12];
/** ConvertedType of months, days and milliseconds, 32 bits of each. */
const interval = 21;

/**
 * LogicalType as every writer encodes the union: a TIMESTAMP (field 8) or TIME (field 7) of
 * nanoseconds, adjusted to UTC. The second byte is the adjustment flag.
 */
const adjusted = /^[87]c(11)1c3c00000000$/;
const isLocal = 0x12;

/**
 * Schema elements whose nanoseconds the engine drops (1.5.6): INT96 columns of the file, and
 * instants and times with a zone. The replacement of each element makes the engine read the
 * nanoseconds: as intervals, which have as many bytes, or without the zone. Throws the error of
 * `damaged` for bytes that are not a
 * footer.
 */
export function findHiddenNanoseconds(footer: Buffer, damaged: () => Error): ReplacedElement[] {
  const reader = new CompactReader(footer, damaged);
  const found: ReplacedElement[] = [];
  reader.readStruct((field, kind) => {
    if (field !== 2 || kind !== Kind.list) return reader.skip(kind);
    /** The number of remaining children of each open node below the root. */
    const open: number[] = [];
    let isRoot = true;
    reader.readList(() => {
      const element = readElement(reader, footer);
      while (open.at(-1) === 0) open.pop();
      const isColumn = !isRoot && open.length === 0;
      if (open.length > 0) open[open.length - 1] = (open.at(-1) ?? 0) - 1;
      const asBytes = withNanoseconds(element, isColumn);
      if (asBytes !== null) found.push({ start: element.start, end: element.end, asBytes });
      if (!isRoot && element.childCount > 0) open.push(element.childCount);
      isRoot = false;
    });
  });
  return found;
}

interface ElementField {
  readonly field: number;
  readonly kind: number;
  readonly bytes: Buffer;
}

interface Element {
  readonly start: number;
  readonly end: number;
  readonly childCount: number;
  readonly type: number | undefined;
  readonly fields: readonly ElementField[];
}

function readElement(reader: CompactReader, footer: Buffer): Element {
  const start = reader.position;
  const fields: ElementField[] = [];
  const numbers = new Map<number, number>();
  reader.readStruct((field, kind) => {
    const from = reader.position;
    if (kind === 5) numbers.set(field, reader.readZigzag());
    else reader.skip(kind);
    fields.push({ field, kind, bytes: footer.subarray(from, reader.position) });
  });
  const childCount = numbers.get(Field.childCount) ?? 0;
  return { start, end: reader.position, childCount, type: numbers.get(Field.type), fields };
}

function withNanoseconds({ fields, type }: Element, isColumn: boolean): Buffer | null {
  if (type === int96 && isColumn) {
    const written = new Map([
      [Field.type, fixedBytes],
      [Field.typeLength, int96Bytes],
      [Field.convertedType, interval],
    ] as readonly (readonly [number, number])[]);
    const isKept = ({ field }: ElementField) => !written.has(field) && field !== Field.logicalType;
    const added = [...written].map(([field, value]) => ({
      field,
      kind: 5,
      bytes: Buffer.from([2 * value]),
    }));
    return encoded(
      [...fields.filter(isKept), ...added].sort((one, other) => one.field - other.field),
    );
  }
  const logical = fields.find(({ field }) => field === Field.logicalType);
  if (logical === undefined || !adjusted.test(logical.bytes.toString('hex'))) return null;
  const local = Buffer.from(logical.bytes);
  local[1] = isLocal;
  return encoded(fields.map((field) => (field === logical ? { ...field, bytes: local } : field)));
}

/**
 * Encodes the fields. Returns null unless the fields are in order, each once, as every writer
 * writes the struct.
 */
function encoded(fields: readonly ElementField[]): Buffer | null {
  const parts: Buffer[] = [];
  let last = 0;
  for (const { field, kind, bytes } of fields) {
    if (field <= last || field - last > 15) return null;
    parts.push(Buffer.from([((field - last) << 4) | kind]), bytes);
    last = field;
  }
  return Buffer.concat([...parts, Buffer.from([Kind.stop])]);
}

/**
 * Names of the file's columns with dropped nanoseconds. A copy of the file, in which the
 * nanoseconds are readable, decides.
 */
export async function hiddenCuts(
  { connection, spoolDir }: { readonly connection: DuckDBConnection; readonly spoolDir: string },
  path: string,
  footer: Buffer,
  hidden: readonly ReplacedElement[],
): Promise<ReadonlySet<string>> {
  const [own, copy] = [parquetRelation(path), await copyWithBytes(path, footer, hidden, spoolDir)];
  try {
    const types = await typesOf(connection, own);
    const asked = [...(await typesOf(connection, parquetRelation(copy)))].flatMap(([name, type]) =>
      type === types.get(name) ? [] : [{ name, question: questionOf(name, type) }],
    );
    if (asked.length === 0) return new Set();
    const sql = `SELECT ${asked.map(({ question }) => question).join(', ')} FROM ${parquetRelation(copy)}`;
    const [answers = []] = (await connection.runAndReadAll(sql)).getRows();
    return new Set(
      asked.filter((_asked, index) => answers[index] === true).map(({ name }) => name),
    );
  } finally {
    await rm(copy, { force: true });
  }
}

async function typesOf(
  connection: DuckDBConnection,
  relation: string,
): Promise<ReadonlyMap<string, string>> {
  const described = await connection.runAndReadAll(`DESCRIBE SELECT * FROM ${relation}`);
  return new Map(described.getRows().map(([name, type]) => [String(name), String(type)]));
}

function questionOf(name: string, type: string): string {
  const value = quoteIdentifier(name);
  if (hasNanoseconds(type)) return cutQuestion(value, type);
  // INT96: the nanoseconds of the day in 64 bits, the low half as months, then the day. The text of
  // the bytes costs 0.85 us a row, an interval 0.05.
  const low = `CAST(12 * year(${value}) + month(${value}) AS BIGINT) & 4294967295`;
  const high = `CAST(day(${value}) AS BIGINT) & 4294967295`;
  return `bool_or(((${low}) % 1000 + (${high}) % 1000 * 296) % 1000 <> 0)`;
}
