import { badRequest } from '../kernel/errors.ts';
import { typeNamed } from '../plan/hotsql/resolve/type.ts';
import type { ColumnType } from '../plan/statements/write-statement.ts';

/** How a declared type is stored: DuckDB's type, and HotSQL's name where that does not say it. */
export interface StoredType {
  readonly type: string;
  readonly sqlType?: string;
  /** Of the type, as values are held to them. */
  readonly modifiers: readonly number[];
}

/** Types whose values DuckDB stores as PostgreSQL means them. */
const plainTypes: Readonly<Record<string, string>> = {
  bool: 'BOOLEAN',
  int2: 'SMALLINT',
  int4: 'INTEGER',
  int8: 'BIGINT',
  float4: 'FLOAT',
  float8: 'DOUBLE',
  text: 'VARCHAR',
  bytea: 'BLOB',
  date: 'DATE',
  time: 'TIME',
  timestamp: 'TIMESTAMP',
  timestamptz: 'TIMESTAMP WITH TIME ZONE',
};

/** Types that are stored as PostgreSQL's text of the value, under their name. */
const textTypes: ReadonlySet<string> = new Set([
  ...[
    'numeric',
    'varchar',
    'bpchar',
    'char',
    'name',
    'json',
    'jsonb',
    'uuid',
    'interval',
    'timetz',
  ],
  ...['bit', 'varbit', 'inet', 'cidr', 'macaddr', 'macaddr8', 'jsonpath'],
  ...['int4range', 'int8range', 'numrange', 'tsrange', 'tstzrange', 'daterange'],
  ...['int4multirange', 'int8multirange', 'nummultirange', 'tsmultirange', 'tstzmultirange'],
  ...['datemultirange', 'point', 'line', 'lseg', 'box', 'path', 'polygon', 'circle'],
]);

/** Lengths and precisions that a type takes. */
const modifiable = /^(?:varchar|bpchar|bit|varbit|time|timetz|timestamp|timestamptz)$/;

/** Throws 400 for a type that no table can have. */
export function storedType({ name, modifiers, isArray }: ColumnType): StoredType {
  const plain = plainTypes[name];
  const bounds = isArray ? '[]' : '';
  if (name === 'numeric' && modifiers.length > 0) {
    const [precision = 0, scale = 0] = modifiers;
    if (precision >= 1 && precision <= 38 && scale >= 0 && scale <= precision)
      return { type: `DECIMAL(${precision},${scale})${bounds}`, modifiers: [] };
    throw badRequest(
      `numeric(${modifiers.join()}) has no column type here; write numeric, or a precision of at most 38 with a scale within it`,
    );
  }
  const isModified = modifiers.length > 0;
  if (isModified && !modifiable.test(name))
    throw badRequest(`type modifier is not allowed for type '${name}'`);
  const length = modifiable.test(name) ? modifiers : [];
  if (plain !== undefined) return { type: `${plain}${bounds}`, modifiers: length };
  if (textTypes.has(name) && typeNamed(name).name === name)
    return { type: `VARCHAR${bounds}`, sqlType: `${isArray ? '_' : ''}${name}`, modifiers: length };
  throw badRequest(
    `A column cannot have the type '${name}'; docs/types.md lists the types of tables`,
  );
}
