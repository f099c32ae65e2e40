/** Avro's container files of hand-made values, to show what no writer of Iceberg does. */
import { deflateRawSync } from 'node:zlib';

export type AvroValue =
  | null
  | number
  | bigint
  | string
  | Buffer
  | AvroFixed
  | AvroUnion
  | readonly AvroValue[];

/** Raw bytes. */
export interface AvroFixed {
  readonly fixed: Buffer;
}

/** The branch of a union, and the value. */
export interface AvroUnion {
  readonly branch: number;
  readonly value: AvroValue;
}

export const present = (value: AvroValue): AvroUnion => ({ branch: 1, value });
export const absent: AvroUnion = { branch: 0, value: null };

function long(value: bigint): Buffer {
  const bytes: number[] = [];
  let rest = BigInt.asUintN(64, (value << 1n) ^ (value >> 63n));
  for (; rest > 0x7fn; rest >>= 7n) bytes.push(Number(rest & 0x7fn) | 0x80);
  return Buffer.from([...bytes, Number(rest)]);
}

const withLength = (bytes: Buffer) => Buffer.concat([long(BigInt(bytes.length)), bytes]);

/** A record is the list of its values. */
export function avroBytes(value: AvroValue): Buffer {
  if (value === null) return Buffer.alloc(0);
  if (typeof value === 'number' || typeof value === 'bigint') return long(BigInt(value));
  if (typeof value === 'string') return withLength(Buffer.from(value));
  if (Buffer.isBuffer(value)) return withLength(value);
  if ('fixed' in value) return value.fixed;
  if (!('branch' in value)) return Buffer.concat(value.map(avroBytes));
  return Buffer.concat([long(BigInt(value.branch)), avroBytes(value.value)]);
}

export interface AvroFileOptions {
  readonly codec?: string;
  /** Number of records stated by the block. */
  readonly count?: number;
}

export function avroFile(
  schema: object,
  records: readonly AvroValue[],
  { codec = 'deflate', count = records.length }: AvroFileOptions = {},
): Buffer {
  const sync = Buffer.alloc(16, 7);
  const header = [
    [`avro.schema`, JSON.stringify(schema)],
    ['avro.codec', codec],
  ].map(([name = '', text = '']) =>
    Buffer.concat([avroBytes(name), withLength(Buffer.from(text))]),
  );
  const block = Buffer.concat(records.map(avroBytes));
  const packed = codec === 'deflate' ? deflateRawSync(block) : block;
  const magic = Buffer.from('Obj\u0001', 'latin1');
  const map = [long(BigInt(header.length)), ...header, long(0n)];
  return Buffer.concat([magic, ...map, sync, long(BigInt(count)), withLength(packed), sync]);
}
