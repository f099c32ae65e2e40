/** The values of docs/types.md as BigQuery sends them: in Arrow, and over REST. */
import {
  Binary,
  Bool,
  DataType,
  DateDay,
  Decimal,
  Field,
  Float64,
  Int64,
  IntervalMonthDayNano,
  List,
  Struct,
  TimeMicrosecond,
  TimestampMicrosecond,
  Utf8,
} from 'apache-arrow';
import { readDecimal } from '../../src/sources/bigquery/decimals.ts';
import type { FieldSchema } from '../../src/sources/bigquery/schema.ts';

/** `ARRAY<STRUCT<x INT64>>` from the description of REST. */
export function fieldOf(sourceType: string, name: string): FieldSchema {
  const array = /^ARRAY<(.*)>$/.exec(sourceType)?.[1];
  if (array !== undefined) return { ...fieldOf(array, name), mode: 'REPEATED' };
  const struct = /^STRUCT<(.*)>$/.exec(sourceType)?.[1];
  if (struct !== undefined) {
    const members = membersOf(struct).map((member) => member.split(/ (.*)/s) as [string, string]);
    return {
      name,
      type: 'RECORD',
      mode: 'NULLABLE',
      fields: members.map(([one, type]) => fieldOf(type, one)),
    };
  }
  const range = /^RANGE<(.*)>$/.exec(sourceType)?.[1];
  if (range !== undefined) return { name, type: 'RANGE', rangeElementType: { type: range } };
  const [, type = '', precision, scale] = /^(\w+)(?:\((\d+)(?:,(\d+))?\))?$/.exec(sourceType) ?? [];
  if (type === 'TIMESTAMP' && precision) return { name, type, timestampPrecision: precision };
  return {
    name,
    type,
    mode: 'NULLABLE',
    ...(precision ? { precision } : {}),
    ...(scale ? { scale } : {}),
  };
}

/** Parts between commas outside brackets. */
function membersOf(text: string): string[] {
  const parts = [''];
  let depth = 0;
  for (const character of text) {
    if (character === '<') depth += 1;
    if (character === '>') depth -= 1;
    if (character === ',' && depth === 0) parts.push('');
    else parts[parts.length - 1] += character;
  }
  return parts.map((part) => part.trim());
}

interface Sent {
  readonly type: DataType;
  readonly value: unknown;
}

/**
 * A documented text as a value of Arrow, in the types that
 * cloud.google.com/bigquery/docs/reference/storage names.
 */
export function arrowOf(field: FieldSchema, text: string): Sent {
  if (field.mode === 'REPEATED') {
    const single = { ...field, mode: 'NULLABLE' };
    const items = itemsOf(field, text).map((item) =>
      item === null ? null : within(arrowOf(single, item)),
    );
    return {
      type: new List(new Field('item', arrowOf(single, exampleOf(field, text)).type, true)),
      value: items,
    };
  }
  if (field.type === 'RECORD') {
    const value = parseExact(text);
    const members = (field.fields ?? []).map((one) => {
      const given = value[one.name];
      const sent = arrowOf(one, given === null ? exampleOf(one, '') : plainText(given));
      return { name: one.name, type: sent.type, value: given === null ? null : within(sent) };
    });
    const type = new Struct(members.map((member) => new Field(member.name, member.type, true)));
    return {
      type,
      value: Object.fromEntries(members.map((member) => [member.name, member.value])),
    };
  }
  if (field.type === 'RANGE') {
    const element = { name: 'x', type: field.rangeElementType?.type ?? '' };
    const [, start = '', end = ''] = /^\[(.+), (.+)\)$/.exec(text) ?? [];
    const bounds = [start, end].map((bound) =>
      bound === 'UNBOUNDED' ? null : within(arrowOf(element, bound)),
    );
    const { type } = arrowOf(element, start);
    return {
      type: new Struct(['start', 'end'].map((name) => new Field(name, type, true))),
      value: { start: bounds[0], end: bounds[1] },
    };
  }
  return arrowScalar(field, text);
}

/** For a moment within another value, the library uses its milliseconds. */
const within = ({ type, value }: Sent) =>
  DataType.isTimestamp(type) ? Number(value) / 1000 : value;

function arrowScalar({ type, timestampPrecision }: FieldSchema, text: string): Sent {
  const microseconds = () => {
    const [, whole = '', decimals = ''] = /^([^.]+?)(?:\.(\d+))?(?:Z|\+00)?$/.exec(text) ?? [];
    return (
      BigInt(Date.parse(`${whole.replace(' ', 'T')}Z`)) * 1000n + BigInt(decimals.padEnd(6, '0'))
    );
  };
  if (timestampPrecision) return { type: new Utf8(), value: text };
  switch (type) {
    case 'INT64':
      return { type: new Int64(), value: BigInt(text) };
    case 'FLOAT64':
      return {
        type: new Float64(),
        value: text === '-inf' ? Number.NEGATIVE_INFINITY : Number(text),
      };
    case 'BOOL':
      return { type: new Bool(), value: text === 'true' };
    case 'NUMERIC':
      return { type: new Decimal(9, 38, 128), value: words(readDecimal(text, 9), 4) };
    case 'BIGNUMERIC':
      return { type: new Decimal(38, 76, 256), value: words(readDecimal(text, 38), 8) };
    case 'BYTES':
      return { type: new Binary(), value: Buffer.from('00ff', 'hex') };
    case 'DATE':
      return { type: new DateDay(), value: new Date(`${text}T00:00:00Z`) };
    case 'TIME':
      return { type: new TimeMicrosecond(), value: 86_399_999_999n };
    case 'DATETIME':
      return { type: new TimestampMicrosecond(), value: microseconds() };
    case 'TIMESTAMP':
      return { type: new TimestampMicrosecond('UTC'), value: microseconds() };
    case 'INTERVAL':
      return {
        type: new IntervalMonthDayNano(),
        value: intervalWords(14, -3, 14_706_700_000_000n),
      };
    default:
      return { type: new Utf8(), value: text };
  }
}

const words = (value: bigint, count: number) =>
  Uint32Array.from({ length: count }, (_, index) =>
    Number(BigInt.asUintN(32, value >> BigInt(32 * index))),
  );

const intervalWords = (months: number, days: number, nanoseconds: bigint) =>
  Int32Array.from([
    months,
    days,
    Number(BigInt.asIntN(32, nanoseconds)),
    Number(nanoseconds >> 32n),
  ]);

/** Texts of an array's elements. */
function itemsOf(field: FieldSchema, text: string): (string | null)[] {
  if (field.type === 'RECORD')
    return (JSON.parse(text) as unknown[]).map((item) => JSON.stringify(item));
  if (text === '[]') return [];
  if (text.startsWith('[{') || text.startsWith('["'))
    return (JSON.parse(text) as string[]).map(plainText);
  return (
    text
      .slice(1, -1)
      .match(/'[^']*'|[^', ]+/g)
      ?.map((item) => item.replace(/^'|'$/g, '')) ?? []
  );
}

/** A value of the type, where there is none to learn it from. */
function exampleOf({ type }: FieldSchema, text: string): string {
  if (type === 'RECORD') return JSON.stringify((JSON.parse(text) as unknown[])[0]);
  return /DATE|TIME/.test(type) ? '2024-02-29' : type === 'BOOL' ? 'true' : '0';
}

/** Numbers beyond a double become texts. */
const parseExact = (text: string) =>
  JSON.parse(text.replace(/([:[,])(-?\d{16,})(?=[,}\]])/g, '$1"$2"')) as Record<string, unknown>;

const plainText = (value: unknown) =>
  typeof value === 'object' ? JSON.stringify(value) : String(value);

/** A documented text as a value of REST. */
export function restOf(field: FieldSchema, text: string): unknown {
  if (field.mode === 'REPEATED') {
    const single = { ...field, mode: 'NULLABLE' };
    return itemsOf(field, text).map((item) => ({ v: item === null ? null : restOf(single, item) }));
  }
  if (field.type === 'RECORD') {
    const value = parseExact(text);
    return {
      f: (field.fields ?? []).map((one) => ({
        v: value[one.name] === null ? null : restOf(one, plainText(value[one.name])),
      })),
    };
  }
  const { type } = field;
  if (type === 'BYTES') return Buffer.from('00ff', 'hex').toString('base64');
  if (type === 'TIMESTAMP' && !field.timestampPrecision)
    return String(arrowScalar(field, text).value);
  if (type === 'DATETIME') return text.replace(' ', 'T');
  if (type === 'INTERVAL') return '1-2 -3 4:5:6.700';
  return type === 'FLOAT64' && text === '-inf' ? '-Infinity' : text;
}
