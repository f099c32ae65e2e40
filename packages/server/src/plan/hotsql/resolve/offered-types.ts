import { multirangeTypes, rangeTypes } from './range-types.ts';

/** A type of HotSQL's columns and values. */
export interface OfferedType {
  /** PostgreSQL's name of the type. */
  readonly name: string;
  /** Size of a value in PostgreSQL, in bytes; -1 for variable size. */
  readonly length: number;
  /** DuckDB's types, without modifiers, shown as this type. */
  readonly engine: readonly string[];
}

const type = (name: string, length: number, ...engine: readonly string[]): OfferedType => ({
  name,
  length,
  engine,
});

export const offeredTypes: readonly OfferedType[] = [
  type('bool', 1, 'BOOLEAN'),
  type('bytea', -1, 'BLOB'),
  type('char', 1),
  type('name', 64),
  type('int8', 8, 'BIGINT', 'UINTEGER'),
  type('int2', 2, 'SMALLINT', 'TINYINT', 'UTINYINT'),
  type('int4', 4, 'INTEGER', 'USMALLINT'),
  type('text', -1, 'VARCHAR'),
  type('oid', 4),
  type('json', -1, 'JSON'),
  type('float4', 4, 'FLOAT'),
  type('float8', 8, 'DOUBLE'),
  type('bpchar', -1),
  type('varchar', -1),
  type('date', 4, 'DATE'),
  type('time', 8, 'TIME'),
  type('timestamp', 8, 'TIMESTAMP', 'TIMESTAMP_S', 'TIMESTAMP_MS', 'TIMESTAMP_NS'),
  type('timestamptz', 8, 'TIMESTAMP WITH TIME ZONE'),
  type('interval', 16, 'INTERVAL'),
  type('timetz', 12, 'TIME WITH TIME ZONE'),
  type('bit', -1, 'BIT'),
  type('varbit', -1),
  type('numeric', -1, 'DECIMAL', 'HUGEINT', 'UBIGINT', 'UHUGEINT'),
  type('regclass', 4),
  type('regtype', 4),
  type('regnamespace', 4),
  type('regrole', 4),
  type('uuid', 16, 'UUID'),
  type('jsonb', -1),
  type('jsonpath', -1),
  type('inet', -1),
  type('cidr', -1),
  type('macaddr', 6),
  type('macaddr8', 8),
  type('money', 8),
  type('point', 16),
  type('lseg', 32),
  type('line', 24),
  type('box', 32),
  type('path', -1),
  type('polygon', -1),
  type('circle', 24),
  ...[...rangeTypes, ...multirangeTypes].map((name) => type(name, -1)),
];
