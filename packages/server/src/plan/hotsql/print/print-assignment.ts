import type { AssignedColumn } from '../../statements/derivation.ts';
import { refuse, reject } from '../read/refusal.ts';
import type { Fields } from '../read/tree.ts';
import { canCoerce } from '../resolve/catalog/can-coerce.ts';
import { columnTypeOf } from '../resolve/column-type.ts';
import { type Expr, expr, isNull } from '../resolve/expr.ts';
import type { Namespace } from '../resolve/namespace.ts';
import { decimalOf, showType, type Type } from '../resolve/type.ts';
import { coerce } from './coerce.ts';
import { castToType, typeNameOf } from './print-cast.ts';
import type { Printing } from './printing.ts';

/** The node that `assigned()` makes; PostgreSQL's parser makes none of its name. */
export const assignmentKind = 'QuernAssignment';

/**
 * A value on its way into a column, as PostgreSQL's assignment casts make it
 * (https://www.postgresql.org/docs/18/typeconv-query.html): other types as in an implicit or an
 * assignment cast, texts within their length or an error.
 */
export function printAssignment(printing: Printing, fields: Fields, namespace: Namespace): Expr {
  const column = fields.column as AssignedColumn;
  const value = printing.expression(fields.arg, namespace);
  const type = columnTypeOf(column);
  if (type.name === 'engine' || type.name === 'record') return asEngineType(value, column, type);
  if (!isNull(value) && !canCoerce(value.type.name, type.name, 'a')) {
    reject(
      `column '${column.name}' is of type ${showType(type)} but expression is of type ${showType(value.type)}`,
      undefined,
      '42804',
    );
  }
  if (decimalOf(type) !== undefined)
    return castToType(printing, value, typeNameOf(type, undefined));
  return fitted(coerce(printing, value, type.name, 'a', undefined), column, type);
}

/** Within the length that the column declares: only blanks may be cut off. */
function fitted(value: Expr, { name, modifiers }: AssignedColumn, type: Type): Expr {
  const [length] = modifiers;
  if (length === undefined || isNull(value) || type.name.startsWith('_')) return value;
  if (type.name === 'bpchar' || (type.name === 'text' && modifiers.length === 1)) {
    const shown = type.name === 'bpchar' ? `character(${length})` : `character varying(${length})`;
    const raised = `error('[22001] value too long for type ${shown}')`;
    const cut =
      type.name === 'bpchar'
        ? `rpad(left(${value.text}, ${length}), ${length}, ' ')`
        : `left(${value.text}, ${length})`;
    const text =
      `CASE WHEN length(rtrim(${value.text}, ' ')) > ${length} ` +
      `THEN CAST(${raised} AS VARCHAR) ELSE ${cut} END`;
    return expr(text, value.type);
  }
  if (/^time/.test(type.name) && length < 6)
    return expr(`hotsql_round_${type.name}(${value.text}, ${length})`, value.type);
  if (type.name === 'bit' || type.name === 'varbit')
    return expr(
      `hotsql_bits_fit(${value.text}, ${length}, ${type.name === 'bit' ? 0 : 1})`,
      value.type,
    );
  return refuse(`a modifier on column '${name}'`, undefined);
}

/** Types that PostgreSQL does not have take values of themselves, and literals. */
function asEngineType(value: Expr, { name, type: engine }: AssignedColumn, type: Type): Expr {
  const isLiteral = value.type.name === 'unknown' || isNull(value);
  if (!isLiteral && value.type.engine !== engine && value.type.name !== 'engine')
    refuse(
      `a value of type ${showType(value.type)} in column '${name}' of type ${engine}`,
      undefined,
      'load rows of that type',
    );
  return expr(`CAST(${value.text} AS ${engine})`, type);
}
