import { type DuckdbType, parseType, printType, type TypeField } from '../types/duckdb-type.ts';

/**
 * The least type that holds every value of both types without loss, in DuckDB's spelling; null
 * without such a type. The lattice consists of the conversions that `read_parquet(schema => ...)`
 * performs correctly on older files (measured: each pair, also inside lists, structs and maps, and
 * struct fields missing from a file).
 *
 * Whole numbers widen to wider whole numbers and to DECIMAL. Up to 32 bits widen to DOUBLE, and up
 * to 16 to FLOAT. FLOAT widens to DOUBLE. DECIMAL widens to wider DECIMAL, never to DOUBLE (exact
 * numbers stay exact). DATE and coarser timestamps widen to TIMESTAMP. BIGINT and DOUBLE have no
 * join: a double does not hold 2^53 + 1.
 */
export function joinTypes(left: string, right: string): string | null {
  const joined = join(parseType(left), parseType(right));
  return joined === null ? null : printType(joined);
}

interface IntegerRange {
  readonly bits: number;
  readonly signed: boolean;
  /** Decimal digits of the largest value. */
  readonly digits: number;
}

const integers: Readonly<Record<string, IntegerRange>> = {
  TINYINT: { bits: 8, signed: true, digits: 3 },
  SMALLINT: { bits: 16, signed: true, digits: 5 },
  INTEGER: { bits: 32, signed: true, digits: 10 },
  BIGINT: { bits: 64, signed: true, digits: 19 },
  UTINYINT: { bits: 8, signed: false, digits: 3 },
  USMALLINT: { bits: 16, signed: false, digits: 5 },
  UINTEGER: { bits: 32, signed: false, digits: 10 },
  UBIGINT: { bits: 64, signed: false, digits: 20 },
};

/** Types from narrow to wide. */
const chains: readonly (readonly string[])[] = [
  ['FLOAT', 'DOUBLE'],
  ['DATE', 'TIMESTAMP'],
  ['TIMESTAMP_S', 'TIMESTAMP_MS', 'TIMESTAMP'],
];

const maxPrecision = 38;

function join(left: DuckdbType, right: DuckdbType): DuckdbType | null {
  if (left.kind === 'list' && right.kind === 'list') return joinLists(left.element, right.element);
  if (left.kind === 'array' || right.kind === 'array') return joinArrays(left, right);
  if (left.kind === 'struct' && right.kind === 'struct')
    return joinStructs(left.fields, right.fields);
  if (left.kind === 'map' && right.kind === 'map') {
    const key = join(left.key, right.key);
    const value = join(left.value, right.value);
    return key && value && { kind: 'map', key, value };
  }
  const isNested = (type: DuckdbType) =>
    type.kind === 'list' || type.kind === 'struct' || type.kind === 'map';
  if (isNested(left) || isNested(right)) return null;
  if (printType(left) === printType(right)) return left;
  return joinScalars(left, right) ?? joinScalars(right, left);
}

function joinLists(
  left: DuckdbType,
  right: DuckdbType,
): Extract<DuckdbType, { kind: 'list' }> | null {
  const element = join(left, right);
  return element && { kind: 'list', element };
}

/**
 * Arrays of equal length stay arrays. An array and a list give a list. Arrays of different lengths
 * have no join.
 */
function joinArrays(left: DuckdbType, right: DuckdbType): DuckdbType | null {
  if (left.kind !== 'array' && left.kind !== 'list') return null;
  if (right.kind !== 'array' && right.kind !== 'list') return null;
  const list = joinLists(left.element, right.element);
  if (list === null || left.kind !== 'array' || right.kind !== 'array') return list;
  return left.length === right.length ? { ...left, element: list.element } : null;
}

/** Fields are matched by name without case, as in DuckDB. Fields only on the right come last. */
function joinStructs(left: readonly TypeField[], right: readonly TypeField[]): DuckdbType | null {
  const added = new Map(right.map((field) => [field.name.toLowerCase(), field]));
  const fields: TypeField[] = [];
  for (const field of left) {
    const other = added.get(field.name.toLowerCase());
    added.delete(field.name.toLowerCase());
    const type = other === undefined ? field.type : join(field.type, other.type);
    if (type === null) return null;
    fields.push({ name: field.name, type });
  }
  return { kind: 'struct', fields: [...fields, ...added.values()] };
}

/** Joins in both orders, so each rule is written once. */
function joinScalars(left: DuckdbType, right: DuckdbType): DuckdbType | null {
  const leftInteger = left.kind === 'scalar' ? integers[left.name] : undefined;
  const rightInteger = right.kind === 'scalar' ? integers[right.name] : undefined;
  if (leftInteger && rightInteger) return joinIntegers(leftInteger, rightInteger);
  if (leftInteger && right.kind === 'decimal') return decimal(leftInteger.digits, 0, right);
  if (left.kind === 'decimal' && right.kind === 'decimal')
    return decimal(left.precision, left.scale, right);
  if (right.kind !== 'scalar') return null;
  if (leftInteger && (right.name === 'FLOAT' || right.name === 'DOUBLE'))
    return joinFloat(leftInteger, right.name);
  return left.kind === 'scalar' ? joinChain(left.name, right.name) : null;
}

function joinFloat(integer: IntegerRange, float: string): DuckdbType | null {
  if (integer.bits > 32) return null;
  return { kind: 'scalar', name: integer.bits <= 16 ? float : 'DOUBLE' };
}

function joinChain(left: string, right: string): DuckdbType | null {
  for (const chain of chains) {
    const wider = Math.max(chain.indexOf(left), chain.indexOf(right));
    if (chain.includes(left) && chain.includes(right))
      return { kind: 'scalar', name: chain[wider] ?? left };
  }
  return null;
}

/** The narrowest integer type for both ranges; DECIMAL(20,0) for BIGINT and UBIGINT. */
function joinIntegers(left: IntegerRange, right: IntegerRange): DuckdbType | null {
  const signed = left.signed || right.signed;
  const neededBits = Math.max(
    ...[left, right].map((range) => (signed && !range.signed ? range.bits * 2 : range.bits)),
  );
  const found = Object.entries(integers).find(
    ([, range]) => range.signed === signed && range.bits >= neededBits,
  );
  return found ? { kind: 'scalar', name: found[0] } : { kind: 'decimal', precision: 20, scale: 0 };
}

function decimal(
  precision: number,
  scale: number,
  other: { precision: number; scale: number },
): DuckdbType | null {
  const widestScale = Math.max(scale, other.scale);
  const total = Math.max(precision - scale, other.precision - other.scale) + widestScale;
  return total <= maxPrecision ? { kind: 'decimal', precision: total, scale: widestScale } : null;
}
