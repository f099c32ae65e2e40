import { enumType, keptType } from '../sql-type.ts';
import type { CatalogRow } from './catalog.ts';

/**
 * HotSQL types of columns without a stored type of their own, by PostgreSQL type. Numeric types are
 * included: a value that fits no DECIMAL turns the column into text.
 */
const sqlTypes: ReadonlyMap<number, string> = new Map([
  [18, 'char'],
  [19, 'name'],
  [114, 'json'],
  [600, 'point'],
  [601, 'lseg'],
  [602, 'path'],
  [603, 'box'],
  [604, 'polygon'],
  [628, 'line'],
  [650, 'cidr'],
  [718, 'circle'],
  [774, 'macaddr8'],
  [790, 'numeric'],
  [829, 'macaddr'],
  [869, 'inet'],
  [1042, 'bpchar'],
  [1043, 'varchar'],
  [1186, 'interval'],
  [1266, 'timetz'],
  [1560, 'bit'],
  [1562, 'varbit'],
  [1700, 'numeric'],
  [3802, 'jsonb'],
  [3904, 'int4range'],
  [3906, 'numrange'],
  [3908, 'tsrange'],
  [3910, 'tstzrange'],
  [3912, 'daterange'],
  [3926, 'int8range'],
  [4072, 'jsonpath'],
  [4451, 'int4multirange'],
  [4532, 'nummultirange'],
  [4533, 'tsmultirange'],
  [4534, 'tstzmultirange'],
  [4535, 'datemultirange'],
  [4536, 'int8multirange'],
]);

/** Types whose stored type determines their meaning, and texts. */
const plainTypes: ReadonlySet<number> = new Set([
  ...[16, 17, 20, 21, 23, 25, 26, 700, 701, 1082, 1083, 1114, 1184, 2950],
]);

/** The HotSQL type of a column; undefined if the stored type determines the meaning. */
export function sqlTypeOf(row: CatalogRow): string | undefined {
  if (row.column === null) return undefined;
  if (row.dimensions > 1) return keptType(row.source_type);
  const isArray = row.element_oid !== 0;
  const oid = isArray ? row.element_oid : row.type_oid;
  const kind = isArray ? row.element_kind : row.type_kind;
  const name = isArray ? row.source_type.replace(/(?:\[\])+$/, '') : row.source_type;
  const scalar =
    kind === 'e' && row.labels !== null
      ? enumType(name, row.labels)
      : (sqlTypes.get(oid) ?? (plainTypes.has(oid) ? undefined : keptType(name)));
  return isArray && scalar !== undefined ? `_${scalar}` : scalar;
}
