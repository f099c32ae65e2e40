import { type Data, DataType } from 'apache-arrow';
import { nullsOf } from '../arrow/decoders.ts';
import {
  readDate,
  readDatetime,
  readWhole,
  unreadable,
  writeDate,
  writeDatetime,
} from './moments.ts';
import { type AnyScalar, picoseconds, type Scalar, scalars } from './scalars.ts';
import type { FieldSchema } from './schema.ts';

/**
 * The reader for values of a normalized field, or for elements of an array; undefined for a STRUCT.
 */
export function scalarOf(field: FieldSchema): AnyScalar | undefined {
  if (field.type === 'RANGE') return rangeOf(field);
  if (field.type === 'TIMESTAMP' && Number(field.timestampPrecision ?? 6) > 6) return picoseconds;
  return Object.hasOwn(scalars, field.type) ? scalars[field.type] : undefined;
}

/** `[2024-01-01, UNBOUNDED)` */
function rangeOf({ rangeElementType }: FieldSchema): Scalar<string> | undefined {
  const bound = bounds[rangeElementType?.type ?? ''];
  const element = scalars[rangeElementType?.type ?? ''];
  const plain = scalars.STRING as Scalar<string>;
  if (!bound || !element) return undefined;
  const write = (start: unknown, end: unknown) => `[${start ?? unbounded}, ${end ?? unbounded})`;
  return {
    ...plain,
    note: 'as BigQuery writes it: [start, end)',
    column: undefined,
    fromArrow(data) {
      if (!DataType.isStruct(data.type)) return undefined;
      const [start, end] = data.children.map((child) => boundOf(child, element, bound.write));
      return start && end ? (row) => write(start(row), end(row)) : undefined;
    },
    fromRest(value) {
      const [, start, end] = /^\[([^,]+), ?([^,]+)\)$/.exec(value) ?? [];
      if (start === undefined || end === undefined) throw unreadable();
      const again = (text: string) =>
        text === unbounded || text === 'NULL' ? unbounded : bound.write(bound.read(text));
      return write(again(start), again(end));
    },
  };
}

const unbounded = 'UNBOUNDED';

function boundOf(data: Data, element: AnyScalar, write: (value: never) => string) {
  const get = element.fromArrow(data);
  const isNull = nullsOf(data);
  return get && ((row: number) => (isNull?.(row) ? undefined : write(get(row) as never)));
}

// biome-ignore lint/suspicious/noExplicitAny: as the scalar of the element has it
type Bound = { readonly read: (text: string) => any; readonly write: (value: any) => string };

const bounds: Readonly<Record<string, Bound>> = {
  DATE: { read: readDate, write: writeDate },
  DATETIME: { read: readDatetime, write: writeDatetime },
  TIMESTAMP: {
    // A count of microseconds, or a moment in UTC in words.
    read: (text: string) =>
      /^-?\d+$/.test(text)
        ? readWhole(text)
        : readDatetime(text.replace(/ ?(Z|UTC|\+00(:00)?)$/, '')),
    write: (value: bigint) => `${writeDatetime(value)}Z`,
  },
};
