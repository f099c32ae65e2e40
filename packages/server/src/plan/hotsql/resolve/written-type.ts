import { sqlError } from '../../../kernel/sql-error.ts';
import { typeInfo } from './catalog/postgres-catalog.ts';

/** A written type: `integer`, `numeric(4, 1)`, `varchar(3)[]`. */
export interface WrittenType {
  /** PostgreSQL's name of the type, or of an array's elements. */
  readonly name: string;
  readonly modifiers: readonly number[];
  readonly isArray: boolean;
}

/**
 * Type names that PostgreSQL's grammar does not translate: other names of PostgreSQL's types, and
 * names from other databases.
 */
export const otherTypeNames: Readonly<Record<string, string>> = {
  string: 'text',
  decimal: 'numeric',
  double: 'float8',
};

/** Spellings of PostgreSQL's grammar. */
const grammarNames: Readonly<Record<string, string>> = {
  boolean: 'bool',
  smallint: 'int2',
  integer: 'int4',
  int: 'int4',
  bigint: 'int8',
  real: 'float4',
  float: 'float8',
  'double precision': 'float8',
  'character varying': 'varchar',
  'char varying': 'varchar',
  character: 'bpchar',
  char: 'bpchar',
  'bit varying': 'varbit',
  dec: 'numeric',
  decimal: 'numeric',
  'timestamp without time zone': 'timestamp',
  'timestamp with time zone': 'timestamptz',
  'time without time zone': 'time',
  'time with time zone': 'timetz',
};

/** No type's name is longer, and `form` takes the square of a text's length. */
const maxWritten = 256;
const form =
  /^\s*(?:pg_catalog\s*\.\s*)?("[^"]+"|[a-z_][a-z0-9_ ]*?)\s*(?:\(\s*(-?\d+(?:\s*,\s*-?\d+)*)\s*\))?\s*((?:with|without) time zone)?\s*((?:\[\s*\d*\s*\]\s*)*)$/i;

/** Raises for a malformed type name and for an unknown type. */
export function readWrittenType(text: string): WrittenType {
  const match = text.length > maxWritten ? null : form.exec(text);
  if (match === null) return sqlError('42601', `invalid type name "${text}"`);
  const [, written = '', modifiers = '', zone = '', bounds = ''] = match;
  const isQuoted = written.startsWith('"');
  const words = isQuoted
    ? written.slice(1, -1)
    : `${written.toLowerCase().replace(/\s+/g, ' ')}${zone === '' ? '' : ` ${zone.toLowerCase()}`}`;
  const name = (isQuoted ? undefined : grammarNames[words]) ?? words;
  if (typeInfo(name) === undefined) return sqlError('42704', `type "${words}" does not exist`);
  const numbers = modifiers === '' ? [] : modifiers.split(',').map(Number);
  const hasOne = !isQuoted && numbers.length === 0 && /^(?:char|character|bit)$/.test(words);
  const isArrayName = name.startsWith('_');
  return {
    name: isArrayName ? name.slice(1) : name,
    modifiers: hasOne ? [1] : numbers,
    isArray: isArrayName || bounds !== '',
  };
}
