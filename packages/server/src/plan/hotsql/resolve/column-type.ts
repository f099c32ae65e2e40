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

/** Types that HotSQL holds as PostgreSQL's text of a value, as a source's column is kept. */
const heldAsText: ReadonlySet<string> = new Set([
  ...['numeric', 'bpchar', 'char', 'name', 'json', 'jsonb', 'bit', 'varbit', 'inet', 'cidr'],
  ...['macaddr', 'macaddr8', 'jsonpath', ...rangeTypes, ...multirangeTypes, ...shapeTypes],
]);

/** Types that HotSQL holds otherwise than as the text that a column is kept as. */
const readFromText: ReadonlySet<string> = new Set(['interval', 'timetz']);

/**
 * The type of a table's column. Numerics have the precision and scale that they were declared with;
 * vectors of one length are arrays, of which PostgreSQL declares none, and nothing has nanoseconds.
 * A column of a source has the type of its source, however its values are kept (ADR 49).
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

/** Whether the values have to be read from the text that the column is kept as. */
export const isReadFromText = ({ type, sqlType }: ColumnOfTable): boolean =>
  /^VARCHAR(?:\[\])?$/.test(type) && sqlType !== undefined && readFromText.has(scalarName(sqlType));
