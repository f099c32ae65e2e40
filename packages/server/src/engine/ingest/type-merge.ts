import { type DuckdbType, parseType, printType, scalar } from '../types/duckdb-type.ts';
import { joinTypes } from './type-join.ts';

/** The known facts about a column's type. */
export interface KnownType {
  readonly type: string;
  /**
   * The type that the examined values need: `"NULL"` for each part without a value, `WHOLE` for
   * whole numbers within doubles, `OBJECT` for objects without fields, and DECIMALs with no more
   * digits than the values have. Absent for unexamined values.
   */
  readonly seen?: string | undefined;
}

const [noValueName, wholeName, objectName] = ['NULL', 'WHOLE', 'OBJECT'];
/** The part has no value. A null does not determine a type. */
export const noValue = scalar(noValueName);
/** Every value of the part is a whole number within ±2^53. */
export const wholeWithinDouble = scalar(wholeName);

/** Every value of the part is an object without fields, held as text. */
export const emptyObjects = scalar(objectName);

export const isEmptyObjects = (seen: DuckdbType | undefined) =>
  seen?.kind === 'scalar' && seen.name === objectName;
export const isWithoutValue = (seen: DuckdbType | undefined) =>
  seen?.kind === 'scalar' && seen.name === noValueName;
const isWholeWithinDouble = (seen: DuckdbType) => seen.kind === 'scalar' && seen.name === wholeName;

/**
 * The type of a table's column after a file's values are added; null without such a type. The new
 * type reads every value of the table without loss (`castBetween`). The write checks each value of
 * the file that may not fit (`select-expressions`).
 *
 * A part without a value, at any depth, takes the type of the other side. Objects without fields
 * take any type of objects. Otherwise the type is the join of both (type-join.ts). Without a join:
 *
 * - Whole numbers become DOUBLE next to doubles, when a double holds all values of the table.
 *   Otherwise whole numbers stay, and so do DECIMALs.
 * - A column of doubles stays DOUBLE next to whole numbers and DECIMALs.
 * - A DECIMAL gains decimals as far as the digits before the point leave room.
 * - A column keeps its nanoseconds next to coarser instants, and a column without nanoseconds gets
 *   none.
 */
export function mergeTypes(table: KnownType, file: KnownType): string | null {
  const merged = merge(partOf(table), partOf(file));
  return merged === null ? null : printType(merged);
}

interface Part {
  readonly type: DuckdbType;
  readonly seen: DuckdbType | undefined;
}

const partOf = ({ type, seen }: KnownType): Part => ({
  type: parseType(type),
  seen: seen === undefined ? undefined : parseType(seen),
});

function merge(table: Part, file: Part): DuckdbType | null {
  if (isWithoutValue(file.seen)) return table.type;
  if (isWithoutValue(table.seen)) return file.type;
  const [left, right] = [table.type, file.type];
  if (isEmptyObjects(file.seen)) return left.kind === 'struct' ? left : null;
  if (left.kind === 'list' && right.kind === 'list') {
    const element = merge(elementOf(table, left), elementOf(file, right));
    return element && { kind: 'list', element };
  }
  if (left.kind === 'struct' && right.kind === 'struct') return mergeStructs(table, file);
  if (left.kind === 'map' && right.kind === 'map') {
    const key = merge(sideOf(table, left, 'key'), sideOf(file, right, 'key'));
    const value = merge(sideOf(table, left, 'value'), sideOf(file, right, 'value'));
    return key && value && { kind: 'map', key, value };
  }
  const joined = joinTypes(printType(left), printType(right));
  return joined === null ? mergeScalars(table, right) : parseType(joined);
}

type Nested<Kind> = Extract<DuckdbType, { kind: Kind }>;

const elementOf = ({ seen }: Part, { element }: Nested<'list'>): Part => ({
  type: element,
  seen: seen?.kind === 'list' ? seen.element : undefined,
});

const sideOf = ({ seen }: Part, map: Nested<'map'>, side: 'key' | 'value'): Part => ({
  type: map[side],
  seen: seen?.kind === 'map' ? seen[side] : undefined,
});

/** The fields of a struct by name, without case. */
function fieldsOf({ type, seen }: Part): Map<string, Part & { readonly name: string }> {
  const looked = new Map(
    seen?.kind === 'struct' ? seen.fields.map((field) => [field.name.toLowerCase(), field]) : [],
  );
  const fields = type.kind === 'struct' ? type.fields : [];
  return new Map(
    fields.map((field) => {
      const folded = field.name.toLowerCase();
      return [folded, { ...field, seen: looked.get(folded)?.type }];
    }),
  );
}

/** Fields missing from the table come last. */
function mergeStructs(table: Part, file: Part): DuckdbType | null {
  const added = fieldsOf(file);
  const fields: { readonly name: string; readonly type: DuckdbType }[] = [];
  for (const [folded, field] of fieldsOf(table)) {
    const other = added.get(folded);
    added.delete(folded);
    const type = other === undefined ? field.type : merge(field, other);
    if (type === null) return null;
    fields.push({ name: field.name, type });
  }
  for (const { name, type } of added.values()) fields.push({ name, type });
  return { kind: 'struct', fields };
}

const isWhole = (type: DuckdbType) => type.kind === 'scalar' && /^U?BIGINT$/.test(type.name);
const isFloat = (type: DuckdbType) =>
  type.kind === 'scalar' && /^(?:FLOAT|DOUBLE)$/.test(type.name);
const isNamed = (type: DuckdbType, pattern: RegExp) =>
  type.kind === 'scalar' && pattern.test(type.name);

/** Merges types without a join. */
function mergeScalars({ type: left, seen }: Part, right: DuckdbType): DuckdbType | null {
  if (isFloat(left)) return isWhole(right) || right.kind === 'decimal' ? scalar('DOUBLE') : null;
  if (isWhole(left)) return seen === undefined ? null : mergeWhole(left, seen, right);
  if (left.kind === 'decimal') {
    if (isFloat(right) || isWhole(right)) return left;
    return right.kind === 'decimal' && seen?.kind === 'decimal' ? moreDecimals(seen, right) : null;
  }
  if (isNamed(left, /^TIMESTAMP_NS$/) && isNamed(right, /^(?:DATE|TIMESTAMP(?:_S|_MS)?)$/))
    return left;
  if (isNamed(left, /^(?:DATE|TIMESTAMP(?:_S|_MS)?)$/) && isNamed(right, /^TIMESTAMP_NS$/))
    return scalar('TIMESTAMP');
  return isNamed(left, /^TIME(?:_NS)?$/) && isNamed(right, /^TIME(?:_NS)?$/) ? left : null;
}

/** The table's values decide, and must be examined first. */
function mergeWhole(left: DuckdbType, seen: DuckdbType, right: DuckdbType): DuckdbType | null {
  const fits = isWholeWithinDouble(seen);
  if (isFloat(right)) return fits ? scalar('DOUBLE') : left;
  const digits = { kind: 'decimal', precision: 16, scale: 0 } as const;
  return fits && right.kind === 'decimal' ? moreDecimals(digits, right) : null;
}

const maxPrecision = 38;

function moreDecimals(seen: Nested<'decimal'>, { scale }: Nested<'decimal'>): DuckdbType | null {
  const digits = seen.precision - seen.scale;
  const wanted = Math.max(seen.scale, scale);
  if (digits + wanted > maxPrecision) return null;
  return { kind: 'decimal', precision: maxPrecision, scale: wanted };
}

/** Combines the facts about one column of the type `own` in different files. */
export function uniteSeen(own: string, left: string, right: string): string {
  return printType(unite(parseType(own), parseType(left), parseType(right)));
}

function unite(own: DuckdbType, left: DuckdbType, right: DuckdbType): DuckdbType {
  if (isWithoutValue(left)) return right;
  if (isWithoutValue(right)) return left;
  if (own.kind === 'list' && left.kind === 'list' && right.kind === 'list')
    return { kind: 'list', element: unite(own.element, left.element, right.element) };
  if (own.kind === 'map' && left.kind === 'map' && right.kind === 'map') {
    const key = unite(own.key, left.key, right.key);
    return { kind: 'map', key, value: unite(own.value, left.value, right.value) };
  }
  if (own.kind === 'struct' && left.kind === 'struct' && right.kind === 'struct') {
    const [some, others] = [typesByName(left), typesByName(right)];
    const fields = own.fields.map(({ name, type }) => {
      const folded = name.toLowerCase();
      const of = (types: ReadonlyMap<string, DuckdbType>) => types.get(folded) ?? noValue;
      return { name, type: unite(type, of(some), of(others)) };
    });
    return { kind: 'struct', fields };
  }
  if (isWholeWithinDouble(left) && isWholeWithinDouble(right)) return left;
  return left.kind === 'decimal' && right.kind === 'decimal' && left.scale === right.scale
    ? { ...left, precision: Math.max(left.precision, right.precision) }
    : own;
}

const typesByName = ({ fields }: Nested<'struct'>) =>
  new Map(fields.map(({ name, type }) => [name.toLowerCase(), type]));

/** The type with NULL for each part without a value according to `seen`. */
export function withoutEmpty(type: string, seen: string): string {
  return printType(emptied(parseType(type), parseType(seen)));
}

function emptied(type: DuckdbType, seen: DuckdbType): DuckdbType {
  if (isWithoutValue(seen)) return noValue;
  if (type.kind === 'list' && seen.kind === 'list')
    return { kind: 'list', element: emptied(type.element, seen.element) };
  if (type.kind === 'map' && seen.kind === 'map') {
    const key = emptied(type.key, seen.key);
    return { kind: 'map', key, value: emptied(type.value, seen.value) };
  }
  if (type.kind !== 'struct' || seen.kind !== 'struct') return type;
  const looked = typesByName(seen);
  const fields = type.fields.map((field) => {
    const found = looked.get(field.name.toLowerCase());
    return found === undefined ? field : { ...field, type: emptied(field.type, found) };
  });
  return { kind: 'struct', fields };
}
