/**
 * Avro's object container files (avro.apache.org/docs/1.12.0/specification), the format of
 * Iceberg's manifests. The reader interprets the file's schema and generates no code, unlike the
 * Avro libraries. All sizes in the file are checked against the file's bytes.
 */
import { inflateRawSync } from 'node:zlib';
import { SourceError } from '../source-error.ts';
import { type Json, listOf, objectOf, oddAnswer } from './json-values.ts';

/**
 * A record: values by the `field-id` of their fields, or by name without an id. An int is a number,
 * a long a bigint, bytes are a Buffer.
 */
export type AvroRecord = ReadonlyMap<number | string, unknown>;

/** Maximum size of an unpacked block. */
const maxBlockBytes = 64 * 2 ** 20;
const maxRecords = 1_000_000;
const maxDepth = 64;
const syncBytes = 16;

/** The records of a file. Throws a SourceError for a damaged file, or a file in another format. */
export function readAvroFile(bytes: Buffer): AvroRecord[] {
  try {
    return readRecords(new Cursor(bytes));
  } catch (error) {
    // Reading past the end of a truncated file.
    if (error instanceof RangeError) throw damaged();
    throw error;
  }
}

function readRecords(file: Cursor): AvroRecord[] {
  if (file.take(4).toString('latin1') !== 'Obj\u0001') throw damaged();
  const header = new Map(readBlocks(file, () => [readString(file), readBytes(file)] as const));
  const read = compile(parseSchema(header.get('avro.schema')), new Map(), 0);
  const codec = String(header.get('avro.codec') ?? 'null');
  const sync = file.take(syncBytes);
  const records: AvroRecord[] = [];
  while (!file.isAtEnd) {
    const count = file.count();
    const block = unpack(codec, file.take(file.count()));
    if (!file.take(syncBytes).equals(sync)) throw damaged();
    if (records.length + count > maxRecords) throw tooMany();
    for (let index = 0; index < count; index += 1) {
      const record = read(block);
      if (!(record instanceof Map)) throw damaged();
      records.push(record);
    }
  }
  return records;
}

const damaged = () => oddAnswer('a manifest');

const tooMany = () =>
  new SourceError(
    'unsupported',
    `A manifest of the Iceberg table names more than ${maxRecords.toLocaleString('en')} files, which is not read; rewrite its manifests`,
  );

function parseSchema(text: unknown): unknown {
  try {
    return JSON.parse(String(text));
  } catch {
    throw damaged();
  }
}

function unpack(codec: string, block: Buffer): Cursor {
  if (codec === 'null') return new Cursor(block);
  if (codec !== 'deflate') {
    throw new SourceError(
      'unsupported',
      `The Iceberg table has manifests packed by '${codec.slice(0, 20)}', which this service does not read; set write.avro.compression-codec to gzip and rewrite them`,
    );
  }
  try {
    return new Cursor(inflateRawSync(block, { maxOutputLength: maxBlockBytes }));
  } catch {
    throw damaged();
  }
}

/** Bytes with a position; reading past the end is a RangeError. */
class Cursor {
  readonly #bytes: Buffer;
  #at = 0;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#bytes.length;
  }

  take(length: number): Buffer {
    if (length < 0 || this.#at + length > this.#bytes.length) throw new RangeError();
    this.#at += length;
    return this.#bytes.subarray(this.#at - length, this.#at);
  }

  /** A number in zigzag, seven bits a byte. */
  long(): bigint {
    let value = 0n;
    for (let shift = 0n; shift < 70n; shift += 7n) {
      const byte = this.take(1).readUInt8();
      value |= BigInt(byte & 0x7f) << shift;
      if (byte < 0x80) return BigInt.asIntN(64, (value >> 1n) ^ -(value & 1n));
    }
    throw damaged();
  }

  int(): number {
    return Number(this.long());
  }

  /** A length or a number of values: never larger than the remaining bytes permit. */
  count(): number {
    const value = this.int();
    if (value < 0 || value > this.#bytes.length * 8 + maxRecords) throw new RangeError();
    return value;
  }
}

type Read = (from: Cursor) => unknown;

const readBytes = (from: Cursor) => from.take(from.count());
const readString = (from: Cursor) => readBytes(from).toString('utf8');

/** Primitive types and their encodings. */
const primitives: Readonly<Record<string, (from: Cursor) => unknown>> = {
  null: () => null,
  boolean: (from) => from.take(1)[0] === 1,
  int: (from) => from.int(),
  long: (from) => from.long(),
  float: (from) => from.take(4).readFloatLE(),
  double: (from) => from.take(8).readDoubleLE(),
  bytes: readBytes,
  string: readString,
};

/** Makes the reader for a schema. Named types that contain themselves are refused. */
function compile(schema: unknown, named: Map<string, Read>, depth: number): Read {
  if (depth > maxDepth) throw damaged();
  if (typeof schema === 'string') return primitiveOf(schema, named);
  if (Array.isArray(schema)) {
    const branches = schema.map((branch) => compile(branch, named, depth + 1));
    return (from) => branchOf(branches, from.int())(from);
  }
  const type = objectOf(schema, 'a manifest');
  const read = complexOf(type, named, depth);
  if (typeof type.name === 'string') named.set(type.name, read);
  return read;
}

function primitiveOf(name: string, named: ReadonlyMap<string, Read>): Read {
  const read = Object.hasOwn(primitives, name) ? primitives[name] : named.get(name);
  if (!read) throw damaged();
  return read;
}

function branchOf(branches: readonly Read[], index: number): Read {
  const read = branches[index];
  if (!read) throw damaged();
  return read;
}

function complexOf(type: Json, named: Map<string, Read>, depth: number): Read {
  switch (type.type) {
    case 'record': {
      const fields = listOf(type.fields, 'a manifest').map((one) => {
        const field = objectOf(one, 'a manifest');
        const id = field['field-id'];
        const key = typeof id === 'number' ? id : String(field.name);
        return { key, read: compile(field.type, named, depth + 1) };
      });
      return (from) => new Map(fields.map(({ key, read }) => [key, read(from)]));
    }
    case 'array': {
      const read = compile(type.items, named, depth + 1);
      return (from) => readBlocks(from, () => read(from));
    }
    case 'map': {
      const read = compile(type.values, named, depth + 1);
      return (from) => {
        const entry = () => [readString(from), read(from)] as const;
        return new Map(readBlocks(from, entry));
      };
    }
    case 'fixed': {
      const size = Number(type.size);
      return (from) => from.take(size);
    }
    case 'enum': {
      const symbols = listOf(type.symbols, 'a manifest');
      return (from) => symbols[from.int()];
    }
    default:
      return compile(type.type, named, depth + 1);
  }
}

/**
 * Values in blocks, each with a count; a negative count is followed by the block's size in bytes.
 */
function readBlocks<Value>(from: Cursor, read: () => Value): Value[] {
  const values: Value[] = [];
  for (;;) {
    const count = from.int();
    if (count === 0) return values;
    if (count < 0) from.long();
    for (let index = 0; index < Math.abs(count); index += 1) {
      // Values of no bytes (null) would be as many as somebody says.
      if (values.length >= maxRecords) throw tooMany();
      values.push(read());
    }
  }
}
