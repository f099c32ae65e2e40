/** SQL of a field's values in a data file, fields known by their ids whatever they were called. */
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

/** What a value of a field is taken from. */
export interface ValueSource {
  /** The fields of the file. */
  readonly columns: readonly FileColumn[];
  /** SQL of a column of the file, by its place: the engine gives other names to some. */
  readonly access: (place: number) => string;
  /** By the ids of fields that the file's partition has one value of. */
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

/** The column of a field, and where it stands. */
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
        // Not by its name, which may differ from another's by case alone.
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

/** A part of a list or a map, which Parquet has in a group that repeats. */
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

/** Whether values of the file are values of the type under the same names. */
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

/** Files may lack the mark that says what bytes are. */
function castOf(name: string, own: FileColumn, access: string, target: string): string {
  if (own.type === null) throw otherForm(own);
  if (own.type === 'BLOB' && name === 'string') return `decode(${access})`;
  if (own.type === 'BLOB' && name === 'uuid') return `CAST(hex(${access}) AS UUID)`;
  return `CAST(${access} AS ${target})`;
}

/** What rows have that are older than the field. */
function defaultOf({ name, type, initialDefault }: IcebergField): string {
  const target = duckdbTypeName(type);
  if (initialDefault === null) return `CAST(NULL AS ${target})`;
  if (type.kind !== 'primitive' || typeof initialDefault === 'object')
    throw refused(`has a default of several values for '${name}'`, 'rewrite its files');
  const text = quoteLiteral(String(initialDefault));
  return isBinary(type.name) ? `unhex(${text})` : `CAST(${text} AS ${target})`;
}

const isBinary = (name: string) => name === 'binary' || name.startsWith('fixed[');

/** A value as manifests have it. */
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

/** The partition's values of fields that it has as they are, by the ids of the fields. */
export function partitionConstants(
  partition: AvroRecord,
  spec: readonly { readonly id: number; readonly sourceId: number; readonly transform: string }[],
): ReadonlyMap<number, unknown> {
  const identities = spec.filter(({ transform }) => transform === 'identity');
  return new Map(identities.map(({ id, sourceId }) => [sourceId, partition.get(id)]));
}

/** The columns of a file that has no ids of its own, with those that the table's mapping names. */
export function withMappedIds(
  columns: readonly FileColumn[],
  mapping: readonly MappedName[],
): FileColumn[] {
  return columns.map((column) => {
    const found = mapping.find(({ names }) => names.includes(column.name));
    // The group in a list or a map has no name in a mapping: what is in it stands in its place.
    const isGroup = !found && column.children.length > 0;
    return {
      ...column,
      fieldId: found?.id ?? null,
      children: withMappedIds(column.children, isGroup ? mapping : (found?.fields ?? [])),
    };
  });
}

/** Whether any column of the file, or part of one, says its id. */
export const hasIds = (columns: readonly FileColumn[]): boolean =>
  columns.some(({ fieldId, children }) => fieldId !== null || hasIds(children));
