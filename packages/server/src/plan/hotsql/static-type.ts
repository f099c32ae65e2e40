/** What the tree alone says about a value's type. Columns have no type here, so most answers are "unknown". */
import { type Fields, fieldsOf, listOf, nameList, openNode, textOf } from './tree.ts';

export type StaticType =
  | 'text'
  | 'integer'
  | 'decimal'
  | 'float'
  | 'boolean'
  | 'date'
  | 'timestamp'
  | 'interval'
  | 'other'
  | 'unknown';

/** The value of an integer literal that fits 32 bits; undefined for anything else. */
export function integerLiteral(node: unknown): number | undefined {
  const { kind, fields } = openNode(node);
  if (kind !== 'A_Const') return undefined;
  const integer = fieldsOf(fields, 'ival');
  if (integer === undefined) return undefined;
  return typeof integer.ival === 'number' ? integer.ival : 0;
}

/** The text of a string literal; undefined for anything else. */
export function stringLiteral(node: unknown): string | undefined {
  const { kind, fields } = openNode(node);
  const text = kind === 'A_Const' ? fieldsOf(fields, 'sval') : undefined;
  return text === undefined ? undefined : textOf(text, 'sval');
}

/** The digits of a number literal that is no 32-bit integer (`1.50`, `1e3`, `3000000000`). */
export function numberLiteral(node: unknown): string | undefined {
  const { kind, fields } = openNode(node);
  const number = kind === 'A_Const' ? fieldsOf(fields, 'fval') : undefined;
  return number === undefined ? undefined : textOf(number, 'fval');
}

const typesOfNames: Readonly<Record<string, StaticType>> = {
  text: 'text',
  varchar: 'text',
  bpchar: 'text',
  name: 'text',
  int2: 'integer',
  int4: 'integer',
  int8: 'integer',
  numeric: 'decimal',
  float4: 'float',
  float8: 'float',
  bool: 'boolean',
  date: 'date',
  timestamp: 'timestamp',
  timestamptz: 'timestamp',
  interval: 'interval',
};

const typesOfCalls: Readonly<Record<string, StaticType>> = {
  count: 'integer',
  row_number: 'integer',
  rank: 'integer',
  dense_rank: 'integer',
  ntile: 'integer',
  length: 'integer',
  lower: 'text',
  upper: 'text',
  substr: 'text',
  substring: 'text',
  concat: 'text',
  concat_ws: 'text',
  replace: 'text',
  btrim: 'text',
  ltrim: 'text',
  rtrim: 'text',
  left: 'text',
  right: 'text',
  lpad: 'text',
  rpad: 'text',
  string_agg: 'text',
  split_part: 'text',
  initcap: 'text',
  repeat: 'text',
  reverse: 'text',
  overlay: 'text',
  regexp_replace: 'text',
  md5: 'text',
  to_char: 'text',
  translate: 'text',
  chr: 'text',
  now: 'timestamp',
};

export function staticType(node: unknown): StaticType {
  const { kind, fields } = openNode(node);
  switch (kind) {
    case 'A_Const':
      return constantType(fields);
    case 'TypeCast': {
      const typeName = fieldsOf(fields, 'typeName') ?? {};
      if (listOf(typeName, 'arrayBounds').length > 0) return 'other';
      return typesOfNames[nameList(typeName, 'names').at(-1) ?? ''] ?? 'other';
    }
    case 'FuncCall':
      return typesOfCalls[nameList(fields, 'funcname').at(-1) ?? ''] ?? 'unknown';
    case 'BoolExpr':
    case 'NullTest':
    case 'BooleanTest':
      return 'boolean';
    case 'A_Expr':
      return operationType(fields);
    default:
      return 'unknown';
  }
}

function constantType(constant: Fields): StaticType {
  if (constant.ival !== undefined) return 'integer';
  if (constant.fval !== undefined) return 'decimal';
  return constant.sval === undefined ? 'unknown' : 'text';
}

function operationType(operation: Fields): StaticType {
  if (textOf(operation, 'kind') !== 'AEXPR_OP') return 'unknown';
  const operator = nameList(operation, 'name').at(-1) ?? '';
  if (['=', '<>', '!=', '<', '>', '<=', '>='].includes(operator)) return 'boolean';
  if (operation.lexpr === undefined) return staticType(operation.rexpr);
  const [left, right] = [staticType(operation.lexpr), staticType(operation.rexpr)];
  if (operator === '||') return left === 'text' || right === 'text' ? 'text' : 'unknown';
  return left === right && (left === 'integer' || left === 'float') ? left : 'unknown';
}
