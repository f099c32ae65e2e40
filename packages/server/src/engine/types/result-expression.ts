/**
 * The stored form of a query's column. A result is one Parquet file, the origin of every format.
 * Values that DuckDB would change on the way to Parquet are converted here first, at any depth
 * (docs/types.md has the table). HUGEINT would become DOUBLE, a negative INTERVAL cannot be
 * written, UNION loses its tag, TIMETZ its offset, and UUID leaves Arrow as 16 bytes.
 */
import { quoteIdentifier, quoteLiteral } from '../../kernel/quoting.ts';
import { jsonCell } from './cell-text.ts';
import { type DuckdbType, printType, scalar, type TypeField } from './duckdb-type.ts';
import { intervalText } from './interval-text.ts';

export interface ResultExpression {
  /** An expression of `type` over the column. */
  readonly sql: string;
  readonly type: DuckdbType;
  /**
   * True where some values of the column's type do not fit `type`. Such values must be checked
   * before the use of `sql`, which would raise.
   */
  readonly mayOverflow: boolean;
}

/** Every other scalar becomes text: UUID, JSON, BIT, BIGNUM, INTERVAL, TIMETZ, VARIANT. */
const storedAsIs = new Set([
  'BOOLEAN',
  'TINYINT',
  'SMALLINT',
  'INTEGER',
  'BIGINT',
  'UTINYINT',
  'USMALLINT',
  'UINTEGER',
  'UBIGINT',
  'FLOAT',
  'DOUBLE',
  'VARCHAR',
  'BLOB',
  'DATE',
  'TIME',
  'TIME_NS',
  'TIMESTAMP',
  'TIMESTAMP_NS',
  'TIMESTAMP WITH TIME ZONE',
]);
/** 128-bit integers are stored in a type with fewer values. */
const narrowed: Readonly<Record<string, DuckdbType>> = {
  HUGEINT: { kind: 'decimal', precision: 38, scale: 0 },
  UHUGEINT: { kind: 'decimal', precision: 38, scale: 0 },
};

/** The stored form of a column (an SQL expression of type `type`). */
export function resultExpression(column: string, type: DuckdbType): ResultExpression {
  const stored = storedType(type);
  return { sql: convert(column, type, 0), type: stored, mayOverflow: holdsNarrowed(type) };
}

/**
 * A boolean expression that is true where a value does not fit, for a column whose expression
 * `mayOverflow`. A cast there and back changes only the parts that can overflow.
 */
export function overflowCheck(column: string, type: DuckdbType): string {
  const fitted = printType(narrowedType(type));
  return `TRY_CAST(TRY_CAST(${column} AS ${fitted}) AS ${printType(type)}) IS DISTINCT FROM ${column}`;
}

/**
 * The whole column as text, for a column with a value that does not fit. Nested values are JSON
 * text.
 */
export function textExpression(column: string, type: DuckdbType): ResultExpression {
  const roomy = storedType(type, 'roomy');
  const cell = jsonCell(convert(column, type, 0, 'roomy'), roomy);
  const sql = `CAST(${type.kind === 'scalar' ? column : cell} AS VARCHAR)`;
  return { sql, type: scalar('VARCHAR'), mayOverflow: false };
}

/** 'roomy' keeps HUGEINT on the way to a column that is entirely text. */
type Fit = 'stored' | 'roomy';

/**
 * The type in Parquet. The set of types is closed under reading back, and encoders meet no other
 * types.
 */
export function storedType(type: DuckdbType, fit: Fit = 'stored'): DuckdbType {
  const renew = (field: TypeField) => ({ name: field.name, type: storedType(field.type, fit) });
  switch (type.kind) {
    case 'scalar':
      return storedScalar(type.name, fit);
    case 'decimal':
      return type;
    case 'enum':
      return scalar('VARCHAR');
    case 'list':
    case 'array':
      return { kind: 'list', element: storedType(type.element, fit) };
    case 'map':
      return { kind: 'map', key: storedType(type.key, fit), value: storedType(type.value, fit) };
    case 'struct':
      return { kind: 'struct', fields: namedFields(type.fields).map(renew) };
    case 'union': {
      const tag = { name: tagName(type.members), type: scalar('VARCHAR') };
      return { kind: 'struct', fields: [tag, ...type.members.map(renew)] };
    }
  }
}

function storedScalar(name: string, fit: Fit): DuckdbType {
  if (name === 'GEOMETRY') return scalar('BLOB');
  // No such value is outside TIMESTAMP's range, because DuckDB computes with microseconds.
  if (name === 'TIMESTAMP_S' || name === 'TIMESTAMP_MS') return scalar('TIMESTAMP');
  const narrow = narrowed[name];
  if (narrow) return fit === 'roomy' ? scalar(name) : narrow;
  return scalar(storedAsIs.has(name) ? name : 'VARCHAR');
}

/** `depth` keeps the names of nested lambda parameters apart. */
function convert(sql: string, type: DuckdbType, depth: number, fit: Fit = 'stored'): string {
  const stored = printType(storedType(type, fit));
  if (stored === printType(type)) return sql;
  if (isCast(type)) return `CAST(${sql} AS ${stored})`;
  const inner = (part: string, partType: DuckdbType) => convert(part, partType, depth + 1, fit);
  switch (type.kind) {
    case 'scalar':
      return scalarExpression(sql, type.name, stored);
    case 'list':
    case 'array': {
      const list = type.kind === 'array' ? `CAST(${sql} AS ${printType(type.element)}[])` : sql;
      return `list_transform(${list}, lambda e${depth}: ${inner(`e${depth}`, type.element)})`;
    }
    case 'map': {
      const entry = `{'key': ${inner(`e${depth}.key`, type.key)}, 'value': ${inner(`e${depth}.value`, type.value)}}`;
      return `map_from_entries(list_transform(map_entries(${sql}), lambda e${depth}: ${entry}))`;
    }
    case 'struct': {
      const parts = namedFields(type.fields).map(({ name, type: part }, index) => {
        const key = type.fields[index]?.name === '' ? String(index + 1) : quoteLiteral(name);
        return `${quoteIdentifier(name)} := ${inner(`struct_extract(${sql}, ${key})`, part)}`;
      });
      return `CASE WHEN ${sql} IS NOT NULL THEN struct_pack(${parts.join(', ')}) END`;
    }
    case 'union': {
      const parts = type.members.map(
        ({ name, type: part }) =>
          `${quoteIdentifier(name)} := ${inner(`union_extract(${sql}, ${quoteLiteral(name)})`, part)}`,
      );
      const tag = `${quoteIdentifier(tagName(type.members))} := CAST(union_tag(${sql}) AS VARCHAR)`;
      return `CASE WHEN ${sql} IS NOT NULL THEN struct_pack(${[tag, ...parts].join(', ')}) END`;
    }
    default:
      return `CAST(${sql} AS ${stored})`;
  }
}

function scalarExpression(sql: string, name: string, stored: string): string {
  if (name === 'INTERVAL') return intervalText(sql);
  if (name === 'GEOMETRY') return `ST_AsWKB(${sql})`;
  // A cast of an absent VARIANT to JSON gives the text 'null'.
  if (name === 'VARIANT')
    return `CASE WHEN ${sql} IS NOT NULL THEN CAST(CAST(${sql} AS JSON) AS VARCHAR) END`;
  return `CAST(${sql} AS ${stored})`;
}

/**
 * True where DuckDB's own cast performs the whole conversion. One cast is faster and shorter than
 * lambdas.
 */
function isCast(type: DuckdbType): boolean {
  switch (type.kind) {
    case 'scalar':
      return (
        storedAsIs.has(type.name) ||
        (type.name !== 'INTERVAL' && type.name !== 'GEOMETRY' && type.name !== 'VARIANT')
      );
    case 'list':
    case 'array':
      return isCast(type.element);
    case 'map':
      return isCast(type.key) && isCast(type.value);
    case 'struct':
      return type.fields.every((field) => field.name !== '' && isCast(field.type));
    case 'union':
      return false;
    default:
      return true;
  }
}

function holdsNarrowed(type: DuckdbType): boolean {
  return (
    partsOf(type).some(holdsNarrowed) ||
    (type.kind === 'scalar' && narrowed[type.name] !== undefined)
  );
}

/** `type` with only the overflowing parts replaced, for DuckDB's cast there and back. */
function narrowedType(type: DuckdbType): DuckdbType {
  const renew = (field: TypeField) => ({ ...field, type: narrowedType(field.type) });
  switch (type.kind) {
    case 'scalar':
      return narrowed[type.name] ?? type;
    case 'list':
    case 'array':
      return { ...type, element: narrowedType(type.element) };
    case 'map':
      return { kind: 'map', key: narrowedType(type.key), value: narrowedType(type.value) };
    case 'struct':
      return { kind: 'struct', fields: type.fields.map(renew) };
    case 'union':
      return { kind: 'union', members: type.members.map(renew) };
    default:
      return type;
  }
}

function partsOf(type: DuckdbType): readonly DuckdbType[] {
  switch (type.kind) {
    case 'list':
    case 'array':
      return [type.element];
    case 'map':
      return [type.key, type.value];
    case 'struct':
      return type.fields.map((field) => field.type);
    case 'union':
      return type.members.map((member) => member.type);
    default:
      return [];
  }
}

/** Fields of `row(...)` have no names, and Parquet needs names: PostgreSQL's f1, f2. */
function namedFields(fields: readonly TypeField[]): readonly TypeField[] {
  return fields.map((field, index) =>
    field.name === '' ? { ...field, name: `f${index + 1}` } : field,
  );
}

/** `tag`, with underscores added until the name differs from all members. */
function tagName(members: readonly TypeField[]): string {
  let name = 'tag';
  while (members.some((member) => member.name.toLowerCase() === name)) name += '_';
  return name;
}
