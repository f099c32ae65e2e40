import type { VisibleColumn } from '../../types.ts';
import { multirangeTypes, rangeTypes } from './range-types.ts';
import { isEnum, isKept, isSortedText } from './source-types.ts';
import {
  decimalOf,
  isArray,
  shapeTypes,
  type Type,
  typeNamed,
  typeOfEngine,
  withMicroseconds,
} from './type.ts';

type ColumnOfTable = Pick<VisibleColumn, 'type' | 'sqlType'>;

/**
 * Types whose values HotSQL represents as PostgreSQL's text, the same as the stored column of a
 * source.
 */
const heldAsText: ReadonlySet<string> = new Set([
  ...['numeric', 'bpchar', 'char', 'name', 'json', 'jsonb', 'bit', 'varbit', 'inet', 'cidr'],
  ...['macaddr', 'macaddr8', 'jsonpath', ...rangeTypes, ...multirangeTypes, ...shapeTypes],
]);

/** Types whose values HotSQL represents otherwise than the stored text of the column. */
const readFromText: ReadonlySet<string> = new Set(['interval', 'timetz']);

/**
 * The type of a table's column. A numeric has its declared precision and scale. A vector column is
 * an array without declared length, as in PostgreSQL, and nanoseconds become microseconds. A column
 * of a source has the source's type, regardless of the stored representation (ADR 49).
 */
export function columnTypeOf({ type: engine, sqlType }: ColumnOfTable): Type {
  const type = typeOfEngine(withMicroseconds(engine).replace(/^(FLOAT|DOUBLE)\[\d+\]$/, '$1[]'));
  const held = decimalOf(type);
  if (held !== undefined) return { ...type, declared: `${held.precision},${held.scale}` };
  if (sqlType === undefined || scalarName(type.name) !== 'text') return type;
  if (isArray(type) !== sqlType.startsWith('_')) return type;
  if (sqlType === 'varchar') return { ...type, isVarchar: true };
  if (sqlType === '_varchar') return type;
  const scalar = scalarName(sqlType);
  if (heldAsText.has(scalar) || isEnum(scalar) || isKept(scalar) || isSortedText(scalar))
    return { name: sqlType, engine: type.engine };
  return readFromText.has(scalar) ? typeNamed(sqlType) : type;
}

const scalarName = (name: string) => (name.startsWith('_') ? name.slice(1) : name);

/** True if values must be parsed from the stored text of the column. */
export const isReadFromText = ({ type, sqlType }: ColumnOfTable): boolean =>
  /^VARCHAR(?:\[\])?$/.test(type) && sqlType !== undefined && readFromText.has(scalarName(sqlType));
