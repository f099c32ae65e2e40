import { type DuckdbType, printType, scalar } from '../../engine/types/duckdb-type.ts';
import { invariant } from '../../kernel/invariant.ts';
import { type KeptType, typeKept } from '../file-engine/typed-rows.ts';
import { type Json, listOf, objectOf, oddAnswer, textOf } from './json-values.ts';

export interface IcebergField {
  readonly id: number;
  readonly name: string;
  readonly type: IcebergType;
  readonly isRequired: boolean;
  readonly comment: string | null;
  /** The value of rows older than the field, as JSON; null: none. */
  readonly initialDefault: unknown;
  /** The table's name of the column, if another column differs by case alone. */
  readonly sourceName?: string;
}

export type IcebergType =
  | { readonly kind: 'primitive'; readonly name: string }
  | { readonly kind: 'struct'; readonly fields: readonly IcebergField[] }
  | { readonly kind: 'list'; readonly element: IcebergField }
  | { readonly kind: 'map'; readonly key: IcebergField; readonly value: IcebergField };

/** DuckDB nests no deeper. */
const maxDepth = 100;

/** The fields of a schema, or of a nested struct. Throws a SourceError for invalid fields. */
export function readFields(schema: Json, depth = 0): readonly IcebergField[] {
  return listOf(schema.fields, 'a schema').map((one) => {
    const field = objectOf(one, 'a field');
    return {
      id: fieldId(field.id),
      name: textOf(field.name, 'a field'),
      type: readType(field.type, depth + 1),
      isRequired: field.required === true,
      comment: typeof field.doc === 'string' && field.doc !== '' ? field.doc : null,
      initialDefault: field['initial-default'] ?? null,
    };
  });
}

function readType(value: unknown, depth: number): IcebergType {
  if (depth > maxDepth) throw oddAnswer('a type that nests too deeply');
  if (typeof value === 'string') return { kind: 'primitive', name: value };
  const type = objectOf(value, 'a type');
  const part = (id: unknown, name: string, inner: unknown, isRequired: unknown): IcebergField => ({
    id: fieldId(id),
    name,
    type: readType(inner, depth + 1),
    isRequired: isRequired === true,
    comment: null,
    initialDefault: null,
  });
  switch (type.type) {
    case 'struct':
      return { kind: 'struct', fields: readFields(type, depth) };
    case 'list':
      return {
        kind: 'list',
        element: part(type['element-id'], 'element', type.element, type['element-required']),
      };
    case 'map':
      return {
        kind: 'map',
        key: part(type['key-id'], 'key', type.key, true),
        value: part(type['value-id'], 'value', type.value, type['value-required']),
      };
    default:
      throw oddAnswer('a type');
  }
}

function fieldId(value: unknown): number {
  if (typeof value === 'number' && Number.isSafeInteger(value)) return value;
  throw oddAnswer('a field without an id');
}

/** iceberg.apache.org/spec/#primitive-types */
export const scalarTypes: Readonly<Record<string, string>> = {
  boolean: 'BOOLEAN',
  int: 'INTEGER',
  long: 'BIGINT',
  float: 'FLOAT',
  double: 'DOUBLE',
  date: 'DATE',
  time: 'TIME',
  timestamp: 'TIMESTAMP',
  timestamptz: 'TIMESTAMP WITH TIME ZONE',
  timestamp_ns: 'TIMESTAMP_NS',
  string: 'VARCHAR',
  uuid: 'UUID',
  binary: 'BLOB',
};

/** DuckDB's type; null if this version does not support the type. */
export function duckdbTypeOf(type: IcebergType): DuckdbType | null {
  switch (type.kind) {
    case 'primitive':
      return scalarOf(type.name);
    case 'struct': {
      const fields = type.fields.flatMap((field) => {
        const inner = duckdbTypeOf(field.type);
        return inner ? [{ name: field.name, type: inner }] : [];
      });
      // The engine supports no struct with field names that differ by case alone.
      const names = new Set(fields.map(({ name }) => name.toLowerCase()));
      return names.size === type.fields.length && fields.length > 0
        ? { kind: 'struct', fields }
        : null;
    }
    case 'list': {
      const element = duckdbTypeOf(type.element.type);
      return element && { kind: 'list', element };
    }
    case 'map': {
      const key = duckdbTypeOf(type.key.type);
      const value = duckdbTypeOf(type.value.type);
      return key && value && { kind: 'map', key, value };
    }
  }
}

function scalarOf(name: string): DuckdbType | null {
  const [, precision, scale] = /^decimal\(\s*(\d{1,2})\s*,\s*(\d{1,2})\s*\)$/.exec(name) ?? [];
  if (precision !== undefined) {
    const isHeld = Number(precision) <= 38 && Number(scale) <= Number(precision);
    return isHeld ? { kind: 'decimal', precision: Number(precision), scale: Number(scale) } : null;
  }
  if (/^fixed\[\d{1,9}\]$/.test(name)) return scalar('BLOB');
  const own = Object.hasOwn(scalarTypes, name) ? scalarTypes[name] : undefined;
  return own === undefined ? null : scalar(own);
}

/** The name of a supported type. */
export function duckdbTypeName(type: IcebergType): string {
  const own = duckdbTypeOf(type);
  invariant(own, 'columns of types that are not read are refused before');
  return printType(own);
}

/** Iceberg's name of the type, with nested types. */
export function typeText(type: IcebergType): string {
  switch (type.kind) {
    case 'primitive':
      return type.name;
    case 'struct':
      return `struct<${type.fields.map((field) => `${field.name}: ${typeText(field.type)}`).join(', ')}>`;
    case 'list':
      return `list<${typeText(type.element.type)}>`;
    case 'map':
      return `map<${typeText(type.key.type)}, ${typeText(type.value.type)}>`;
  }
}

/** The stored type of the column, with a note. */
export function discoveredType(type: IcebergType): KeptType {
  const own = duckdbTypeOf(type);
  return own
    ? typeKept(printType(own))
    : { type: 'VARCHAR', note: `'${typeText(type)}' is not read by this version` };
}
