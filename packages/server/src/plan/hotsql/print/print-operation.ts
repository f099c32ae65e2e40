import { leastItems } from '../read/constant-list.ts';
import { refuse, reject } from '../read/refusal.ts';
import {
  describeKind,
  expectFields,
  type Fields,
  fieldSet,
  listOf,
  locationOf,
  nameList,
  openNode,
  textOf,
} from '../read/tree.ts';
import { comparesThese, type Expr, expr, isNull, nullExpr } from '../resolve/expr.ts';
import type { Namespace } from '../resolve/namespace.ts';
import { boolType, elementOf, isArray, isEngineType } from '../resolve/type.ts';
import { applyOperator, comparable, comparisons, expectTest } from './apply-operator.ts';
import { coerce, unify } from './coerce.ts';
import { distinct } from './distinct-test.ts';
import { inOrder, plainly } from './evaluation-order.ts';
import { flattened, writtenLength } from './functions/wide-arrays.ts';
import { memberOf, membersOf } from './list-members.ts';
import { longChain, longRun } from './long-chain.ts';
import { longArray, longList, rowsOf } from './long-list.ts';
import { once, onceAlways, onceWhereLong } from './operand-once.ts';
import { printLike, printSimilar } from './print-like.ts';
import { printNullIf } from './print-null-if.ts';
import { compareRows, isRow, rowItems } from './print-row.ts';
import { compareWithSubquery, rowSubquery } from './print-row-subquery.ts';
import { canRaise } from './printed-facts.ts';
import type { Printing } from './printing.ts';

const operationFields = fieldSet(
  'kind',
  'name',
  'lexpr',
  'rexpr',
  'rexpr_list_start',
  'rexpr_list_end',
);

/** An A_Expr: an operator, or another form that PostgreSQL's grammar derives from operators. */
export function printOperation(printing: Printing, operation: Fields, namespace: Namespace): Expr {
  expectOperation(operation);
  const kind = textOf(operation, 'kind');
  const print = printersByKind[kind];
  return print === undefined
    ? refuse(describeKind(kind.replace('AEXPR_', '')), locationOf(operation))
    : print(printing, operation, namespace);
}

function expectOperation(operation: Fields): void {
  expectFields('an operator', operation, operationFields);
  const names = nameList(operation, 'name');
  if (names.length > 1 && names[0] !== 'pg_catalog')
    refuse('OPERATOR(schema.name)', locationOf(operation));
}

type OperationPrinter = (printing: Printing, operation: Fields, namespace: Namespace) => Expr;

const printersByKind: Readonly<Record<string, OperationPrinter>> = {
  AEXPR_OP: printOperator,
  AEXPR_OP_ANY: (printing, operation, namespace) =>
    printQuantified(printing, operation, namespace, 'ANY'),
  AEXPR_OP_ALL: (printing, operation, namespace) =>
    printQuantified(printing, operation, namespace, 'ALL'),
  AEXPR_DISTINCT: (printing, operation, namespace) =>
    printDistinct(printing, operation, namespace, 'IS DISTINCT FROM'),
  AEXPR_NOT_DISTINCT: (printing, operation, namespace) =>
    printDistinct(printing, operation, namespace, 'IS NOT DISTINCT FROM'),
  AEXPR_NULLIF: printNullIf,
  AEXPR_IN: printIn,
  AEXPR_LIKE: (printing, operation, namespace) => printLike(printing, operation, namespace, 'LIKE'),
  AEXPR_ILIKE: (printing, operation, namespace) =>
    printLike(printing, operation, namespace, 'ILIKE'),
  AEXPR_SIMILAR: printSimilar,
  AEXPR_BETWEEN: between(false, false),
  AEXPR_NOT_BETWEEN: between(true, false),
  AEXPR_BETWEEN_SYM: between(false, true),
  AEXPR_NOT_BETWEEN_SYM: between(true, true),
};
const operatorName = (operation: Fields) => {
  const name = nameList(operation, 'name').at(-1) ?? '';
  return name === '!=' ? '<>' : name;
};

function printOperator(printing: Printing, operation: Fields, namespace: Namespace): Expr {
  const operator = operatorName(operation);
  const location = locationOf(operation);
  if (operation.lexpr === undefined) {
    return applyOperator(
      printing,
      operator,
      [printing.expression(operation.rexpr, namespace)],
      location,
    );
  }
  if (isRow(operation.lexpr) && comparisons.has(operator)) {
    if (isRow(operation.rexpr))
      return printRows(printing, operation, operation.rexpr, operator, namespace);
    const query = rowSubquery(operation.rexpr);
    if (query !== undefined) {
      const left = rowItems(printing, operation.lexpr, namespace);
      const compare = comparing(printing, location);
      return compareWithSubquery(
        printing,
        left,
        printing.query(query, namespace),
        operator,
        compare,
        location,
      );
    }
  }
  return printChain(printing, operation, namespace);
}

/** Above this number DuckDB's parser refuses a text as nested too deeply. */
const maxSteps = 450;

/** `a op b op c ...`: nested left operands are printed in a loop, without recursion. */
function printChain(printing: Printing, outermost: Fields, namespace: Namespace): Expr {
  const { first, steps } = chainOf(outermost);
  const before = namespace.uses.length;
  let left = printing.expression(first, namespace);
  let [at, depth] = [0, 0];
  for (let step = steps[at]; step !== undefined; step = steps[at]) {
    const operator = operatorName(step);
    const location = locationOf(step);
    const apply = (one: Expr, other: Expr) =>
      applyOperator(printing, operator, [one, other], location);
    const end = runEnd(steps, at);
    const isLong = end - at >= longRun;
    const rights = isLong
      ? steps.slice(at, end).map(({ rexpr }) => printing.expression(rexpr, namespace))
      : [];
    const whole = isLong ? longChain(printing, operator, left, rights, apply) : undefined;
    if (whole !== undefined) {
      left = whole;
      at = end;
    } else {
      const right = printing.expression(step.rexpr, namespace);
      left = apply(left, right);
      at += 1;
      if (at < steps.length) left = printing.bounded(left, namespace, before);
    }
    depth += left.constant === undefined ? 1 : 0;
    if (depth > maxSteps) {
      const construct = `more than ${maxSteps} operators one after another, where they or the types of their operands differ`;
      refuse(construct, location, 'compute parts of them in a WITH query');
    }
  }
  return left;
}

/**
 * The operators with two operands along the left side, innermost first, and the leftmost operand.
 */
function chainOf(outermost: Fields): {
  readonly first: unknown;
  readonly steps: readonly Fields[];
} {
  const steps = [outermost];
  let first: unknown = outermost.lexpr;
  for (
    let { kind, fields } = openNode(first);
    kind === 'A_Expr';
    { kind, fields } = openNode(first)
  ) {
    const isStep =
      textOf(fields, 'kind') === 'AEXPR_OP' && fields.lexpr !== undefined && !isRow(fields.lexpr);
    if (!isStep) break;
    expectOperation(fields);
    steps.push(fields);
    first = fields.lexpr;
  }
  return { first, steps: steps.reverse() };
}

/** The end of the run of equal operators that begins at `start`. */
function runEnd(steps: readonly Fields[], start: number): number {
  const operator = operatorName(steps[start] ?? {});
  let end = start + 1;
  while (end < steps.length && operatorName(steps[end] ?? {}) === operator) end += 1;
  return end;
}

function printRows(
  printing: Printing,
  operation: Fields,
  right: unknown,
  operator: string,
  namespace: Namespace,
): Expr {
  const location = locationOf(operation);
  const [one, other] = [operation.lexpr, right].map((side) => rowItems(printing, side, namespace));
  if (one === undefined || other?.length !== one.length) {
    return reject('unequal number of entries in row expressions', location);
  }
  return compareRows(
    one,
    other,
    operator,
    comparing(printing, location),
    connecting(printing, operation),
  );
}

/** Connects the tests of an operation. */
const connecting = (printing: Printing, operation: Fields) =>
  printing.tested.has(operation) ? plainly : inOrder;

export const comparing =
  (printing: Printing, location: number | undefined) =>
  (left: Expr, right: Expr, operator: string) =>
    applyOperator(printing, operator, [left, right], location).text;

/** Compares the operands as their operator `=` does, with nulls as values. */
function printDistinct(
  printing: Printing,
  operation: Fields,
  namespace: Namespace,
  words: string,
): Expr {
  const location = locationOf(operation);
  if (isRow(operation.lexpr) && isRow(operation.rexpr)) {
    const [left = [], right = []] = [operation.lexpr, operation.rexpr].map((row) =>
      rowItems(printing, row, namespace),
    );
    if (left.length !== right.length)
      return reject('unequal number of entries in row expressions', location);
    const tests = left.map((item, index) =>
      distinct(printing, [item, right[index] ?? item], words, location),
    );
    return expr(`(${tests.join(words.includes('NOT') ? ' AND ' : ' OR ')})`, boolType);
  }
  const operands = [operation.lexpr, operation.rexpr].map((side) =>
    printing.expression(side, namespace),
  );
  return expr(distinct(printing, operands, words, location), boolType);
}

function printIn(printing: Printing, operation: Fields, namespace: Namespace): Expr {
  const isNegated = operatorName(operation) === '<>';
  const items = listOf(openNode(operation.rexpr).fields, 'items');
  if (isRow(operation.lexpr) && items.every(isRow)) {
    const isTested = !isNegated && printing.tested.has(operation);
    const found = isTested ? searchedRows(printing, operation, items, namespace) : undefined;
    if (found !== undefined) return found;
    const matches = items.map((item) => printRows(printing, operation, item, '=', namespace).text);
    const match = (isNegated ? inOrder : connecting(printing, operation))(matches, 'OR');
    return expr(isNegated ? `(NOT (${match}))` : match, boolType);
  }
  const left = printing.expression(operation.lexpr, namespace);
  const found = searched(printing, operation, left, items, namespace, false);
  if (found !== undefined) return isNegated ? expr(`(NOT ${found.text})`, boolType) : found;
  const values = items.map((item) => printing.expression(item, namespace));
  return onceAlways(left, (operand) => printInValues(printing, operation, operand, values));
}

/**
 * A test if the operand is among very many constants; undefined for few constants, and for a list
 * of several types.
 */
function searched(
  printing: Printing,
  operation: Fields,
  operand: Expr,
  items: readonly unknown[],
  namespace: Namespace,
  asWritten: boolean,
): Expr | undefined {
  const location = locationOf(operation);
  const compare = (value: Expr) => {
    const member = asWritten ? value : memberOf(printing, operand, value, location);
    return comparable(printing, [operand, member], location);
  };
  const list = longList(printing, items, operand, { compare, asWritten });
  // DuckDB does not allow subqueries in the conditions of every kind of join.
  if (list && namespace.clause === 'JOIN conditions')
    return namespace.lookUp?.(operation.lexpr, list);
  return list && expr(`(${list.operand} IN (${rowsOf([list])}))`, boolType);
}

/** A test if a row is among very many rows of constants, in a position where null equals false. */
function searchedRows(
  printing: Printing,
  operation: Fields,
  items: readonly unknown[],
  namespace: Namespace,
): Expr | undefined {
  if (namespace.clause === 'JOIN conditions' || items.length < leastItems) return undefined;
  const rows = items.map((item) => listOf(openNode(item).fields, 'args'));
  const operands = rowItems(printing, operation.lexpr, namespace);
  if (operands === undefined || rows.some((row) => row.length !== operands.length))
    return undefined;
  const names = operands.map((_, index) => `"value${index}"`);
  const lists = operands.flatMap((operand, index) => {
    const compare = (value: Expr) => comparable(printing, [operand, value], locationOf(operation));
    const column = rows.map((row) => row[index]);
    return longList(printing, column, operand, { compare, asWritten: false }, names[index]) ?? [];
  });
  // DuckDB treats nulls in two rows as equal.
  if (lists.length < operands.length || lists.some(({ hasNulls }) => hasNulls)) return undefined;
  return expr(
    `((${lists.map(({ operand }) => operand).join(', ')}) IN (${rowsOf(lists, names)}))`,
    boolType,
  );
}

function printInValues(
  printing: Printing,
  operation: Fields,
  left: Expr,
  written: readonly Expr[],
): Expr {
  const values = membersOf(printing, left, written, locationOf(operation));
  const isNegated = operatorName(operation) === '<>';
  const location = locationOf(operation);
  const word = isNegated ? 'NOT IN' : 'IN';
  if ([left, ...values].some(({ type }) => isEngineType(type))) {
    return expr(`(${left.text} ${word} (${values.map(({ text }) => text).join(', ')}))`, boolType);
  }
  const isPlain =
    values.length === 1 ||
    !values.some(({ constant, text }) => constant === undefined && canRaise(text));
  const list = isPlain ? printList(printing, left, values, word, location) : undefined;
  if (list !== undefined) return list;
  const tests = values.map(
    (value) => applyOperator(printing, isNegated ? '<>' : '=', [left, value], location).text,
  );
  return expr(connecting(printing, operation)(tests, isNegated ? 'AND' : 'OR'), boolType);
}

/** `x IN (...)` with all values compared in the same type; undefined otherwise. */
function printList(
  printing: Printing,
  left: Expr,
  values: readonly Expr[],
  word: string,
  location: number | undefined,
): Expr | undefined {
  let operand: string | undefined;
  const texts: string[] = [];
  for (const value of values) {
    if (isNull(value)) {
      texts.push('NULL');
      continue;
    }
    const [own = '', other = ''] = comparable(printing, [left, value], location);
    if (operand !== undefined && own !== operand) return undefined;
    operand = own;
    texts.push(other);
  }
  return expr(`(${operand ?? left.text} ${word} (${texts.join(', ')}))`, boolType);
}

/** Operators that test membership. */
const membership = new Set(['= ANY', '<> ALL']);

/**
 * `x op ANY (ARRAY[...])` over the written elements; over any other array only with `=` and `<>`,
 * whose treatment of nulls agrees.
 */
function printQuantified(
  printing: Printing,
  operation: Fields,
  namespace: Namespace,
  quantifier: 'ANY' | 'ALL',
): Expr {
  const location = locationOf(operation);
  const operator = operatorName(operation);
  const left = printing.expression(operation.lexpr, namespace);
  const { kind, fields } = openNode(operation.rexpr);
  const elements = listOf(fields, 'elements');
  const joiner = quantifier === 'ANY' ? ' OR ' : ' AND ';
  if (kind === 'A_ArrayExpr' && membership.has(`${operator} ${quantifier}`)) {
    const found = searched(printing, operation, left, elements, namespace, true);
    if (found !== undefined)
      return operator === '=' ? found : expr(`(NOT ${found.text})`, boolType);
  }
  const isLong = kind === 'A_ArrayExpr' && longArray(elements) !== undefined;
  const isFlat =
    !isLong &&
    elements.length > 0 &&
    elements.every((element) => writtenLength(element) === undefined);
  if (kind === 'A_ArrayExpr' && isFlat) {
    const values = unify(
      printing,
      elements.map((element) => printing.expression(element, namespace)),
      'ARRAY',
      location,
    );
    if (values.some(({ type }) => isArray(type))) refuse('arrays of arrays', location);
    return once([left], ([operand = left]) => {
      const test = (element: Expr) =>
        expectTest(applyOperator(printing, operator, [operand, element], location), location);
      return expr(`(${values.map(test).join(joiner)})`, boolType);
    });
  }
  const printed = printing.expression(operation.rexpr, namespace);
  const element = left.type.name === 'unknown' ? 'text' : left.type.name;
  const isLiteral = printed.type.name === 'unknown';
  const array = flattened(
    isLiteral ? coerce(printing, printed, `_${element}`, 'i', location) : printed,
  );
  if (!isArray(array.type)) {
    return isEngineType(array.type)
      ? refuse(`${quantifier} of a value whose type PostgreSQL does not know`, location)
      : reject('op ANY/ALL (array) requires array on right side', location, '42809');
  }
  const test = applyOperator(
    printing,
    operator,
    [left, expr('"e"', elementOf(array.type))],
    location,
  );
  expectTest(test, location);
  if (!comparesThese(test, left.text, '"e"') || !comparisons.has(operator)) {
    const tests = `list_transform(${array.text}, lambda "e": CAST(${test.text} AS BOOLEAN))`;
    return expr(printing.macro(quantifier === 'ANY' ? 'any_of' : 'all_of', tests), boolType);
  }
  const found = `${left.text} ${operator} ${quantifier} (SELECT unnest(${array.text}))`;
  const isConstant = array.constant !== undefined && !isNull(array);
  if (operator === '=' && quantifier === 'ANY' && !isConstant)
    return onceAlways(left, ({ text }) => expr(isElement(text, array.text), boolType));
  return expr(
    isConstant ? `(${found})` : `CASE WHEN ${array.text} IS NOT NULL THEN ${found} END`,
    boolType,
  );
}

/** `= ANY` of a computed array. */
const isElement = (value: string, array: string) =>
  `CASE WHEN ${array} IS NULL THEN NULL WHEN ${value} IS NULL THEN CASE WHEN len(${array}) = 0 THEN false END ` +
  `WHEN list_contains(${array}, ${value}) THEN true WHEN list_position(${array}, NULL) IS NULL THEN false END`;

/** BETWEEN becomes an AND of two comparisons. */
function between(isNegated: boolean, isSymmetric: boolean): OperationPrinter {
  return (printing, operation, namespace) =>
    namespace.without('AND', () =>
      printBetween(printing, operation, namespace, isNegated, isSymmetric),
    );
}

function printBetween(
  printing: Printing,
  operation: Fields,
  namespace: Namespace,
  isNegated: boolean,
  isSymmetric: boolean,
): Expr {
  const location = locationOf(operation);
  const connect = isNegated ? inOrder : connecting(printing, operation);
  const test = <T>(compare: (operator: string, bound: T) => string, low: T, high: T) => {
    const within = (from: T, to: T) => connect([compare('>=', from), compare('<=', to)], 'AND');
    const whole = isSymmetric
      ? connect([within(low, high), within(high, low)], 'OR')
      : within(low, high);
    return expr(isNegated ? `(NOT ${whole})` : whole, boolType);
  };
  const bounds = listOf(openNode(operation.rexpr).fields, 'items');
  if (isRow(operation.lexpr)) {
    const compare = (operator: string, bound: unknown) =>
      printOperator(
        printing,
        { ...operation, name: [{ String: { sval: operator } }], rexpr: bound },
        namespace,
      ).text;
    return test(compare, bounds[0], bounds[1]);
  }
  const operands = [operation.lexpr, ...bounds].map((operand) =>
    printing.expression(operand, namespace),
  );
  return onceWhereLong(operands, ([operand = nullExpr, low = nullExpr, high = nullExpr]) => {
    const compare = (operator: string, bound: Expr) =>
      applyOperator(printing, operator, [operand, bound], location).text;
    return test(compare, low, high);
  });
}
