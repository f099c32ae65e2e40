import { quoteIdentifier, quoteLiteral } from '../../kernel/quoting.ts';
import { printNumber } from './literals.ts';
import { valueFunctionName } from './output-name.ts';
import { printCall } from './print-call.ts';
import { printCast } from './print-cast.ts';
import { printOperation } from './print-operation.ts';
import { printSubLink } from './print-sublink.ts';
import type { Printing } from './printing.ts';
import { refuse } from './refusal.ts';
import { integerLiteral } from './static-type.ts';
import {
  describeKind,
  expectFields,
  type Fields,
  fieldSet,
  fieldsOf,
  flagOf,
  listOf,
  locationOf,
  openNode,
  stringValue,
  textOf,
} from './tree.ts';

type ExpressionPrinter = (printing: Printing, fields: Fields) => string;

/** The allow-list of expression nodes; each printer gives text that stands as an operand anywhere. */
const printersByKind: Readonly<Record<string, ExpressionPrinter>> = {
  A_ArrayExpr: printArray,
  A_Const: printConstant,
  A_Expr: printOperation,
  A_Indirection: printIndirection,
  BoolExpr: printBoolean,
  BooleanTest: printBooleanTest,
  CaseExpr: printCase,
  CoalesceExpr: (printing, fields) => `coalesce(${printing.expressions(listOf(fields, 'args'))})`,
  CollateClause: printCollate,
  ColumnRef: printColumn,
  FuncCall: printCall,
  GroupingFunc: (printing, fields) => `CAST(grouping(${printing.expressions(listOf(fields, 'args'))}) AS INTEGER)`,
  MinMaxExpr: (printing, fields) =>
    `${textOf(fields, 'op') === 'IS_LEAST' ? 'least' : 'greatest'}(${printing.expressions(listOf(fields, 'args'))})`,
  NullTest: printNullTest,
  SQLValueFunction: printValueFunction,
  SubLink: printSubLink,
  TypeCast: printCast,
};

const namesOfRefused: Readonly<Record<string, string>> = {
  ParamRef: 'parameters such as $1',
  RowExpr: 'a row value here',
  NamedArgExpr: 'named arguments of this function',
  SetToDefault: 'DEFAULT',
  XmlExpr: 'XML functions',
  JsonFuncExpr: 'SQL/JSON functions',
  JsonObjectConstructor: 'JSON_OBJECT',
  JsonArrayConstructor: 'JSON_ARRAY',
  JsonIsPredicate: 'IS JSON',
};

export function printExpression(printing: Printing, node: unknown): string {
  const { kind, fields } = openNode(node);
  const print = printersByKind[kind];
  return print === undefined
    ? refuse(namesOfRefused[kind] ?? describeKind(kind), locationOf(fields))
    : print(printing, fields);
}

const columnFields = fieldSet('fields');

function printColumn(_printing: Printing, column: Fields): string {
  expectFields('a column', column, columnFields);
  const parts = listOf(column, 'fields').map((part) => {
    const name = stringValue(part);
    return name === undefined ? '*' : quoteIdentifier(name);
  });
  return parts.join('.');
}

const constantFields = fieldSet('ival', 'fval', 'sval', 'boolval', 'bsval', 'isnull');

function printConstant(_printing: Printing, constant: Fields): string {
  expectFields('a constant', constant, constantFields);
  if (flagOf(constant, 'isnull')) return 'NULL';
  const location = locationOf(constant);
  if (constant.bsval !== undefined) return refuse('bit strings', location);
  const number = fieldsOf(constant, 'fval');
  if (number !== undefined) return printNumber(textOf(number, 'fval'), location);
  const text = fieldsOf(constant, 'sval');
  if (text !== undefined) return quoteLiteral(textOf(text, 'sval'));
  const boolean = fieldsOf(constant, 'boolval');
  if (boolean !== undefined) return boolean.boolval === true ? 'true' : 'false';
  const integer = fieldsOf(constant, 'ival')?.ival ?? 0;
  return typeof integer === 'number' && integer < 0 ? `(${integer})` : String(integer);
}

const booleanFields = fieldSet('boolop', 'args');

function printBoolean(printing: Printing, fields: Fields): string {
  expectFields('a condition', fields, booleanFields);
  const args = listOf(fields, 'args').map((arg) => printing.expression(arg));
  if (textOf(fields, 'boolop') === 'NOT_EXPR') return `(NOT ${args.join('')})`;
  return `(${args.join(textOf(fields, 'boolop') === 'AND_EXPR' ? ' AND ' : ' OR ')})`;
}

const nullTestFields = fieldSet('arg', 'nulltesttype', 'argisrow');

function printNullTest(printing: Printing, fields: Fields): string {
  expectFields('a null test', fields, nullTestFields);
  if (openNode(fields.arg).kind === 'RowExpr') refuse('IS NULL of a row', locationOf(fields), 'test each column');
  const test = textOf(fields, 'nulltesttype') === 'IS_NOT_NULL' ? 'IS NOT NULL' : 'IS NULL';
  return `(${printing.expression(fields.arg)} ${test})`;
}

const booleanTests: Readonly<Record<string, string>> = {
  IS_TRUE: 'IS NOT DISTINCT FROM true',
  IS_NOT_TRUE: 'IS DISTINCT FROM true',
  IS_FALSE: 'IS NOT DISTINCT FROM false',
  IS_NOT_FALSE: 'IS DISTINCT FROM false',
  IS_UNKNOWN: 'IS NULL',
  IS_NOT_UNKNOWN: 'IS NOT NULL',
};
const booleanTestFields = fieldSet('arg', 'booltesttype');

function printBooleanTest(printing: Printing, fields: Fields): string {
  expectFields('a truth test', fields, booleanTestFields);
  const test = booleanTests[textOf(fields, 'booltesttype')];
  return test === undefined
    ? refuse('this truth test', locationOf(fields))
    : `(${printing.expression(fields.arg)} ${test})`;
}

const caseFields = fieldSet('arg', 'args', 'defresult');

function printCase(printing: Printing, fields: Fields): string {
  expectFields('CASE', fields, caseFields);
  const branches = listOf(fields, 'args').map((branch) => {
    const when = openNode(branch).fields;
    return `WHEN ${printing.expression(when.expr)} THEN ${printing.expression(when.result)}`;
  });
  const subject = fields.arg === undefined ? '' : `${printing.expression(fields.arg)} `;
  const otherwise = fields.defresult === undefined ? '' : ` ELSE ${printing.expression(fields.defresult)}`;
  return `CASE ${subject}${branches.join(' ')}${otherwise} END`;
}

const collateFields = fieldSet('arg', 'collname');

/** Collation C is the only one, and every comparison already uses it. */
function printCollate(printing: Printing, fields: Fields): string {
  expectFields('COLLATE', fields, collateFields);
  const name = listOf(fields, 'collname').map(stringValue).at(-1);
  if (name !== 'C' && name !== 'POSIX' && name !== 'default') {
    refuse(`the collation '${name ?? ''}'`, locationOf(fields), 'texts are compared by their bytes (collation "C")');
  }
  return printing.expression(fields.arg);
}

const valueFunctions: Readonly<Record<string, string>> = {
  current_date: 'current_date',
  current_timestamp: 'now()',
  localtimestamp: 'CAST(now() AS TIMESTAMP)',
};

function printValueFunction(_printing: Printing, fields: Fields): string {
  const op = textOf(fields, 'op');
  const name = valueFunctionName(op);
  const text = op.endsWith('_N') ? undefined : valueFunctions[name];
  return text ?? refuse(`${name.toUpperCase()}${op.endsWith('_N') ? ' with a precision' : ''}`, locationOf(fields));
}

const arrayFields = fieldSet('elements', 'list_start', 'list_end');

function printArray(printing: Printing, fields: Fields): string {
  expectFields('ARRAY', fields, arrayFields);
  const elements = listOf(fields, 'elements');
  if (elements.length === 0) refuse('an empty ARRAY[] without a type', locationOf(fields), 'write ARRAY[]::int[]');
  if (elements.some((element) => openNode(element).kind === 'A_ArrayExpr')) {
    refuse('arrays of more than one dimension', locationOf(fields));
  }
  return `[${printing.expressions(elements)}]`;
}

const indexFields = fieldSet('is_slice', 'lidx', 'uidx');

function printIndirection(printing: Printing, fields: Fields): string {
  return listOf(fields, 'indirection').reduce<string>((value, step) => {
    const { kind, fields: index } = openNode(step);
    if (kind === 'String') return `struct_extract(${value}, ${quoteLiteral(textOf(index, 'sval'))})`;
    if (kind !== 'A_Indices') return refuse('(row).*', locationOf(fields));
    expectFields('a subscript', index, indexFields);
    if (flagOf(index, 'is_slice'))
      return `${value}[${sliceBound(index.lidx, fields)}:${sliceBound(index.uidx, fields)}]`;
    const position = integerLiteral(index.uidx);
    if (position !== undefined && position > 0) return `${value}[${position}]`;
    return printing.macro('subscript', value, printing.expression(index.uidx));
  }, printing.expression(fields.arg));
}

/** DuckDB counts bounds below 1 from the end, PostgreSQL does not. */
function sliceBound(bound: unknown, fields: Fields): string {
  if (bound === undefined) return '';
  const position = integerLiteral(bound);
  if (position === undefined || position < 1) {
    return refuse('an array slice whose bounds are no positive integers', locationOf(fields));
  }
  return String(position);
}
