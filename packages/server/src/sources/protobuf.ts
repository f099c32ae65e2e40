/**
 * The parts of Protocol Buffers' encoding (protobuf.dev/programming-guides/encoding) for small
 * messages: numbers, texts, nested messages.
 */
import { SourceError } from './source-error.ts';

export type ProtobufField = readonly [number: number, value: number | bigint | string | Uint8Array];

const Wire = { varint: 0, fixed64: 1, bytes: 2, fixed32: 5 } as const;

/** Encodes a message with the given fields; nested messages are already encoded. */
export function encodeMessage(fields: readonly ProtobufField[]): Buffer {
  const parts = fields.flatMap(([number, value]) => {
    if (typeof value === 'number' || typeof value === 'bigint') {
      return [varint(BigInt(number * 8 + Wire.varint)), varint(BigInt(value))];
    }
    const bytes = typeof value === 'string' ? Buffer.from(value, 'utf8') : value;
    return [varint(BigInt(number * 8 + Wire.bytes)), varint(BigInt(bytes.length)), bytes];
  });
  return Buffer.concat(parts);
}

/**
 * The fields of a message: bytes as views, numbers as bigints; fields of fixed size are skipped.
 */
export function decodeMessage(bytes: Uint8Array): Map<number, (Uint8Array | bigint)[]> {
  const fields = new Map<number, (Uint8Array | bigint)[]>();
  let at = 0;
  const readVarint = () => {
    let value = 0n;
    for (let shift = 0n; shift < 70n; shift += 7n) {
      const byte = bytes[at];
      if (byte === undefined) throw malformed();
      at += 1;
      value |= BigInt(byte & 0x7f) << shift;
      if (byte < 0x80) return value;
    }
    throw malformed();
  };
  const add = (number: number, value: Uint8Array | bigint) => {
    const values = fields.get(number);
    if (values) values.push(value);
    else fields.set(number, [value]);
  };
  while (at < bytes.length) {
    const tag = Number(readVarint());
    const number = Math.floor(tag / 8);
    const wire = tag % 8;
    if (wire === Wire.varint) {
      add(number, readVarint());
      continue;
    }
    const length =
      wire === Wire.bytes
        ? Number(readVarint())
        : wire === Wire.fixed64
          ? 8
          : wire === Wire.fixed32
            ? 4
            : -1;
    if (length < 0 || at + length > bytes.length) throw malformed();
    if (wire === Wire.bytes) add(number, bytes.subarray(at, at + length));
    at += length;
  }
  return fields;
}

/**
 * The last value of a field with bytes or a message; empty if the field is absent, as in the
 * protocol.
 */
export function bytesOf(
  fields: ReadonlyMap<number, readonly (Uint8Array | bigint)[]>,
  number: number,
): Uint8Array {
  const value = fields.get(number)?.at(-1);
  return value instanceof Uint8Array ? value : new Uint8Array(0);
}

function varint(value: bigint): Buffer {
  const bytes: number[] = [];
  let rest = value;
  for (; rest >= 0x80n; rest >>= 7n) bytes.push(Number(rest & 0x7fn) | 0x80);
  bytes.push(Number(rest));
  return Buffer.from(bytes);
}

const malformed = () =>
  new SourceError('source_failed', 'The source sent a message that cannot be read; try again');
