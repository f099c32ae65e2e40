import { quoteLiteral } from '../../../kernel/quoting.ts';
import { readBits } from '../../../values/read-bits.ts';
import { valueFunctionName } from '../read/output-name.ts';
import { refuse, reject } from '../read/refusal.ts';
import {
  describeKind,
  expectFields,
  type Fields,
  fieldSet,
  fieldsOf,
  flagOf,
  isConjunction,
  listOf,
  locationOf,
  openNode,
  stringValue,
  textOf,
} from '../read/tree.ts';
import { ownerName } from '../resolve/catalog-tables.ts';
import { type Expr, expr, isNull, nullExpr } from '../resolve/expr.ts';
import type { Namespace } from '../resolve/namespace.ts';
import { arrayOf, boolType, isArray, type Type, typeNamed, unknownType } from '../resolve/type.ts';
import { applyOperator } from './apply-operator.ts';
import { coerce, unify } from './coerce.ts';
import { collated } from './collation.ts';
import { connected, decidedBy, negated, plainly } from './evaluation-order.ts';
import { arrayOfRows, writtenLength } from './functions/wide-arrays.ts';
import { sameHolding } from './holding.ts';
import { readNumber } from './literals.ts';
import { longArray } from './long-list.ts';
import { boundOperand, once } from './operand-once.ts';
import { assignmentKind, printAssignment } from './print-assignment.ts';
import { printCall } from './print-call.ts';
import { printCast } from './print-cast.ts';
import { printColumn } from './print-column.ts';
import { printCondition, printTest } from './print-condition.ts';
import { printIndirection } from './print-indirection.ts';
import { readingAt } from './print-input.ts';
import {
  printIsJson,
  printJsonAggregate,
  printJsonArray,
  printJsonArrayQuery,
  printJsonObject,
  printJsonParse,
  printJsonScalar,
  printJsonSerialize,
} from './print-json.ts';
import { printJsonFunction } from './print-json-function.ts';
import { printOperation } from './print-operation.ts';
import { printRow } from './print-row.ts';
import { printSubLink } from './print-sublink.ts';
import { sortable } from './print-window.ts';
import type { Printing } from './printing.ts';
import { rowNullTest } from './row-value.ts';
import { withTextOf } from './varying-text.ts';

type ExpressionPrinter = (printing: Printing, fields: Fields, namespace: Namespace) => Expr;

/** The allow-list of expression nodes. */
const printersByKind: Readonly<Record<string, ExpressionPrinter>> = {
  A_ArrayExpr: printArray,
  A_Const: printConstant,
  A_Expr: printOperation,
  A_Indirection: printIndirection,
  BoolExpr: printBoolean,
  BooleanTest: printBooleanTest,
  CaseExpr: (printing, fields, namespace) =>
    namespace.without('CASE', () => printCase(printing, fields, namespace)),
  CoalesceExpr: (printing, fields, namespace) =>
    namespace.without('COALESCE', () => printCoalesce(printing, fields, namespace)),
  CollateClause: printCollate,
  ColumnRef: printColumn,
  FuncCall: printCall,
  GroupingFunc: printGrouping,
  JsonArrayAgg: printJsonAggregate,
  JsonArrayConstructor: printJsonArray,
  JsonArrayQueryConstructor: printJsonArrayQuery,
  JsonFuncExpr: printJsonFunction,
  JsonIsPredicate: printIsJson,
  JsonObjectAgg: printJsonAggregate,
  JsonObjectConstructor: printJsonObject,
  JsonParseExpr: printJsonParse,
  JsonScalarExpr: printJsonScalar,
  JsonSerializeExpr: printJsonSerialize,
  MinMaxExpr: printExtreme,
  NullTest: printNullTest,
  ParamRef: printParameter,
  RowExpr: printRow,
  SetToDefault: printDefault,
  SQLValueFunction: printValueFunction,
  SubLink: printSubLink,
  TypeCast: printCast,
  [assignmentKind]: printAssignment,
};

const namesOfRefused: Readonly<Record<string, string>> = {
  NamedArgExpr: 'named arguments of this function',
  XmlExpr: 'XML functions',
};

function printParameter(_printing: Printing, fields: Fields): never {
  return reject(
    'HotSQL does not support parameters such as $1; write the values',
    locationOf(fields),
    '42P02',
  );
}

function printDefault(_printing: Printing, fields: Fields): never {
  return reject('DEFAULT is not allowed in this context', locationOf(fields), '42601');
}

export function printExpression(printing: Printing, node: unknown, namespace: Namespace): Expr {
  const { kind, fields } = openNode(node);
  const print = printersByKind[kind];
  return print === undefined
    ? refuse(namesOfRefused[kind] ?? describeKind(kind), locationOf(fields))
    : print(printing, fields, namespace);
}

const constantFields = fieldSet('ival', 'fval', 'sval', 'boolval', 'bsval', 'isnull');

function printConstant(printing: Printing, constant: Fields): Expr {
  expectFields('a constant', constant, constantFields);
  if (flagOf(constant, 'isnull'))
    return { text: 'NULL', type: unknownType, constant: { kind: 'null' } };
  const location = locationOf(constant);
  const bits = fieldsOf(constant, 'bsval');
  if (bits !== undefined) {
    return expr(quoteLiteral(readingAt(location, () => readBits(textOf(bits, 'bsval')))), 'bit');
  }
  const number = fieldsOf(constant, 'fval');
  if (number !== undefined) return readNumber(printing, textOf(number, 'fval'), location);
  const text = fieldsOf(constant, 'sval');
  if (text !== undefined) {
    const value = textOf(text, 'sval');
    return { text: quoteLiteral(value), type: unknownType, constant: { kind: 'text', value } };
  }
  const boolean = fieldsOf(constant, 'boolval');
  if (boolean !== undefined) {
    const value = boolean.boolval === true;
    return { text: String(value), type: boolType, constant: { kind: 'boolean', value } };
  }
  const integer = fieldsOf(constant, 'ival')?.ival ?? 0;
  return {
    text: typeof integer === 'number' && integer < 0 ? `(${integer})` : String(integer),
    type: typeNamed('int4'),
    constant: { kind: 'number', value: String(integer) },
    isLiteralInteger: true,
  };
}

const booleanFields = fieldSet('boolop', 'args');
const booleanWords = { AND_EXPR: 'AND', OR_EXPR: 'OR' } as const;

function printBoolean(printing: Printing, fields: Fields, namespace: Namespace): Expr {
  expectFields('a condition', fields, booleanFields);
  const operator = textOf(fields, 'boolop');
  const word = operator === 'AND_EXPR' || operator === 'OR_EXPR' ? booleanWords[operator] : 'NOT';
  const isTested = word !== 'NOT' && printing.tested.has(fields);
  const print = isTested ? printTest : printCondition;
  // In a test, DuckDB drops rows before it computes subqueries after AND.
  const isLazy = word === 'OR' || (word === 'AND' && !isTested);
  const args: Expr[] = [];
  const decided = () =>
    decidedBy(args.map(({ text }) => (word === 'AND' ? `(NOT ${text})` : text)));
  const printArg = (arg: unknown) => print(printing, arg, namespace, word);
  for (const arg of listOf(fields, 'args')) {
    const before = args.length;
    args.push(
      namespace.without(word, () =>
        isLazy && before > 0 ? namespace.onlyWhen(decided, () => printArg(arg)) : printArg(arg),
      ),
    );
  }
  if (word === 'NOT') return negated(args[0] ?? nullExpr);
  if (!isTested) return connected(args, word);
  const isLong = word === 'OR' && args.length > longOr;
  const texts = args.map(({ text }, index) =>
    isLong && isConjunction(listOf(fields, 'args')[index]) ? `(NOT (NOT ${text}))` : text,
  );
  return expr(plainly(texts, word), boolType);
}

/**
 * DuckDB searches the ANDs of an OR for common parts, in time that grows with the square of the
 * number of ANDs (5,000 take 90 s), and does not see through NOT of NOT.
 */
const longOr = 32;

const nullTestFields = fieldSet('arg', 'nulltesttype', 'argisrow');

function printNullTest(printing: Printing, fields: Fields, namespace: Namespace): Expr {
  expectFields('a null test', fields, nullTestFields);
  const isNegated = textOf(fields, 'nulltesttype') === 'IS_NOT_NULL';
  const value = printing.expression(fields.arg, namespace);
  if (value.type.name === 'record') return rowNullTest(value, isNegated, locationOf(fields));
  return expr(`(${value.text} ${isNegated ? 'IS NOT NULL' : 'IS NULL'})`, boolType);
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

function printBooleanTest(printing: Printing, fields: Fields, namespace: Namespace): Expr {
  expectFields('a truth test', fields, booleanTestFields);
  const test = booleanTests[textOf(fields, 'booltesttype')];
  if (test === undefined) return refuse('this truth test', locationOf(fields));
  const condition = namespace.without('IS TRUE', () =>
    printCondition(printing, fields.arg, namespace, 'IS TRUE'),
  );
  return expr(`(${condition.text} ${test})`, boolType);
}

const caseFields = fieldSet('arg', 'args', 'defresult');

function printCase(printing: Printing, fields: Fields, namespace: Namespace): Expr {
  expectFields('CASE', fields, caseFields);
  const location = locationOf(fields);
  const { operand: subject, within } =
    fields.arg === undefined
      ? { operand: undefined, within: (text: string) => text }
      : boundOperand(
          typed(printing, printing.expression(fields.arg, namespace), location),
          location,
        );
  const branches = listOf(fields, 'args').map((branch) => openNode(branch).fields);
  const tests: string[] = [];
  const printWhen = (test: unknown) => {
    if (subject === undefined) return printTest(printing, test, namespace, 'CASE/WHEN').text;
    const value = printing.expression(test, namespace);
    return applyOperator(printing, '=', [subject, value], locationOf(openNode(test).fields)).text;
  };
  const undecided = () => decidedBy(tests);
  for (const { expr: test } of branches) {
    tests.push(
      tests.length === 0 ? printWhen(test) : namespace.onlyWhen(undecided, () => printWhen(test)),
    );
  }
  const otherwise =
    fields.defresult === undefined
      ? undefined
      : namespace.onlyWhen(undecided, () => printing.expression(fields.defresult, namespace));
  const results = branches.map(({ result }, index) =>
    namespace.onlyWhen(
      () => decidedBy(tests.slice(0, index), tests[index]),
      () => printing.expression(result, namespace),
    ),
  );
  // PostgreSQL considers ELSE first for the common type.
  const [last, ...unified] = unify(printing, [otherwise ?? nullExpr, ...results], 'CASE', location);
  const choose = ([other, ...texts]: readonly string[]) => {
    const ending = otherwise === undefined ? '' : ` ELSE ${other}`;
    return within(
      `CASE ${tests.map((test, index) => `WHEN ${test} THEN ${texts[index]}`).join(' ')}${ending} END`,
    );
  };
  const items = [last ?? nullExpr, ...unified];
  const chosen = expr(
    choose(items.map(({ text }) => text)),
    heldType([...unified, ...(last ? [last] : [])]),
  );
  return withTextOf(printing, chosen, [otherwise ?? nullExpr, ...results], choose, location);
}

/** An untyped literal compared by CASE is text. */
const typed = (printing: Printing, value: Expr, location: number | undefined) =>
  value.type.name === 'unknown' ? coerce(printing, value, 'text', 'i', location) : value;

/** The type of unified expressions, taken from one other than a bare NULL. */
function heldType(expressions: readonly Expr[]): Type {
  return (expressions.find((item) => !isNull(item)) ?? expressions[0])?.type ?? typeNamed('text');
}

function printCoalesce(printing: Printing, fields: Fields, namespace: Namespace): Expr {
  const args: Expr[] = [];
  const undecided = () => decidedBy(args.map(({ text }) => `${text} IS NOT NULL`));
  for (const arg of listOf(fields, 'args')) {
    const print = () => printing.expression(arg, namespace);
    args.push(args.length === 0 ? print() : namespace.onlyWhen(undecided, print));
  }
  const unified = unify(printing, args, 'COALESCE', locationOf(fields));
  const choose = (texts: readonly string[]) => `coalesce(${texts.join(', ')})`;
  const chosen = expr(choose(unified.map(({ text }) => text)), heldType(unified));
  return withTextOf(printing, chosen, args, choose, locationOf(fields));
}

function printExtreme(printing: Printing, fields: Fields, namespace: Namespace): Expr {
  const name = textOf(fields, 'op') === 'IS_LEAST' ? 'least' : 'greatest';
  const args = listOf(fields, 'args').map((arg) => printing.expression(arg, namespace));
  const unified = unify(printing, args, name.toUpperCase(), locationOf(fields));
  const type = heldType(unified);
  return once(unified, (items) => {
    const keys = items.map((item) => sortable(printing, item, locationOf(fields)));
    if (keys.every((key, index) => key === items[index]?.text))
      return expr(`${name}(${keys.join(', ')})`, type);
    const cases = keys.map((key, index) => `WHEN ${key} THEN ${items[index]?.text}`);
    return expr(`CASE ${name}(${keys.join(', ')}) ${cases.join(' ')} END`, type);
  });
}

/** GROUPING of the nearest query grouped by the expressions. */
function printGrouping(printing: Printing, fields: Fields, namespace: Namespace): Expr {
  const location = locationOf(fields);
  const args = listOf(fields, 'args').map((arg) => printing.expression(arg, namespace).text);
  const keysIn = (level: Namespace) => {
    const stands = [...level.groupedAs.values()];
    return args.map((text) => stands.find((stand) => stand.text === text)?.key ?? text);
  };
  const owner = namespace
    .levels()
    .find((level) => keysIn(level).every((key) => level.groupKeys.has(key)));
  if (owner === undefined) {
    const message =
      'arguments to GROUPING must be grouping expressions of the associated query level';
    return reject(message, location, '42803');
  }
  owner.hasAggregates = true;
  return expr(`CAST(grouping(${keysIn(owner).join(', ')}) AS INTEGER)`, 'int4');
}

const collateFields = fieldSet('arg', 'collname');

function printCollate(printing: Printing, fields: Fields, namespace: Namespace): Expr {
  expectFields('COLLATE', fields, collateFields);
  const name = listOf(fields, 'collname').map(stringValue).at(-1) ?? '';
  return collated(printing.expression(fields.arg, namespace), name, locationOf(fields));
}

const valueFunctions: Readonly<Record<string, readonly [text: string, type: string]>> = {
  current_catalog: ['current_database()', 'name'],
  current_schema: ['current_schema()', 'name'],
  current_role: [`'${ownerName}'`, 'name'],
  current_user: [`'${ownerName}'`, 'name'],
  session_user: [`'${ownerName}'`, 'name'],
  user: [`'${ownerName}'`, 'name'],
  // A column named `current_date` would hide the word of the same name.
  current_date: ['today()', 'date'],
  current_time: ['hotsql_timetz_of_moment(now())', 'timetz'],
  current_timestamp: ['now()', 'timestamptz'],
  localtime: ['CAST(CAST(now() AS TIMESTAMP) AS TIME)', 'time'],
  localtimestamp: ['CAST(now() AS TIMESTAMP)', 'timestamp'],
};

function printValueFunction(_printing: Printing, fields: Fields): Expr {
  const op = textOf(fields, 'op');
  const name = valueFunctionName(op);
  const known = valueFunctions[name];
  if (known === undefined) return refuse(name.toUpperCase(), locationOf(fields));
  const [text, type] = known;
  if (!op.endsWith('_N')) return expr(text, type);
  const places = typeof fields.typmod === 'number' ? fields.typmod : 0;
  return expr(`hotsql_round_${type}(${text}, ${Math.min(places, 6)})`, type);
}

const arrayFields = fieldSet('elements', 'list_start', 'list_end');

function printArray(printing: Printing, fields: Fields, namespace: Namespace): Expr {
  expectFields('ARRAY', fields, arrayFields);
  const location = locationOf(fields);
  const long = longArray(listOf(fields, 'elements'));
  if (long !== undefined) return long;
  const elements = listOf(fields, 'elements').map((element) =>
    printing.expression(element, namespace),
  );
  if (elements.length === 0) {
    reject('cannot determine type of empty array; write ARRAY[]::integer[]', location, '42P18');
  }
  const unified = sameHolding(printing, unify(printing, elements, 'ARRAY', location));
  if (elements.some(({ type }) => isArray(type))) {
    return arrayOfRows(unified, listOf(fields, 'elements').map(writtenLength), location);
  }
  const type = arrayOf(heldType(unified));
  const text = `[${unified.map((item) => item.text).join(', ')}]`;
  const hasType =
    unified.some((item) => !isNull(item)) &&
    unified.every((item) => item.constant?.kind !== 'number');
  return expr(hasType || type.engine === '' ? text : `CAST(${text} AS ${type.engine})`, type);
}
