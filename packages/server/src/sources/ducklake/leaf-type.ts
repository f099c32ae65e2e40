/** DuckDB's type for a leaf of a Parquet schema, for leaves as DuckDB writes them. */
import { Physical } from '../staging/staging-type.ts';

/** An element of a schema, with the numbers of parquet-format's parquet.thrift. */
export interface SchemaElement {
  readonly name: string;
  readonly children: number;
  readonly fieldId: number | null;
  /** Physical type; null for a group. */
  readonly physical: number | null;
  readonly converted: number | null;
  readonly precision: number;
  readonly scale: number;
  readonly logical: LogicalType | null;
}

export interface LogicalType {
  /** The union's member. */
  readonly member: number;
  /** UTC flag and unit, for times. */
  readonly isUtc: boolean;
  readonly unit: number;
}

const Logical = { time: 7, timestamp: 8, uuid: 14 } as const;
const micros = 2;
const decimal = 5;
const decimalForms: ReadonlySet<number> = new Set([
  ...[Physical.int32, Physical.int64, Physical.bytes, Physical.fixed],
]);
const none = -1;

/** Keyed by physical and converted type. */
const plainTypes: Readonly<Record<number, Readonly<Record<number, string>>>> = {
  [Physical.boolean]: { [none]: 'BOOLEAN' },
  [Physical.int32]: {
    [none]: 'INTEGER',
    6: 'DATE',
    11: 'UTINYINT',
    12: 'USMALLINT',
    13: 'UINTEGER',
    15: 'TINYINT',
    16: 'SMALLINT',
    17: 'INTEGER',
  },
  [Physical.int64]: { [none]: 'BIGINT', 14: 'UBIGINT', 18: 'BIGINT' },
  [Physical.float]: { [none]: 'FLOAT' },
  [Physical.double]: { [none]: 'DOUBLE' },
  [Physical.bytes]: { [none]: 'BLOB', 0: 'VARCHAR', 19: 'JSON' },
  [Physical.fixed]: { 21: 'INTERVAL' },
};

/** DuckDB's name of the type. Null for a group, and for types in another encoding than DuckDB's. */
export function leafType(element: SchemaElement): string | null {
  const { physical, converted, precision, scale, logical } = element;
  if (physical === null || element.children > 0) return null;
  switch (logical?.member) {
    case undefined:
      break;
    case Logical.timestamp:
    case Logical.time: {
      const isKnown = physical === Physical.int64 && logical.unit === micros;
      const name = logical.member === Logical.time ? 'TIME' : 'TIMESTAMP';
      return isKnown ? zoned(name, logical) : null;
    }
    case Logical.uuid:
      return physical === Physical.fixed ? 'UUID' : null;
    default:
      // A logical type next to a converted type has the same meaning. A logical type alone may be
      // any, such as the type of nulls.
      if (converted === null) return null;
  }
  if (converted === decimal && decimalForms.has(physical))
    return precision > 0 && precision <= 38 ? `DECIMAL(${precision},${scale})` : null;
  return plainTypes[physical]?.[converted ?? none] ?? null;
}

const zoned = (name: string, { isUtc }: LogicalType) => (isUtc ? `${name} WITH TIME ZONE` : name);
