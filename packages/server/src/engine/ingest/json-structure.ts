import { type DuckdbType, scalar, type TypeField } from '../types/duckdb-type.ts';
import { emptyObjects } from './type-merge.ts';

/** DuckDB's `json_structure` of a value: a type name, `[element]`, or an object of fields. */
export type JsonStructure =
  | string
  | readonly JsonStructure[]
  | { readonly [key: string]: JsonStructure };

const leafTypes: Readonly<Record<string, string>> = {
  BOOLEAN: 'BOOLEAN',
  BIGINT: 'BIGINT',
  // The type of integers that are not negative. Digits distinguish integers beyond 64 bits
  // (json-columns.ts).
  UBIGINT: 'BIGINT',
  // The type of mixed negative and positive numbers.
  HUGEINT: 'BIGINT',
  DOUBLE: 'DOUBLE',
  VARCHAR: 'VARCHAR',
};

/** A column with more fields is a map in disguise, and is stored as JSON text. */
const maxFields = 1000;

/** The number of keys of each object that a merge created. */
const keyCounts = new WeakMap<object, number>();

export function keyCount(structure: JsonStructure): number {
  if (typeof structure === 'string' || isList(structure)) return 0;
  return keyCounts.get(structure) ?? Object.keys(structure).length;
}

/**
 * The structure over the rows of both sides. Different kinds give `JSON`, whole numbers and
 * fractions DOUBLE, and a null changes nothing. An object without fields is `JSON` to DuckDB, and
 * stays `JSON` because it is not an object of nulls. The caller must not use `left` afterwards: a
 * merge mutates objects of earlier merges. Copies took 40 s for 100,000 structures.
 */
export function mergeStructures(left: JsonStructure, right: JsonStructure): JsonStructure {
  if (left === right || right === 'NULL') return left;
  if (left === 'NULL') return right;
  if (left === emptyObject && isObject(right)) return right;
  if (right === emptyObject && isObject(left)) return left;
  if (typeof left === 'string' || typeof right === 'string') return mergeLeaves(left, right);
  if (isList(left))
    return isList(right) ? [mergeNested(left[0] ?? 'NULL', right[0] ?? 'NULL')] : 'JSON';
  if (isList(right)) return 'JSON';
  const isOwn = keyCounts.has(left);
  const merged: Record<string, JsonStructure> = isOwn
    ? left
    : Object.assign(Object.create(null), left);
  let count = keyCount(left);
  for (const [key, structure] of Object.entries(right)) {
    const before = merged[key];
    if (before === undefined) count += 1;
    merged[key] = before === undefined ? structure : mergeNested(before, structure);
  }
  keyCounts.set(merged, count);
  return merged;
}

const isObject = (structure: JsonStructure) =>
  typeof structure === 'object' && !Array.isArray(structure);

/** The structure of a known object without fields. */
const emptyObject = 'EMPTY';

/**
 * The structure of one row with a mark for objects without fields. Next to other objects, their
 * fields are all null. `field` is the key that fills such objects in `structure`. Without `field`
 * the function finds such objects outside lists: nothing else is `JSON` in a single row.
 */
export function withEmptyObjects(structure: JsonStructure, field?: string): JsonStructure {
  if (structure === 'JSON') return field === undefined ? emptyObject : structure;
  if (typeof structure === 'string') return structure;
  if (isList(structure)) {
    const [element = 'NULL'] = structure;
    return field === undefined ? structure : [withEmptyObjects(element, field)];
  }
  const marked: Record<string, JsonStructure> = Object.create(null);
  const entries = Object.entries(structure).filter(([key]) => key !== field);
  for (const [key, inner] of entries) marked[key] = withEmptyObjects(inner, field);
  return entries.length === 0 ? emptyObject : marked;
}

/** An object with very many fields becomes JSON text, and its fields are not merged further. */
function mergeNested(left: JsonStructure, right: JsonStructure): JsonStructure {
  const merged = mergeStructures(left, right);
  return keyCount(merged) > maxFields ? 'JSON' : merged;
}

const numbers: ReadonlySet<string> = new Set(['BIGINT', 'UBIGINT', 'HUGEINT', 'DOUBLE']);

function mergeLeaves(left: JsonStructure, right: JsonStructure): JsonStructure {
  const isNumber = (leaf: JsonStructure) => typeof leaf === 'string' && numbers.has(leaf);
  if (!isNumber(left) || !isNumber(right)) return 'JSON';
  return left === 'DOUBLE' || right === 'DOUBLE' ? 'DOUBLE' : 'BIGINT';
}

/**
 * The DuckDB type that holds a nested value without loss, or null where only JSON text does. Null
 * results from mixed kinds, objects without fields, more levels than `maxNesting`, and field names
 * that are empty or differ only by case (DuckDB compares names without case). `nulls` is the type
 * of a part without a value. With NULL, objects without fields have the type `emptyObjects`.
 */
export function nestedType(
  structure: JsonStructure,
  maxNesting: number,
  nulls: 'VARCHAR' | 'NULL' = 'VARCHAR',
): DuckdbType | null {
  return new NestedTypes(maxNesting, nulls).of(structure);
}

class NestedTypes {
  #fieldCount = 0;
  #level = 0;
  readonly #maxNesting: number;
  readonly #nulls: string;

  constructor(maxNesting: number, nulls: string) {
    this.#maxNesting = maxNesting;
    this.#nulls = nulls;
  }

  of(structure: JsonStructure): DuckdbType | null {
    if (structure === emptyObject && this.#nulls === 'NULL') return emptyObjects;
    if (structure === 'NULL' || structure === emptyObject) return scalar(this.#nulls);
    if (typeof structure === 'string') return leafType(structure);
    if (this.#level === this.#maxNesting) return null;
    this.#level += 1;
    const type = isList(structure)
      ? this.#ofList(structure[0] ?? 'NULL')
      : this.#ofObject(Object.entries(structure));
    this.#level -= 1;
    return type;
  }

  #ofList(structure: JsonStructure): DuckdbType | null {
    const element = this.of(structure);
    return element && { kind: 'list', element };
  }

  #ofObject(entries: readonly (readonly [string, JsonStructure])[]): DuckdbType | null {
    const fields: TypeField[] = [];
    const folded = new Set(entries.map(([name]) => name.toLowerCase()));
    this.#fieldCount += entries.length;
    if (
      entries.length === 0 ||
      folded.size !== entries.length ||
      folded.has('') ||
      this.#fieldCount > maxFields
    )
      return null;
    for (const [name, structure] of entries) {
      const type = this.of(structure);
      if (type === null || name.includes('\0')) return null;
      fields.push({ name, type });
    }
    return { kind: 'struct', fields };
  }
}

function isList(structure: JsonStructure): structure is readonly JsonStructure[] {
  return Array.isArray(structure);
}

function leafType(name: string): DuckdbType | null {
  const type = leafTypes[name];
  return type === undefined ? null : { kind: 'scalar', name: type };
}
