/** SQL for a field's values in a data file. Ids identify the fields, whatever their names were. */
import { printType } from '../../engine/types/duckdb-type.ts';
import { quoteIdentifier, quoteLiteral } from '../../kernel/quoting.ts';
import type { FileColumn } from '../lake-files/schema-tree.ts';
import type { AvroRecord } from './avro-file.ts';
import { type MappedName, refused } from './table-metadata.ts';
import {
  duckdbTypeName,
  duckdbTypeOf,
  type IcebergField,
  type IcebergType,
  typeText,
} from './type-map.ts';

/** The source of a field's values. */
export interface ValueSource {
  /** The fields of the file. */
  readonly columns: readonly FileColumn[];
  /** SQL for the file's column at a position: the engine renames some columns. */
  readonly access: (place: number) => string;
  /** Values of fields that the file's partition fixes, by field id. */
  readonly constants: ReadonlyMap<number, unknown>;
}

/** A value of the field, in the type of the table. */
export function fieldValue(
  field: IcebergField,
  { columns, access, constants }: ValueSource,
): string {
  const [own, place] = ofField(columns, field);
  if (own) return valueFrom(field.type, own, access(place), 0);
  const constant = constants.get(field.id);
  return constant === undefined || constant === null
    ? defaultOf(field)
    : constantOf(field.type, constant);
}

/** The column of a field, with its position. */
function ofField(
  columns: readonly FileColumn[],
  { id }: IcebergField,
): readonly [column: FileColumn | undefined, place: number] {
  const place = columns.findIndex(({ fieldId }) => fieldId === id);
  return [columns[place], place];
}

function valueFrom(type: IcebergType, own: FileColumn, access: string, depth: number): string {
  const target = duckdbTypeName(type);
  if (isAsItIs(type, own)) return access;
  switch (type.kind) {
    case 'primitive':
      return castOf(type.name, own, access, target);
    case 'struct': {
      const parts = type.fields.map((field) => {
        const [part, place] = ofField(own.children, field);
        // Access by position: names may differ by case alone.
        const value = part
          ? valueFrom(field.type, part, `struct_extract_at(${access}, ${place + 1})`, depth)
          : defaultOf(field);
        return `${quoteIdentifier(field.name)} := ${value}`;
      });
      return whereThere(access, `struct_pack(${parts.join(', ')})`, target);
    }
    case 'list': {
      const element = partOf(own, type.element);
      const item = `x${depth}`;
      const value = valueFrom(type.element.type, element, item, depth + 1);
      return whereThere(access, `list_transform(${access}, lambda ${item}: ${value})`, target);
    }
    case 'map': {
      const key = partOf(own, type.key);
      const value = partOf(own, type.value);
      const item = `x${depth}`;
      const entry = [
        `k := ${valueFrom(type.key.type, key, `${item}.key`, depth + 1)}`,
        `v := ${valueFrom(type.value.type, value, `${item}.value`, depth + 1)}`,
      ];
      const entries = `list_transform(map_entries(${access}), lambda ${item}: struct_pack(${entry.join(', ')}))`;
      return whereThere(access, `map_from_entries(${entries})`, target);
    }
  }
}

const whereThere = (access: string, value: string, type: string) =>
  `CASE WHEN ${access} IS NOT NULL THEN CAST(${value} AS ${type}) END`;

/** A part of a list or a map; Parquet stores it inside a repeated group. */
function partOf(own: FileColumn, field: IcebergField): FileColumn {
  const part = own.children[0]?.children.find(({ fieldId }) => fieldId === field.id);
  if (part) return part;
  throw otherForm(own);
}

const otherForm = ({ name }: FileColumn) =>
  refused(
    `has column '${name}' in another form in one of its files`,
    'rewrite its files (rewrite_data_files)',
  );

/** True if the file's values have the type, under the same names. */
function isAsItIs(type: IcebergType, own: FileColumn): boolean {
  switch (type.kind) {
    case 'primitive':
      return own.type === duckdbTypeName(type);
    case 'struct':
      return (
        own.children.length === type.fields.length &&
        type.fields.every((field, index) => {
          const part = own.children[index];
          return (
            part?.fieldId === field.id && part.name === field.name && isAsItIs(field.type, part)
          );
        })
      );
    case 'list':
      return isAsItIs(type.element.type, partOf(own, type.element));
    case 'map':
      return [type.key, type.value].every((part) => isAsItIs(part.type, partOf(own, part)));
  }
}

/** Files may lack the annotation of a text column. */
function castOf(name: string, own: FileColumn, access: string, target: string): string {
  if (own.type === null) throw otherForm(own);
  if (own.type === 'BLOB' && name === 'string') return `decode(${access})`;
  if (own.type === 'BLOB' && name === 'uuid') return `CAST(hex(${access}) AS UUID)`;
  return `CAST(${access} AS ${target})`;
}

/** The value of rows older than the field. */
function defaultOf({ name, type, initialDefault }: IcebergField): string {
  const target = duckdbTypeName(type);
  if (initialDefault === null) return `CAST(NULL AS ${target})`;
  if (type.kind !== 'primitive' || typeof initialDefault === 'object')
    throw refused(`has a default of several values for '${name}'`, 'rewrite its files');
  const text = quoteLiteral(String(initialDefault));
  return isBinary(type.name) ? `unhex(${text})` : `CAST(${text} AS ${target})`;
}

const isBinary = (name: string) => name === 'binary' || name.startsWith('fixed[');

/** A value in the form of manifests. */
function constantOf(type: IcebergType, value: unknown): string {
  const target = duckdbTypeName(type);
  const name = type.kind === 'primitive' ? type.name : '';
  const own = duckdbTypeOf(type);
  if (Buffer.isBuffer(value)) {
    const hex = quoteLiteral(value.toString('hex'));
    if (own?.kind === 'decimal')
      return `CAST('${decimalText(value, own.scale)}' AS ${printType(own)})`;
    if (name === 'uuid') return `CAST(${hex} AS UUID)`;
    if (isBinary(name)) return `unhex(${hex})`;
  }
  switch (name) {
    case 'date':
      return `(DATE '1970-01-01' + ${Number(value)}::INTEGER)`;
    case 'time':
      return `CAST(make_timestamp(${BigInt(String(value))}) AS TIME)`;
    case 'timestamp':
    case 'timestamptz':
      return `CAST(make_timestamp(${BigInt(String(value))}) AS ${target})`;
    case 'timestamp_ns':
      return `make_timestamp_ns(${BigInt(String(value))})`;
    default:
      if (['string', 'number', 'bigint', 'boolean'].includes(typeof value))
        return `CAST(${quoteLiteral(String(value))} AS ${target})`;
      throw refused(`is partitioned by values of '${typeText(type)}'`, 'rewrite its files');
  }
}

/** A whole number in big-endian two's complement, of any length. */
export const unscaledOf = (bytes: Buffer): bigint =>
  BigInt.asIntN(bytes.length * 8, BigInt(`0x${bytes.toString('hex') || '0'}`));

function decimalText(bytes: Buffer, scale: number): string {
  const value = unscaledOf(bytes);
  const digits = (value < 0n ? -value : value).toString().padStart(scale + 1, '0');
  const whole = digits.slice(0, digits.length - scale);
  const fraction = scale === 0 ? '' : `.${digits.slice(-scale)}`;
  return `${value < 0n ? '-' : ''}${whole}${fraction}`;
}

/** The partition's values of fields with the identity transform, by field id. */
export function partitionConstants(
  partition: AvroRecord,
  spec: readonly { readonly id: number; readonly sourceId: number; readonly transform: string }[],
): ReadonlyMap<number, unknown> {
  const identities = spec.filter(({ transform }) => transform === 'identity');
  return new Map(identities.map(({ id, sourceId }) => [sourceId, partition.get(id)]));
}

/** The columns of a file without ids, with the ids of the table's name mapping. */
export function withMappedIds(
  columns: readonly FileColumn[],
  mapping: readonly MappedName[],
): FileColumn[] {
  return columns.map((column) => {
    const found = mapping.find(({ names }) => names.includes(column.name));
    // A mapping does not name the group inside a list or map, so the group's columns take its
    // position.
    const isGroup = !found && column.children.length > 0;
    return {
      ...column,
      fieldId: found?.id ?? null,
      children: withMappedIds(column.children, isGroup ? mapping : (found?.fields ?? [])),
    };
  });
}

/** True if a column of the file, or a nested column, has an id. */
export const hasIds = (columns: readonly FileColumn[]): boolean =>
  columns.some(({ fieldId, children }) => fieldId !== null || hasIds(children));
