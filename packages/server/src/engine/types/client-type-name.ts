import { quoteIdentifier } from '../../kernel/quoting.ts';
import { arrowTypeName } from './arrow-type.ts';
import { type DuckdbType, parseType } from './duckdb-type.ts';
import { storedType } from './result-expression.ts';
import { heldType } from './vector-type.ts';

/**
 * Types without children in two spellings: the spelling of a column or a list's element, and SQL's
 * spelling. Clients read only SQL's spelling inside a struct or a map.
 */
const scalars: Readonly<Record<string, readonly [arrow: string, sql: string]>> = {
  BOOLEAN: ['Boolean', 'boolean'],
  TINYINT: ['Int8', 'smallint'],
  SMALLINT: ['Int16', 'smallint'],
  INTEGER: ['Int32', 'integer'],
  BIGINT: ['Int64', 'bigint'],
  UTINYINT: ['UInt8', 'smallint'],
  USMALLINT: ['UInt16', 'integer'],
  UINTEGER: ['UInt32', 'bigint'],
  UBIGINT: ['UInt64', 'numeric(20, 0)'],
  FLOAT: ['Float32', 'real'],
  DOUBLE: ['Float64', 'double precision'],
  BLOB: ['Binary', 'bytea'],
  DATE: ['Date32', 'date'],
  TIME: ['Time64', 'time'],
  TIME_NS: ['Time64', 'time'],
  TIMESTAMP: ['timestamp[us]', 'timestamp'],
  TIMESTAMP_NS: ['timestamp[ns]', 'timestamp'],
  'TIMESTAMP WITH TIME ZONE': ['timestamp[us, tz=UTC]', 'timestamptz'],
};
const text = ['Utf8', 'varchar'] as const;

/**
 * `data_type` of a table's column, in words that clients read
 * (docs/contract/connections.md#data-types): `Int64`, `timestamp[us]`, `list<item: int64>`,
 * `struct<"a": bigint>`. A map keeps Arrow's own name, because hotdata-ibis casts known maps to
 * text. `arrowTypeName` loses nothing. The present function omits details that clients cannot read.
 * @param type a type name in DuckDB's spelling
 */
export function clientTypeName(type: string): string {
  return nameOf(storedType(parseType(heldType(type))));
}

function nameOf(stored: DuckdbType): string {
  switch (stored.kind) {
    case 'decimal':
      return arrowTypeName(stored);
    case 'list':
      return isPlain(stored.element)
        ? `list<item: ${nameOf(stored.element).replace(/^[A-Z][A-Za-z]*/, toLowerCase)}>`
        : sqlName(stored);
    case 'scalar':
      return (scalars[stored.name] ?? text)[0];
    case 'map':
      return arrowTypeName(stored);
    default:
      return sqlName(stored);
  }
}

const toLowerCase = (word: string) => word.toLowerCase();

/** True for a type without children, and for lists of such a type. */
const isPlain = (type: DuckdbType): boolean =>
  type.kind === 'list' ? isPlain(type.element) : type.kind !== 'struct' && type.kind !== 'map';

function sqlName(stored: DuckdbType): string {
  switch (stored.kind) {
    case 'decimal':
      return `numeric(${stored.precision}, ${stored.scale})`;
    case 'list':
      return `${sqlName(stored.element)}[]`;
    case 'map':
      return `map<${sqlName(stored.key)}, ${sqlName(stored.value)}>`;
    case 'struct':
      return `struct<${stored.fields.map(({ name, type }) => `${quoteIdentifier(name)}: ${sqlName(type)}`).join(', ')}>`;
    case 'scalar':
      return (scalars[stored.name] ?? text)[1];
    default:
      return text[1];
  }
}
