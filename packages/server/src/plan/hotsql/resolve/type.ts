import { refuse } from '../read/refusal.ts';
import { typeInfo } from './catalog/postgres-catalog.ts';
import { multirangeTypes, rangeTypes } from './range-types.ts';
import { isEnum, isKept, isSortedText, sourceNameOf } from './source-types.ts';

/**
 * The type of an expression: PostgreSQL's name, and DuckDB's representation of the values. A
 * `numeric` is a DECIMAL of known precision and scale, or a DOUBLE for the inexact result of a
 * division or an average.
 */
export interface Type {
  /**
   * `_name` is an array of `name`; `engine` is a type that PostgreSQL lacks; `unknown` is an
   * untyped literal.
   */
  readonly name: string;
  /** DuckDB's spelling; empty if unknown. */
  readonly engine: string;
  /** The declared length, or precision and scale, of a column or a cast: `10,2`. */
  readonly declared?: string;
  /** Marks a text whose source column is varchar. Sources distinguish varchar, text and char(n). */
  readonly isVarchar?: true;
  /** A text's collation, if it is not the default. */
  readonly collation?: Collation;
  /** The columns of a `record`, or of the records in an array, if known. */
  readonly fields?: readonly { readonly name: string; readonly type: Type }[];
}

/**
 * A collation. `isExplicit` is true if the expression names it; `against` is a conflicting
 * collation.
 */
export interface Collation {
  readonly name: string;
  readonly isExplicit: boolean;
  readonly against?: string;
}

/** Points, lines and areas. */
export const shapeTypes = ['point', 'lseg', 'line', 'box', 'path', 'polygon', 'circle'] as const;
export const isShape = (name: string) => shapeTypes.some((type) => type === name);

const engineNames: Readonly<Record<string, string>> = {
  bool: 'BOOLEAN',
  int2: 'SMALLINT',
  int4: 'INTEGER',
  int8: 'BIGINT',
  float4: 'FLOAT',
  float8: 'DOUBLE',
  numeric: 'DOUBLE',
  text: 'VARCHAR',
  varchar: 'VARCHAR',
  bpchar: 'VARCHAR',
  name: 'VARCHAR',
  char: 'VARCHAR',
  unknown: 'VARCHAR',
  bytea: 'BLOB',
  bit: 'VARCHAR',
  varbit: 'VARCHAR',
  date: 'DATE',
  time: 'TIME',
  timetz: 'TIME WITH TIME ZONE',
  timestamp: 'TIMESTAMP',
  timestamptz: 'TIMESTAMP WITH TIME ZONE',
  interval: 'INTERVAL',
  uuid: 'UUID',
  json: 'VARCHAR',
  jsonb: 'VARCHAR',
  jsonpath: 'VARCHAR',
  oid: 'BIGINT',
  regclass: 'BIGINT',
  regtype: 'BIGINT',
  regnamespace: 'BIGINT',
  regrole: 'BIGINT',
  pg_node_tree: 'VARCHAR',
  inet: 'VARCHAR',
  cidr: 'VARCHAR',
  macaddr: 'VARCHAR',
  macaddr8: 'VARCHAR',
  money: 'VARCHAR',
  ...Object.fromEntries(
    [...rangeTypes, ...multirangeTypes, ...shapeTypes].map((type) => [type, 'VARCHAR']),
  ),
};

/** The type of the name, in DuckDB's usual representation; `numeric` is inexact. */
export function typeNamed(name: string): Type {
  if (isOfSource(name)) return { name, engine: name.startsWith('_') ? 'VARCHAR[]' : 'VARCHAR' };
  const known = namedTypes.get(name);
  if (known !== undefined) return known;
  const engine = name.startsWith('_')
    ? arrayEngine(engineNames[name.slice(1)])
    : (engineNames[name] ?? '');
  const type = { name, engine };
  namedTypes.set(name, type);
  return type;
}

/** True for a type known only to its source, and for an array of the type. */
const isOfSource = (name: string) => {
  const scalar = name.startsWith('_') ? name.slice(1) : name;
  return isEnum(scalar) || isKept(scalar) || isSortedText(scalar);
};

const namedTypes = new Map<string, Type>();
const arrayEngine = (element: string | undefined) => (element === undefined ? '' : `${element}[]`);

export const unknownType = typeNamed('unknown');
export const boolType = typeNamed('bool');
export const textType = typeNamed('text');

export function decimalType(precision: number, scale: number): Type {
  return { name: 'numeric', engine: `DECIMAL(${precision},${scale})` };
}

/** True if equal values may differ: '30 days' equals '1 mon', also inside a row. */
export function holdsInterval(type: Type): boolean {
  return (
    type.engine === 'INTERVAL' || (type.fields?.some((field) => holdsInterval(field.type)) ?? false)
  );
}

/** The type without declared modifiers: no function or operator preserves them. */
export function undeclared(type: Type): Type {
  if (type.declared === undefined) return type;
  const { declared: _, ...rest } = type;
  return rest;
}

/** Reads DECIMAL(p,s); undefined for an inexact numeric and any other type. */
export function decimalOf(
  type: Type,
): { readonly precision: number; readonly scale: number } | undefined {
  const match = /^DECIMAL\((\d+), ?(\d+)\)$/.exec(type.engine);
  return match === null ? undefined : { precision: Number(match[1]), scale: Number(match[2]) };
}

/**
 * A numeric, or an array of numerics, whose values have fewer decimals in PostgreSQL than in the
 * DECIMAL (`CASE WHEN a THEN 1 ELSE 2.5 END`). The number of decimals is unknown, so the value has
 * no text. A blank in DuckDB's spelling marks the type, and stays in every copy of the spelling.
 */
export const varying = (type: Type): Type => ({
  ...type,
  engine: type.engine.replace(/(DECIMAL\(\d+),(?=[1-9])/, '$1, '),
});
export const isVarying = ({ engine }: Type): boolean =>
  engine.startsWith('DECIMAL(') && engine.includes(', ');
export const unvarying = (type: Type): Type => ({
  ...type,
  engine: type.engine.replace(', ', ','),
});

/**
 * A numeric represented as text and computed in TypeScript: any length and any number of decimals,
 * NaN and infinity included. Used in a statement printed exactly (`Printing.isExact`) because a
 * DECIMAL is too small.
 */
export const exactType: Type = { name: 'numeric', engine: 'VARCHAR' };
export const isExact = (type: Type) => type.name === 'numeric' && type.engine === 'VARCHAR';

/** True for such a numeric, or an array of such. */
export const holdsExact = ({ name, engine }: Type) =>
  /^_?numeric$/.test(name) && /^VARCHAR(?:\[\])*$/.test(engine ?? '');

/**
 * True for a numeric that DuckDB represents as a double: a quotient, an average, or a result
 * computed from such a value.
 */
export const isInexact = (type: Type) => type.name === 'numeric' && type.engine === 'DOUBLE';

export const isArray = (type: Type) => type.name.startsWith('_');

/**
 * Number of dimensions. PostgreSQL has one type for arrays of any number of dimensions; DuckDB's
 * spelling gives the number.
 */
export const dimensionsOf = ({ name, engine }: Type): number =>
  name.startsWith('_') ? (/(?:\[\])*$/.exec(engine)?.[0].length ?? 0) / 2 : 0;
export const isWide = (type: Type): boolean => dimensionsOf(type) > 1;

/** An array of such arrays, with one dimension more. */
export const wider = (row: Type): Type => ({ ...row, engine: `${row.engine}[]` });
/** The type of an array's rows: one dimension less. */
export const rowOf = (type: Type): Type => ({ ...type, engine: type.engine.replace(/\[\]$/, '') });
/** The type of the elements, for any number of dimensions. */
export const scalarOf = (type: Type): Type => ({
  ...type,
  name: type.name.slice(1),
  engine: type.engine.replace(/(?:\[\])+$/, ''),
});

/** The type of an array's elements. Refuses arrays of several dimensions. */
export function elementOf(type: Type): Type {
  if (isWide(type)) refuse('this of an array of several dimensions', undefined);
  return { ...type, name: type.name.slice(1), engine: type.engine.replace(/\[\]$/, '') };
}

export function arrayOf(element: Type): Type {
  const engine = arrayEngine(element.engine === '' ? undefined : element.engine);
  return { ...element, name: `_${element.name}`, engine };
}

export const isEngineType = (type: Type) => type.name === 'engine';

const namesOfEngine: Readonly<Record<string, string>> = {
  BOOLEAN: 'bool',
  TINYINT: 'int2',
  SMALLINT: 'int2',
  INTEGER: 'int4',
  BIGINT: 'int8',
  UTINYINT: 'int2',
  USMALLINT: 'int4',
  UINTEGER: 'int8',
  FLOAT: 'float4',
  DOUBLE: 'float8',
  VARCHAR: 'text',
  BLOB: 'bytea',
  DATE: 'date',
  TIME: 'time',
  'TIME WITH TIME ZONE': 'timetz',
  TIMESTAMP: 'timestamp',
  TIMESTAMP_S: 'timestamp',
  TIMESTAMP_MS: 'timestamp',
  'TIMESTAMP WITH TIME ZONE': 'timestamptz',
  INTERVAL: 'interval',
  UUID: 'uuid',
  JSON: 'json',
};

/** The type of a column whose DuckDB type is `engine`. */
export function typeOfEngine(engine: string): Type {
  const spelt = engine.trim();
  const name = namesOfEngine[spelt.toUpperCase()];
  if (name !== undefined) return { name, engine: spelt.toUpperCase() };
  if (spelt.endsWith('[]')) {
    const element = typeOfEngine(spelt.slice(0, -2));
    if (!isArray(element) && !isEngineType(element))
      return { name: `_${element.name}`, engine: `${element.engine}[]` };
  }
  if (/^DECIMAL\([\d, ]+\)$/i.test(spelt))
    return { name: 'numeric', engine: spelt.toUpperCase().replaceAll(' ', '') };
  if (/^UBIGINT$/i.test(spelt)) return { name: 'numeric', engine: 'UBIGINT' };
  if (/^HUGEINT$/i.test(spelt)) return { name: 'numeric', engine: 'HUGEINT' };
  if (/^ENUM\(.*\)$/is.test(spelt)) return { name: 'text', engine: spelt };
  return { name: 'engine', engine: spelt };
}

/**
 * DuckDB's type of a column with instants and times in microseconds, as PostgreSQL has them. The
 * column is read with this type.
 */
export function withMicroseconds(engine: string): string {
  if (!engine.includes('_NS')) return engine;
  const types = /"(?:[^"]|"")*"|\b(TIME|TIMESTAMP)_NS\b/g;
  return engine.replace(types, (found, type?: string) => type ?? found);
}

const shownNames: Readonly<Record<string, string>> = {
  bool: 'boolean',
  int2: 'smallint',
  int4: 'integer',
  int8: 'bigint',
  float4: 'real',
  float8: 'double precision',
  varchar: 'character varying',
  bpchar: 'character',
  char: '"char"',
  varbit: 'bit varying',
  time: 'time without time zone',
  timetz: 'time with time zone',
  timestamp: 'timestamp without time zone',
  timestamptz: 'timestamp with time zone',
};

/** The type in the spelling of PostgreSQL's messages. */
export function showType({ name, engine }: Type): string {
  if (name === 'engine') return engine === '' ? 'a type of the engine' : engine;
  return name.startsWith('_') ? `${showName(name.slice(1))}[]` : showName(name);
}

const showName = (name: string) =>
  isOfSource(name) ? sourceNameOf(name) : (shownNames[name] ?? name);

/** The types of PostgreSQL's text search, which Quern does not offer. */
export const textSearchTypes: ReadonlySet<string> = new Set(['tsvector', 'tsquery', 'regconfig']);
export const textSearchAdvice =
  "texts are searched by bm25_search('table', 'column', 'text') in FROM, over an index of them";

export const categoryOf = (type: string) => typeInfo(type)?.category ?? 'U';
