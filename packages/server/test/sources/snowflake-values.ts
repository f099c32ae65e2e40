/** The values of docs/types.md as Snowflake sends them. */
import {
  Binary,
  Bool,
  DateDay,
  Decimal,
  Field,
  Float64,
  Int8,
  Int16,
  Int32,
  Int64,
  Struct,
  Utf8,
} from 'apache-arrow';
import { type ArrowColumn, arrowStream } from './arrow-stream.ts';
import { arrowRows, type SnowflakeWire } from './snowflake-wire.ts';
import type { DocumentedType } from './source-fixture.ts';

/** Table T of the server gets a column for each, and a row of values and one of nulls. */
export function serveTypes(wire: SnowflakeWire, documented: readonly DocumentedType[]): void {
  wire.columns = documented.map(({ sourceType }, index) => {
    const [, type = '', precision, scale] = /^(\w+)(?:\((\d+),(\d+)\))?$/.exec(sourceType) ?? [];
    return {
      name: `C${index}`,
      type,
      ...(precision ? { precision: Number(precision), scale: Number(scale) } : {}),
    };
  });
  const columns = documented.map((row, index) => {
    const { type, value, scale } = sentAs(row);
    return {
      name: `C${index}`,
      type,
      values: [value, null],
      ...(scale === undefined ? {} : { scale }),
    };
  });
  wire.rows = () => arrowRows(arrowStream(columns as ArrowColumn[]), 2);
}

export function parts(...others: readonly ('fraction' | 'timezone')[]): Struct {
  return new Struct([
    new Field('epoch', new Int64(), false),
    ...others.map((name) => new Field(name, new Int32(), false)),
  ]) as Struct;
}

interface Sent {
  readonly type: ArrowColumn['type'];
  readonly value: unknown;
  readonly scale?: number;
}

/** The value of a row of docs/types.md as Snowflake puts it into Arrow. */
function sentAs({ sourceType, value, text }: DocumentedType): Sent {
  const [, kind = '', , scale = '0'] = /^(\w+)(?:\((\d+),(\d+)\))?$/.exec(sourceType) ?? [];
  const plain = value.replaceAll("'", '');
  switch (kind) {
    case 'NUMBER':
      return sentNumber(BigInt(text.replace('.', '')), Number(scale));
    case 'FLOAT':
      return {
        type: new Float64(),
        value: plain === '-inf' ? Number.NEGATIVE_INFINITY : Number(plain),
      };
    case 'BOOLEAN':
      return { type: new Bool(), value: true };
    case 'BINARY':
      return { type: new Binary(), value: Buffer.from('00ff', 'hex') };
    case 'DATE':
      return { type: new DateDay(), value: new Date(`${plain}T00:00:00Z`) };
    case 'TIME':
      return { type: new Int64(), value: nanoseconds(`1970-01-01 ${plain}`), scale: 9 };
    default:
      return kind.startsWith('TIMESTAMP')
        ? sentMoment(kind, nanoseconds(plain))
        : { type: new Utf8(), value: text };
  }
}

/** The fewest bytes for the number. */
function sentNumber(value: bigint, scale: number): Sent {
  const fits = (bits: number) => BigInt.asIntN(bits, value) === value;
  if (fits(8)) return { type: new Int8(), value: Number(value), scale };
  if (fits(16)) return { type: new Int16(), value: Number(value), scale };
  if (fits(32)) return { type: new Int32(), value: Number(value), scale };
  if (fits(64)) return { type: new Int64(), value, scale };
  const words = [0n, 32n, 64n, 96n].map((shift) => Number(BigInt.asUintN(32, value >> shift)));
  return { type: new Decimal(scale, 38, 128), value: Uint32Array.from(words), scale };
}

function sentMoment(kind: string, moment: bigint): Sent {
  if (kind === 'TIMESTAMP_LTZ') return { type: new Int64(), value: moment / 1_000_000n, scale: 3 };
  const fraction = Number(((moment % 1_000_000_000n) + 1_000_000_000n) % 1_000_000_000n);
  const epoch = (moment - BigInt(fraction)) / 1_000_000_000n;
  return kind === 'TIMESTAMP_TZ'
    ? { type: parts('fraction', 'timezone'), value: { epoch, fraction, timezone: 1560 }, scale: 9 }
    : { type: parts('fraction'), value: { epoch, fraction }, scale: 9 };
}

/** Time since 1970 of a moment with up to nine decimals. */
function nanoseconds(text: string): bigint {
  const [, whole = '', decimals = '', zone = 'Z'] =
    /^([^.]+?)(?:\.(\d+))?([+-]\d\d:\d\d)?$/.exec(text) ?? [];
  const milliseconds = BigInt(Date.parse(`${whole.replace(' ', 'T')}${zone}`));
  return milliseconds * 1_000_000n + BigInt(decimals.padEnd(9, '0'));
}
