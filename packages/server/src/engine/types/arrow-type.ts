/**
 * The Arrow types of stored columns: the names of the REST information schema, and the schema text
 * of a load answer.
 */

import { type DuckdbType, parseType, type TypeField } from './duckdb-type.ts';
import { storedType } from './result-expression.ts';
import type { TypedColumn } from './typed-column.ts';
import { vectorType } from './vector-type.ts';

/** Arrow types without children, in arrow-rs's JSON form. Names derive from the same form. */
type PlainArrowType = string | Readonly<Record<string, unknown>>;

const plainTypes: Readonly<Record<string, PlainArrowType>> = {
  BOOLEAN: 'Boolean',
  TINYINT: 'Int8',
  SMALLINT: 'Int16',
  INTEGER: 'Int32',
  BIGINT: 'Int64',
  UTINYINT: 'UInt8',
  USMALLINT: 'UInt16',
  UINTEGER: 'UInt32',
  UBIGINT: 'UInt64',
  FLOAT: 'Float32',
  DOUBLE: 'Float64',
  VARCHAR: 'Utf8',
  BLOB: 'Binary',
  DATE: 'Date32',
  TIME: { Time64: 'Microsecond' },
  TIME_NS: { Time64: 'Nanosecond' },
  TIMESTAMP: { Timestamp: ['Microsecond', null] },
  TIMESTAMP_NS: { Timestamp: ['Nanosecond', null] },
  'TIMESTAMP WITH TIME ZONE': { Timestamp: ['Microsecond', 'UTC'] },
};

/**
 * The Arrow type name of a DuckDB type (docs/contract/connections.md#arrow-type-names): `Int64`,
 * `Utf8`, `Timestamp(Microsecond, None)`, `Decimal128(10, 2)`, `List(Int64)`,
 * `Struct(a Int64, b Utf8)`, `Map(Utf8, Int64)`.
 * @param type a tree, or a type name in DuckDB's spelling
 */
export function arrowTypeName(type: DuckdbType | string): string {
  const stored = storedType(typeof type === 'string' ? parseType(type) : type);
  switch (stored.kind) {
    case 'decimal':
      return `Decimal128(${stored.precision}, ${stored.scale})`;
    case 'list':
      return `List(${arrowTypeName(stored.element)})`;
    case 'map':
      return `Map(${arrowTypeName(stored.key)}, ${arrowTypeName(stored.value)})`;
    case 'struct':
      return `Struct(${stored.fields.map((field) => `${field.name} ${arrowTypeName(field.type)}`).join(', ')})`;
    case 'scalar':
      return plainTypeName(plainTypes[stored.name] ?? 'Utf8');
    default:
      return 'Utf8';
  }
}

/**
 * The Arrow type name of a table's column. Unlike a result's column, its vectors may have a fixed
 * length: `FixedSizeList(Float32, 3)`.
 */
export function columnTypeName(type: string): string {
  const { element, length } = vectorType(type) ?? {};
  return element !== undefined && length != null
    ? `FixedSizeList(${arrowTypeName(element)}, ${length})`
    : arrowTypeName(type);
}

function plainTypeName(type: PlainArrowType): string {
  if (typeof type === 'string') return type;
  const [name, parameters] = Object.entries(type)[0] ?? [];
  if (!Array.isArray(parameters)) return `${name}(${parameters})`;
  const [unit, zone] = parameters;
  return `${name}(${unit}, ${zone === null ? 'None' : `Some("${zone}")`})`;
}

/**
 * `arrow_schema_json` of a load answer: the schema in arrow-rs's serialisation. No client reads the
 * content.
 */
export function arrowSchemaJson(columns: readonly TypedColumn[]): string {
  const fields = columns.map(({ name, type }) => {
    const field = arrowField(name, storedType(parseType(type)));
    const length = vectorType(type)?.length ?? null;
    if (length === null) return field;
    return { ...field, data_type: { FixedSizeList: [elementField(type), length] } };
  });
  return JSON.stringify({ fields, metadata: {} });
}

const elementField = (vector: string) =>
  arrowField('element', { kind: 'scalar', name: vectorType(vector)?.element ?? 'FLOAT' });

function arrowField(name: string, stored: DuckdbType, nullable = true) {
  return {
    name,
    data_type: arrowJsonType(stored),
    nullable,
    dict_id: 0,
    dict_is_ordered: false,
    metadata: {},
  };
}

function arrowJsonType(stored: DuckdbType): unknown {
  const structOf = (fields: readonly TypeField[]) =>
    fields.map((field) => arrowField(field.name, field.type));
  switch (stored.kind) {
    case 'decimal':
      return { Decimal128: [stored.precision, stored.scale] };
    case 'list':
      return { List: arrowField('element', stored.element) };
    case 'struct':
      return { Struct: structOf(stored.fields) };
    case 'map': {
      const entry = [arrowField('key', stored.key, false), arrowField('value', stored.value)];
      const field = { name: 'key_value', data_type: { Struct: entry }, nullable: false };
      return { Map: [{ ...field, dict_id: 0, dict_is_ordered: false, metadata: {} }, false] };
    }
    case 'scalar':
      return plainTypes[stored.name] ?? 'Utf8';
    default:
      return 'Utf8';
  }
}
