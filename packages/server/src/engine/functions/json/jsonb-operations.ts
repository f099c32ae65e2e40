import { sqlError } from '../../../kernel/sql-error.ts';
import { compareDecimals } from '../../../values/decimal.ts';
import { pathIndex } from './json-access.ts';
import {
  isArray,
  isObject,
  JsonNumber,
  type JsonObject,
  type JsonValue,
  jsonObject,
  kindOf,
} from './json-value.ts';

type Path = readonly (string | null)[];

export function equalJson(a: JsonValue, b: JsonValue): boolean {
  if (a instanceof JsonNumber)
    return b instanceof JsonNumber && compareDecimals(a.decimal, b.decimal) === 0;
  if (a === null || typeof a !== 'object') return a === b;
  // A loop: a callback at each level would exhaust the stack at a third of the depth.
  if (isArray(a)) {
    if (!isArray(b) || a.length !== b.length) return false;
    for (const [at, item] of a.entries()) if (!equalJson(item, b[at] ?? null)) return false;
    return true;
  }
  if (!isObject(a) || !isObject(b) || a.size !== b.size) return false;
  for (const [key, value] of a) {
    const other = b.get(key);
    if (other === undefined || !equalJson(value, other)) return false;
  }
  return true;
}

const isEmpty = (value: JsonValue) =>
  isArray(value) ? value.length === 0 : isObject(value) && value.size === 0;
const isScalar = (value: JsonValue) => !isArray(value) && !isObject(value);

/** `a @> b`. An array contains a scalar among its elements, at the top level only. */
export function containsJson(a: JsonValue, b: JsonValue): boolean {
  if (isArray(a) && isScalar(b)) return a.some((item) => equalJson(item, b));
  return containsWithin(a, b);
}

function containsWithin(a: JsonValue, b: JsonValue): boolean {
  if (isObject(a) && isObject(b)) {
    for (const [key, value] of b) {
      const other = a.get(key);
      if (other === undefined || !containsWithin(other, value)) return false;
    }
    return true;
  }
  if (!isArray(a) || !isArray(b)) return equalJson(a, b);
  for (const item of b) if (!anyContains(a, item)) return false;
  return true;
}

function anyContains(candidates: readonly JsonValue[], item: JsonValue): boolean {
  for (const candidate of candidates) if (containsWithin(candidate, item)) return true;
  return false;
}

/** `j ? key`: a key of an object, a string among an array's elements, or the string itself. */
export function hasKey(value: JsonValue, key: string): boolean {
  if (isObject(value)) return value.has(key);
  if (isArray(value)) return value.includes(key);
  return value === key;
}

/** `a || b`. */
export function concatJson(a: JsonValue, b: JsonValue): JsonValue {
  if (isObject(a) && isObject(b)) return jsonObject(new Map([...a, ...b]));
  const elements = (value: JsonValue) => (isArray(value) ? value : [value]);
  return [...elements(a), ...elements(b)];
}

/** `j - keys`. */
export function deleteKeys(value: JsonValue, keys: Path): JsonValue {
  if (isObject(value)) return new Map([...value].filter(([key]) => !keys.includes(key)));
  if (isArray(value))
    return value.filter((item) => typeof item !== 'string' || !keys.includes(item));
  return sqlError('22023', 'cannot delete from scalar');
}

/** `j - index`. */
export function deleteIndex(value: JsonValue, index: number): JsonValue {
  if (isObject(value)) return sqlError('22023', 'cannot delete from object using integer index');
  if (!isArray(value)) return sqlError('22023', 'cannot delete from scalar');
  const at = index < 0 ? value.length + index : index;
  return value.filter((_item, place) => place !== at);
}

/** The change at the end of a path. */
interface Change {
  readonly value?: JsonValue;
  readonly kind: 'delete' | 'set' | 'insert';
  /** The flag of set adds a missing member. The flag of insert puts the value after the element. */
  readonly flag: boolean;
}

function indexAt(step: string | null, position: number): number {
  const index = pathIndex(step ?? '');
  return (
    index ??
    sqlError('22P02', `path element at position ${position} is not an integer: "${step ?? ''}"`)
  );
}

function change(value: JsonValue, path: Path, depth: number, what: Change): JsonValue {
  const step = path[depth] ?? null;
  if (step === null) return sqlError('22004', `path element at position ${depth + 1} is null`);
  const isLast = depth === path.length - 1;
  if (isObject(value)) return changeObject(value, step, isLast, path, depth, what);
  if (isArray(value))
    return changeArray(value, indexAt(step, depth + 1), isLast, path, depth, what);
  return value;
}

function changeObject(
  value: JsonObject,
  key: string,
  isLast: boolean,
  path: Path,
  depth: number,
  what: Change,
): JsonValue {
  const old = value.get(key);
  const changed = new Map(value);
  if (!isLast) {
    if (old === undefined) return value;
    changed.set(key, change(old, path, depth + 1, what));
  } else if (what.kind === 'delete') changed.delete(key);
  else if (what.kind === 'insert' && old !== undefined) {
    return sqlError('22023', 'cannot replace existing key');
  } else if (old !== undefined || what.kind === 'insert' || what.flag)
    changed.set(key, what.value ?? null);
  return jsonObject(changed);
}

function changeArray(
  value: readonly JsonValue[],
  index: number,
  isLast: boolean,
  path: Path,
  depth: number,
  what: Change,
): JsonValue {
  // The index -1 means the place before the first element.
  const at =
    index < 0
      ? value.length + index < 0
        ? -1
        : value.length + index
      : Math.min(index, value.length);
  const old = value[at];
  const before = value.slice(0, Math.max(at, 0));
  if (!isLast)
    return old === undefined ? value : value.with(at, change(old, path, depth + 1, what));
  if (what.kind === 'delete')
    return old === undefined ? value : value.filter((_item, place) => place !== at);
  const fresh = what.value ?? null;
  if (old === undefined) {
    if (what.kind === 'set' && !what.flag) return value;
    return at < 0 ? [fresh, ...value] : [...value, fresh];
  }
  if (what.kind === 'set') return value.with(at, fresh);
  return what.flag
    ? [...before, old, fresh, ...value.slice(at + 1)]
    : [...before, fresh, ...value.slice(at)];
}

/** `j #- path`. */
export function deletePath(value: JsonValue, path: Path): JsonValue {
  if (isScalar(value)) return sqlError('22023', 'cannot delete path in scalar');
  return path.length === 0 || isEmpty(value)
    ? value
    : change(value, path, 0, { kind: 'delete', flag: false });
}

/** jsonb_set. */
export function setPath(
  value: JsonValue,
  path: Path,
  fresh: JsonValue,
  createMissing: boolean,
): JsonValue {
  if (isScalar(value)) return sqlError('22023', 'cannot set path in scalar');
  if (path.length === 0 || (isEmpty(value) && !createMissing)) return value;
  return change(value, path, 0, { kind: 'set', value: fresh, flag: createMissing });
}

/** jsonb_insert. */
export function insertAtPath(
  value: JsonValue,
  path: Path,
  fresh: JsonValue,
  after: boolean,
): JsonValue {
  if (isScalar(value)) return sqlError('22023', 'cannot set path in scalar');
  return path.length === 0
    ? value
    : change(value, path, 0, { kind: 'insert', value: fresh, flag: after });
}

/** Removes null members at any depth, and null elements too with `inArrays`. */
export function stripNulls(value: JsonValue, inArrays: boolean): JsonValue {
  if (isArray(value)) {
    const kept: JsonValue[] = [];
    for (const item of value) if (!inArrays || item !== null) kept.push(stripNulls(item, inArrays));
    return kept;
  }
  if (!isObject(value)) return value;
  const kept = new Map<string, JsonValue>();
  for (const [key, member] of value)
    if (member !== null) kept.set(key, stripNulls(member, inArrays));
  return kept;
}

/** The array for a function that needs an array; raises for any other value. */
export function arrayOf(value: JsonValue, scalar: string, object: string): readonly JsonValue[] {
  if (isArray(value)) return value;
  return sqlError('22023', kindOf(value) === 'object' ? object : scalar);
}
