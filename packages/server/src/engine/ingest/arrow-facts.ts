/**
 * Facts of the Arrow schema in a Parquet file, written by pyarrow, Polars, arrow-rs and others.
 * Parquet's own schema has neither fixed-size lists nor durations. The Arrow schema is the base64
 * of an IPC message (Message.fbs and Schema.fbs of Apache Arrow, in FlatBuffers' layout).
 */
import { maxNameBytes } from './column-names.ts';
import type { DurationUnit } from './file-source.ts';
import { CompactReader, Kind } from './parquet-metadata.ts';

/** A schema of 4,096 columns has some 500 KB. */
const maxCharacters = 16 * 2 ** 20;
const maxFields = 100_000;
/** The limit of DuckDB's arrays. */
const maxLength = 100_000;

/** Values of the enumerations in Message.fbs and Schema.fbs. */
const [schemaHeader, fixedSizeList, duration] = [1, 16, 18];
const units: readonly DurationUnit[] = ['s', 'ms', 'us', 'ns'];
/** The default, which writers omit. */
const usualUnit = 1;

export interface ArrowFacts {
  /** The fixed length of each list column, by column name. */
  readonly lengths: ReadonlyMap<string, number>;
  /**
   * The unit of each duration column, by column name. Parquet stores such a column as whole
   * numbers.
   */
  readonly durations: ReadonlyMap<string, DurationUnit>;
}

/**
 * The facts about the file's columns, and none where the schema is absent or unreadable. The write
 * compares the values with the facts.
 */
export function arrowFacts(footer: Buffer, damaged: () => Error): ArrowFacts {
  const facts = { lengths: new Map<string, number>(), durations: new Map<string, DurationUnit>() };
  const text = keptValue(footer, 'ARROW:schema', damaged);
  if (text === undefined || text.length > maxCharacters) return facts;
  try {
    readFacts(Buffer.from(text.toString('latin1'), 'base64'), facts);
    return facts;
  } catch (error) {
    if (error instanceof RangeError) return { lengths: new Map(), durations: new Map() };
    throw error;
  }
}

/** A value of the file's own metadata: field 5 of FileMetaData, a list of (key, value). */
function keptValue(footer: Buffer, wanted: string, damaged: () => Error): Buffer | undefined {
  const reader = new CompactReader(footer, damaged);
  let found: Buffer | undefined;
  reader.readStruct((field, kind) => {
    if (field !== 5 || kind !== Kind.list) return reader.skip(kind);
    reader.readList(() => {
      const [key, value] = readPair(reader);
      if (key?.toString('latin1') === wanted) found = value;
    });
  });
  return found;
}

function readPair(reader: CompactReader): readonly (Buffer | undefined)[] {
  const pair: (Buffer | undefined)[] = [];
  reader.readStruct((field, kind) => {
    if (kind === Kind.binary && (field === 1 || field === 2)) pair[field - 1] = reader.readBinary();
    else reader.skip(kind);
  });
  return pair;
}

function readFacts(
  message: Buffer,
  facts: { readonly lengths: Map<string, number>; readonly durations: Map<string, DurationUnit> },
): void {
  // A message begins with a mark and its size. Messages from before 2019 begin with the size alone.
  const start = message.readInt32LE(0) === -1 ? 8 : 4;
  const root = followed(message, start);
  if (scalarAt(message, root, 1, (at) => message.readUInt8(at)) !== schemaHeader) return;
  const schema = tableAt(message, root, 2);
  const fields = schema === undefined ? undefined : tableAt(message, schema, 1);
  if (fields === undefined) return;
  const count = message.readUInt32LE(fields);
  if (count > maxFields) return;
  for (let index = 0; index < count; index += 1) {
    const field = followed(message, fields + 4 + 4 * index);
    const kind = scalarAt(message, field, 2, (at) => message.readUInt8(at));
    if (kind !== fixedSizeList && kind !== duration) continue;
    const name = nameOf(message, field);
    const type = tableAt(message, field, 3);
    if (name === undefined || type === undefined) continue;
    if (kind === duration) {
      const unit = scalarAt(message, type, 0, (at) => message.readInt16LE(at)) ?? usualUnit;
      const found = units[unit];
      if (found !== undefined) facts.durations.set(name, found);
      continue;
    }
    const length = scalarAt(message, type, 0, (at) => message.readInt32LE(at)) ?? 0;
    if (length >= 1 && length <= maxLength) facts.lengths.set(name, length);
  }
}

/** 100,000 fields may share one name of megabytes, and each field would read the whole name. */
function nameOf(message: Buffer, field: number): string | undefined {
  const name = tableAt(message, field, 0);
  if (name === undefined) return undefined;
  const size = message.readUInt32LE(name);
  return size > maxNameBytes ? undefined : message.toString('utf8', name + 4, name + 4 + size);
}

/** The target of the offset at `at`. */
const followed = (bytes: Buffer, at: number) => at + bytes.readUInt32LE(at);

/** The position of a table's field, undefined for an omitted field. */
function placeOf(bytes: Buffer, table: number, field: number): number | undefined {
  const offsets = table - bytes.readInt32LE(table);
  const entry = 4 + 2 * field;
  if (entry + 2 > bytes.readUInt16LE(offsets)) return undefined;
  const offset = bytes.readUInt16LE(offsets + entry);
  return offset === 0 ? undefined : table + offset;
}

function tableAt(bytes: Buffer, table: number, field: number): number | undefined {
  const at = placeOf(bytes, table, field);
  return at === undefined ? undefined : followed(bytes, at);
}

function scalarAt(
  bytes: Buffer,
  table: number,
  field: number,
  read: (at: number) => number,
): number | undefined {
  const at = placeOf(bytes, table, field);
  return at === undefined ? undefined : read(at);
}
