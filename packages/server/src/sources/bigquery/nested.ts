/** Structs and arrays of structs as JSON text, without loss of digits. */
import { type Data, DataType } from 'apache-arrow';
import { elementsOf, nullsOf } from '../arrow/decoders.ts';
import { unreadable } from './moments.ts';
import { scalarOf } from './scalar-of.ts';
import type { Getter } from './scalars.ts';
import { type FieldSchema, normalized } from './schema.ts';

/**
 * The JSON of the non-null value at a row of an Arrow column; undefined if the column has another
 * type.
 */
export function arrowJson(field: FieldSchema, data: Data): Getter<string> | undefined {
  const { mode, ...single } = field;
  if (mode === 'REPEATED') return listJson(single, data);
  if (field.type === 'RECORD') return structJson(field.fields ?? [], data);
  const scalar = scalarOf(field);
  const get = scalar?.fromArrow(data);
  return scalar && get && ((row) => scalar.json(get(row)));
}

function listJson(element: FieldSchema, data: Data): Getter<string> | undefined {
  const elements = elementsOf(data);
  const get = elements && arrowJson(element, elements.data);
  if (!elements || !get) return undefined;
  const isNull = nullsOf(elements.data);
  return (row) => {
    const [start, end] = elements.bounds(row);
    const items = Array.from({ length: end - start }, (_, index) =>
      isNull?.(start + index) ? 'null' : get(start + index),
    );
    return `[${items.join(',')}]`;
  };
}

function structJson(fields: readonly FieldSchema[], data: Data): Getter<string> | undefined {
  if (!DataType.isStruct(data.type) || data.children.length !== fields.length) return undefined;
  const members: Getter<string>[] = [];
  for (const [index, field] of fields.entries()) {
    const child = data.children[index];
    const get =
      child && child.length >= data.length ? arrowJson(normalized(field), child) : undefined;
    if (!child || !get) return undefined;
    const isNull = nullsOf(child);
    members.push((row) => `${JSON.stringify(field.name)}:${isNull?.(row) ? 'null' : get(row)}`);
  }
  return (row) => `{${members.map((member) => member(row)).join(',')}}`;
}

/** The JSON of a REST value: `{f: [{v}]}` is a struct, `[{v}]` an array. */
export function restJson(field: FieldSchema, value: unknown): string {
  if (value === null || value === undefined) return 'null';
  const { mode, ...single } = field;
  if (mode === 'REPEATED') {
    if (!Array.isArray(value)) throw unreadable();
    return `[${value.map((item) => restJson(single, item?.v)).join(',')}]`;
  }
  if (field.type === 'RECORD') {
    const { f } = value as { readonly f?: unknown };
    const { fields = [] } = field;
    if (!Array.isArray(f) || f.length !== fields.length) throw unreadable();
    return `{${fields.map((one, index) => `${JSON.stringify(one.name)}:${restJson(normalized(one), f[index]?.v)}`).join(',')}}`;
  }
  const scalar = scalarOf(field);
  if (!scalar) throw unreadable();
  return scalar.json(scalar.fromRest(String(value)));
}
