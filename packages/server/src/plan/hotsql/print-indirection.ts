import { coerce } from './coerce.ts';
import { type Expr, expr, integerConstant } from './expr.ts';
import { engineTyped, extractField } from './print-column.ts';
import type { Printing } from './printing.ts';
import { refuse, reject } from './refusal.ts';
import { fieldOfRow } from './row-value.ts';
import type { Scope } from './scope.ts';
import { expectFields, type Fields, fieldSet, flagOf, listOf, locationOf, openNode, textOf } from './tree.ts';
import { elementOf, isArray, isEngineType, showType, typeOfEngine } from './type.ts';

const indexFields = fieldSet('is_slice', 'lidx', 'uidx');

/** `x[1]`, `x[1:2]`, `(x).field`, one after the other. */
export function printIndirection(printing: Printing, fields: Fields, scope: Scope): Expr {
  const location = locationOf(fields);
  return listOf(fields, 'indirection').reduce<Expr>(
    (value, step) => {
      const { kind, fields: index } = openNode(step);
      if (kind === 'String' && isEngineType(value.type)) return extractField(value, textOf(index, 'sval'));
      if (kind === 'String' && value.type.name === 'record') return fieldOfRow(value, textOf(index, 'sval'), location);
      if (kind === 'String') {
        const shown = showType(value.type);
        return reject(
          `column notation .${textOf(index, 'sval')} applied to type ${shown}, which is not a composite type`,
          location,
          '42809',
        );
      }
      if (kind !== 'A_Indices') return refuse('(row).*', location);
      expectFields('a subscript', index, indexFields);
      return subscript(printing, value, index, scope, location);
    },
    printing.expression(fields.arg, scope),
  );
}

function subscript(printing: Printing, value: Expr, index: Fields, scope: Scope, location: number | undefined): Expr {
  const bound = (node: unknown) => coerce(printing, printing.expression(node, scope), 'int4', 'a', location);
  if (isEngineType(value.type)) {
    if (flagOf(index, 'is_slice')) return refuse('a slice of what is no array', location);
    const element = /^(.*)\[\]$/s.exec(value.type.engine)?.[1];
    const text = `${value.text}[${printing.expression(index.uidx, scope).text}]`;
    return element === undefined ? engineTyped(text) : expr(text, typeOfEngine(element));
  }
  if (!isArray(value.type)) {
    if (value.type.name === 'jsonb') return jsonbSubscript(printing, value, index, scope, location);
    reject(`cannot subscript type ${showType(value.type)} because it does not support subscripting`, location, '42804');
  }
  if (flagOf(index, 'is_slice')) {
    const [from, to] = [index.lidx, index.uidx].map((node) => (node === undefined ? undefined : bound(node)));
    const constants = [from, to].map((side) => (side === undefined ? 1 : (integerConstant(side) ?? 0)));
    // DuckDB counts bounds below 1 from the end, PostgreSQL does not.
    const text = constants.every((constant) => constant > 0)
      ? `${value.text}[${from?.text ?? ''}:${to?.text ?? ''}]`
      : printing.macro('array_slice', value.text, from?.text ?? '1', to?.text ?? `len(${value.text})`);
    return { text, type: value.type };
  }
  const position = bound(index.uidx);
  const literal = integerConstant(position);
  const element = elementOf(value.type);
  if (literal !== undefined && literal > 0) return expr(`${value.text}[${literal}]`, element);
  return expr(printing.macro('subscript', value.text, position.text), element);
}

/** `j['key']`, `j[0]`: as `->` with text or an integer. */
function jsonbSubscript(
  printing: Printing,
  value: Expr,
  index: Fields,
  scope: Scope,
  location: number | undefined,
): Expr {
  if (flagOf(index, 'is_slice')) return reject('jsonb subscript does not support slices', location, '0A000');
  const step = printing.expression(index.uidx, scope);
  if (/^int[248]$/.test(step.type.name)) {
    return expr(`hotsql_json_at(${value.text}, [CAST(${step.text} AS VARCHAR)])`, 'jsonb');
  }
  // A text may name an element too.
  return expr(`hotsql_json_at(${value.text}, [${coerce(printing, step, 'text', 'a', location).text}])`, 'jsonb');
}
