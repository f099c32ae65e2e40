import { quoteLiteral } from '../../kernel/quoting.ts';
import type { Expr } from './expr.ts';
import { type Fields, fieldsOf, openNode, textOf } from './tree.ts';

/** From so many constants on, each as an expression of its own costs more than the query (100,000: 16 MB of tree). */
const leastItems = 1000;
const separator = '\u001f';
const integerTypes = new Set(['int2', 'int4', 'int8']);

/**
 * The rows that `x IN (...)` of very many constants looks through, as a query over one text; undefined where the constants
 * are few, or not all whole numbers or texts as `x` is one.
 */
export function longList(items: readonly unknown[], operand: Expr): string | undefined {
  if (items.length < leastItems) return undefined;
  if (integerTypes.has(operand.type.name)) {
    const values = readAll(items, wholeNumber);
    return values && `SELECT unnest(CAST(string_split('${values.join()}', ',') AS BIGINT[]))`;
  }
  if (operand.type.name !== 'text') return undefined;
  const values = readAll(items, plainText);
  return values && `SELECT unnest(string_split(${quoteLiteral(values.join(separator))}, chr(31)))`;
}

function readAll(items: readonly unknown[], read: (constant: Fields) => string | undefined): string[] | undefined {
  const values: string[] = [];
  for (const item of items) {
    const { kind, fields } = openNode(item);
    const value = kind === 'A_Const' ? read(fields) : undefined;
    if (value === undefined) return undefined;
    values.push(value);
  }
  return values;
}

/** The parser leaves a zero out. */
function wholeNumber(constant: Fields): string | undefined {
  const small = fieldsOf(constant, 'ival');
  if (small) return String(small.ival ?? 0);
  const large = fieldsOf(constant, 'fval');
  const digits = large && textOf(large, 'fval');
  return digits !== undefined && /^[0-9]{1,18}$/.test(digits) ? digits : undefined;
}

function plainText(constant: Fields): string | undefined {
  const text = fieldsOf(constant, 'sval');
  const value = text && textOf(text, 'sval');
  return value?.includes(separator) ? undefined : value;
}
