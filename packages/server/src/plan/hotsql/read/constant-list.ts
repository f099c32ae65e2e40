import { quoteLiteral } from '../../../kernel/quoting.ts';
import { type Fields, fieldsOf, flagOf, nameList, openNode, textOf } from './tree.ts';

/**
 * With more constants, one expression for each costs more than the query (100,000 constants: 16 MB
 * of tree).
 */
export const leastItems = 1000;

/**
 * The separator between texts, and the mark of a null. A text with either character is not packed
 * into the list.
 */
const [separator, nullText] = ['\u001f', '\u001e'];

/** The values of a long list of constants, null for NULL. */
export interface ConstantList {
  readonly kind: 'integers' | 'numbers' | 'texts';
  readonly values: readonly (string | null)[];
}

/**
 * The values of items that are all whole numbers, all numbers or all texts; nulls may stand among
 * them. Undefined for mixed items and for a short list.
 */
export function constantList(items: readonly unknown[]): ConstantList | undefined {
  if (items.length < leastItems) return undefined;
  const values: (string | null)[] = [];
  let kind: ConstantList['kind'] | undefined;
  for (const item of items) {
    const constant = readConstant(item);
    if (constant === undefined) return undefined;
    values.push(constant.value);
    if (constant.kind === undefined || constant.kind === kind) continue;
    if (kind !== undefined && [kind, constant.kind].includes('texts')) return undefined;
    kind = kind === undefined ? constant.kind : 'numbers';
  }
  return kind && { kind, values };
}

interface Constant {
  readonly kind: ConstantList['kind'] | undefined;
  readonly value: string | null;
}

function readConstant(node: unknown): Constant | undefined {
  const { kind, fields } = openNode(node);
  if (kind === 'A_Const') return constantOf(fields);
  // `-1` is a sign and a number to the parser.
  const isMinus =
    kind === 'A_Expr' && fields.lexpr === undefined && nameList(fields, 'name').join() === '-';
  if (!isMinus || textOf(fields, 'kind') !== 'AEXPR_OP') return undefined;
  const { kind: within, fields: number } = openNode(fields.rexpr);
  const constant = within === 'A_Const' ? constantOf(number) : undefined;
  if (constant === undefined || constant.kind === 'texts' || constant.value === null)
    return undefined;
  return { ...constant, value: constant.value === '0' ? '0' : `-${constant.value}` };
}

/** The parser omits a zero. */
function constantOf(constant: Fields): Constant | undefined {
  if (flagOf(constant, 'isnull')) return { kind: undefined, value: null };
  const small = fieldsOf(constant, 'ival');
  if (small) return { kind: 'integers', value: String(small.ival ?? 0) };
  const text = fieldsOf(constant, 'sval');
  if (text) return { kind: 'texts', value: textOf(text, 'sval') };
  const number = fieldsOf(constant, 'fval');
  const digits = number && textOf(number, 'fval');
  if (digits === undefined) return undefined;
  if (/^[0-9]{1,18}$/.test(digits)) return { kind: 'integers', value: digits };
  return /^[0-9]{1,18}\.[0-9]{1,18}$/.test(digits) ? { kind: 'numbers', value: digits } : undefined;
}

/** The size of the DECIMAL for all numbers of the list; undefined if 38 digits are too few. */
export function decimalFor({
  values,
}: ConstantList): { readonly precision: number; readonly scale: number } | undefined {
  let [whole, scale] = [1, 0];
  for (const value of values) {
    const [before = '', after = ''] = (value ?? '0').replace('-', '').split('.');
    whole = Math.max(whole, before.length);
    scale = Math.max(scale, after.length);
  }
  return whole + scale > 38 ? undefined : { precision: whole + scale, scale };
}

/**
 * DuckDB's list of the values as `engine`, written as one text for a single cast; undefined if a
 * value cannot be part of such a text.
 */
export function listText(values: readonly (string | null)[], engine: string): string | undefined {
  if (engine !== 'VARCHAR') {
    if (!values.every((value) => value === null || /^[\w.+: -]+$/.test(value))) return undefined;
    return `CAST('[${values.map((value) => value ?? 'NULL').join()}]' AS ${engine}[])`;
  }
  if (values.some((value) => value?.includes(separator) || value?.includes(nullText)))
    return undefined;
  const split = `string_split(${quoteLiteral(values.map((value) => value ?? nullText).join(separator))}, chr(31))`;
  if (!values.includes(null)) return split;
  return `list_transform(${split}, lambda "text": nullif("text", chr(30)))`;
}
