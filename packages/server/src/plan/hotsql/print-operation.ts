import { checkedPattern, matchFlags, similarPattern } from './patterns.ts';
import { textLiteralOf } from './print-cast.ts';
import type { Printing } from './printing.ts';
import { refuse } from './refusal.ts';
import { integerLiteral, numberLiteral, staticType, stringLiteral } from './static-type.ts';
import {
  describeKind,
  expectFields,
  type Fields,
  fieldSet,
  fieldsOf,
  listOf,
  locationOf,
  nameList,
  openNode,
  textOf,
} from './tree.ts';

const operationFields = fieldSet('kind', 'name', 'lexpr', 'rexpr', 'rexpr_list_start', 'rexpr_list_end');

/** An A_Expr: an operator, or one of the forms that PostgreSQL's grammar makes of operators. */
export function printOperation(printing: Printing, operation: Fields): string {
  expectFields('an operator', operation, operationFields);
  const names = nameList(operation, 'name');
  if (names.length > 1 && names[0] !== 'pg_catalog') refuse('OPERATOR(schema.name)', locationOf(operation));
  const kind = textOf(operation, 'kind');
  const print = printersByKind[kind];
  return print === undefined
    ? refuse(describeKind(kind.replace('AEXPR_', '')), locationOf(operation))
    : print(printing, operation);
}

type OperationPrinter = (printing: Printing, operation: Fields) => string;

const printersByKind: Readonly<Record<string, OperationPrinter>> = {
  AEXPR_OP: printOperator,
  AEXPR_OP_ANY: (printing, operation) => printQuantified(printing, operation, 'ANY'),
  AEXPR_OP_ALL: (printing, operation) => printQuantified(printing, operation, 'ALL'),
  AEXPR_DISTINCT: (printing, operation) => infix(printing, operation, 'IS DISTINCT FROM'),
  AEXPR_NOT_DISTINCT: (printing, operation) => infix(printing, operation, 'IS NOT DISTINCT FROM'),
  AEXPR_NULLIF: (printing, { lexpr, rexpr }) => `nullif(${printing.expression(lexpr)}, ${printing.expression(rexpr)})`,
  AEXPR_IN: printIn,
  AEXPR_LIKE: (printing, operation) => printLike(printing, operation, 'LIKE'),
  AEXPR_ILIKE: (printing, operation) => printLike(printing, operation, 'ILIKE'),
  AEXPR_SIMILAR: printSimilar,
  AEXPR_BETWEEN: (printing, operation) => printBetween(printing, operation, false, false),
  AEXPR_NOT_BETWEEN: (printing, operation) => printBetween(printing, operation, true, false),
  AEXPR_BETWEEN_SYM: (printing, operation) => printBetween(printing, operation, false, true),
  AEXPR_NOT_BETWEEN_SYM: (printing, operation) => printBetween(printing, operation, true, true),
};

function infix(printing: Printing, { lexpr, rexpr }: Fields, operator: string): string {
  return `(${printing.expression(lexpr)} ${operator} ${printing.expression(rexpr)})`;
}

const comparisons = new Set(['=', '<>', '<', '>', '<=', '>=']);
const plainOperators = new Set(['+', '-', '*', '&', '|', '<<', '>>']);
const regexOperators: Readonly<Record<string, { negated: boolean; caseInsensitive: boolean }>> = {
  '~': { negated: false, caseInsensitive: false },
  '~*': { negated: false, caseInsensitive: true },
  '!~': { negated: true, caseInsensitive: false },
  '!~*': { negated: true, caseInsensitive: true },
};

function printOperator(printing: Printing, operation: Fields): string {
  const name = nameList(operation, 'name').at(-1) ?? '';
  const operator = name === '!=' ? '<>' : name;
  if (operation.lexpr === undefined) return printPrefix(printing, operation, operator);
  if (comparisons.has(operator)) return printComparison(printing, operation, operator);
  if (plainOperators.has(operator)) return infix(printing, operation, operator);
  const regex = regexOperators[operator];
  if (regex !== undefined) return printRegex(printing, operation, regex);
  const location = locationOf(operation);
  switch (operator) {
    case '/':
      return printDivision(printing, operation);
    case '%':
      return `(${printing.expression(operation.lexpr)} % ${printDivisor(printing, operation.rexpr, location)})`;
    case '^':
      return printing.macro('power', printing.expression(operation.lexpr), printing.expression(operation.rexpr));
    case '#':
      return `xor(${printing.expression(operation.lexpr)}, ${printing.expression(operation.rexpr)})`;
    case '||':
      return printConcat(printing, operation);
    case '^@':
      return `starts_with(${printing.expression(operation.lexpr)}, ${printing.expression(operation.rexpr)})`;
    case '~~':
    case '!~~':
      return printLike(printing, operation, 'LIKE');
    default:
      return refuse(`the operator '${operator}'`, location);
  }
}

/** `//` divides integers as PostgreSQL does (towards zero) and anything else as a double. */
function printDivision(printing: Printing, operation: Fields): string {
  const left = printing.expression(operation.lexpr);
  const right = printDivisor(printing, operation.rexpr, locationOf(operation));
  return `(${left} ${staticType(operation.lexpr) === 'interval' ? '/' : '//'} ${right})`;
}

/** DuckDB gives null for a division by zero, PostgreSQL an error; a literal that is not zero needs no check. */
export function printDivisor(printing: Printing, node: unknown, location: number | undefined): string {
  const literal = integerLiteral(node) ?? (numberLiteral(node) === undefined ? undefined : Number(numberLiteral(node)));
  if (literal !== undefined && literal !== 0) return printing.expression(node);
  return printing.divisor(() => printing.expression(node), location);
}

function printPrefix(printing: Printing, operation: Fields, operator: string): string {
  const operand = () => printing.expression(operation.rexpr);
  switch (operator) {
    case '-':
    case '+':
    case '~':
      return `(${operator}${operand()})`;
    case '@':
      return `abs(${operand()})`;
    case '|/':
      return `sqrt(${operand()})`;
    case '||/':
      return `cbrt(${operand()})`;
    default:
      return refuse(`the prefix operator '${operator}'`, locationOf(operation));
  }
}

function rowItems(node: unknown): readonly unknown[] | undefined {
  const { kind, fields } = openNode(node);
  return kind === 'RowExpr' ? listOf(fields, 'args') : undefined;
}

/** Rows are compared item by item, with PostgreSQL's nulls (DuckDB's struct comparison takes null as a value). */
function printComparison(printing: Printing, operation: Fields, operator: string): string {
  const [left, right] = [rowItems(operation.lexpr), rowItems(operation.rexpr)];
  if (left === undefined && right === undefined) return infix(printing, operation, operator);
  if (left === undefined || right === undefined || left.length !== right.length) {
    return refuse('a comparison of rows of different lengths', locationOf(operation));
  }
  return compareRows(
    left.map((item) => printing.expression(item)),
    right.map((item) => printing.expression(item)),
    operator,
  );
}

function compareRows(left: readonly string[], right: readonly string[], operator: string): string {
  const pairs = left.map((item, index) => [item, right[index] ?? ''] as const);
  if (operator === '=') return `(${pairs.map(([a, b]) => `${a} = ${b}`).join(' AND ')})`;
  if (operator === '<>') return `(${pairs.map(([a, b]) => `${a} <> ${b}`).join(' OR ')})`;
  const strict = operator.charAt(0);
  return pairs.reduceRight<string>(
    (rest, [a, b]) => (rest === '' ? `(${a} ${operator} ${b})` : `(${a} ${strict} ${b} OR (${a} = ${b} AND ${rest}))`),
    '',
  );
}

function printIn(printing: Printing, operation: Fields): string {
  const negated = nameList(operation, 'name').at(-1) === '<>';
  const items = listOf(openNode(operation.rexpr).fields, 'items');
  const row = rowItems(operation.lexpr);
  if (row === undefined) {
    return `(${printing.expression(operation.lexpr)} ${negated ? 'NOT IN' : 'IN'} (${printing.expressions(items)}))`;
  }
  const left = row.map((item) => printing.expression(item));
  const matches = items.map((item) => {
    const right = rowItems(item);
    if (right === undefined || right.length !== left.length)
      refuse('rows of different lengths in IN', locationOf(operation));
    return compareRows(
      left,
      right.map((value) => printing.expression(value)),
      '=',
    );
  });
  return `(${negated ? 'NOT ' : ''}(${matches.join(' OR ')}))`;
}

/** `x op ANY (ARRAY[...])` over the elements themselves; over any other array only `=` and `<>`, whose nulls agree. */
function printQuantified(printing: Printing, operation: Fields, quantifier: 'ANY' | 'ALL'): string {
  const location = locationOf(operation);
  const name = nameList(operation, 'name').at(-1) ?? '';
  const operator = name === '!=' ? '<>' : name;
  if (!comparisons.has(operator)) refuse(`the operator '${operator}' with ${quantifier}`, location);
  const { kind, fields } = openNode(operation.rexpr);
  const elements = listOf(fields, 'elements');
  if (kind !== 'A_ArrayExpr' || elements.length === 0) {
    return `(${printing.expression(operation.lexpr)} ${operator} ${quantifier} (SELECT unnest(${printing.expression(operation.rexpr)})))`;
  }
  const left = printing.expression(operation.lexpr);
  const tests = elements.map((element) => `${left} ${operator} ${printing.expression(element)}`);
  return `(${tests.join(quantifier === 'ANY' ? ' OR ' : ' AND ')})`;
}

function printLike(printing: Printing, operation: Fields, keyword: 'LIKE' | 'ILIKE'): string {
  const negated = nameList(operation, 'name').at(-1)?.startsWith('!') === true;
  const { pattern, escapeNode } = readPattern(operation.rexpr, 'like_escape');
  const text = textLiteralOf(pattern);
  const character = escapeNode === undefined ? '\\' : textLiteralOf(escapeNode);
  if (character === undefined || character.length > 1)
    return refuse('an ESCAPE that is no single character', locationOf(operation));
  if (text !== undefined && character !== '' && endsInEscape(text, character)) {
    return refuse('a LIKE pattern that ends with its escape character', locationOf(operation));
  }
  const needsEscape = character !== '' && (text === undefined || text.includes(character));
  const suffix = needsEscape ? ` ESCAPE '${character.replace("'", "''")}'` : '';
  return `(${printing.expression(operation.lexpr)} ${negated ? 'NOT ' : ''}${keyword} ${printing.expression(pattern)}${suffix})`;
}

function endsInEscape(text: string, character: string): boolean {
  let count = 0;
  while (count < text.length && text.charAt(text.length - 1 - count) === character) count += 1;
  return count % 2 === 1;
}

function readPattern(node: unknown, wrapper: string): { pattern: unknown; escapeNode: unknown } {
  const { kind, fields } = openNode(node);
  if (kind !== 'FuncCall' || nameList(fields, 'funcname').at(-1) !== wrapper)
    return { pattern: node, escapeNode: undefined };
  const [pattern, escapeNode] = listOf(fields, 'args');
  return { pattern, escapeNode };
}

function printSimilar(printing: Printing, operation: Fields): string {
  const negated = nameList(operation, 'name').at(-1) === '!~';
  const { pattern, escapeNode } = readPattern(operation.rexpr, 'similar_to_escape');
  const text = textLiteralOf(pattern);
  if (text === undefined) return refuse('a SIMILAR TO pattern that is no literal', locationOf(operation));
  if (escapeNode !== undefined) return refuse('SIMILAR TO with ESCAPE', locationOf(operation));
  const match = `regexp_full_match(${printing.expression(operation.lexpr)}, ${similarPattern(text, locationOf(operation))}, 's')`;
  return negated ? `(NOT ${match})` : match;
}

function printRegex(
  printing: Printing,
  operation: Fields,
  kind: { negated: boolean; caseInsensitive: boolean },
): string {
  const pattern = textLiteralOf(operation.rexpr);
  if (pattern === undefined) return refuse('a regular expression that is no literal', locationOf(operation));
  const checked = checkedPattern(pattern, locationOf(operation), 'match');
  const match = `regexp_matches(${printing.expression(operation.lexpr)}, ${checked}, ${matchFlags(kind.caseInsensitive)})`;
  return kind.negated ? `(NOT ${match})` : match;
}

function printBetween(printing: Printing, operation: Fields, negated: boolean, symmetric: boolean): string {
  const [low, high] = listOf(openNode(operation.rexpr).fields, 'items').map((item) => printing.expression(item));
  const value = printing.expression(operation.lexpr);
  const one = `${value} BETWEEN ${low} AND ${high}`;
  const test = symmetric ? `(${one} OR ${value} BETWEEN ${high} AND ${low})` : `(${one})`;
  return negated ? `(NOT ${test})` : test;
}

/** Operands not known to be text are given PostgreSQL's text, or checked where neither side is known. */
function printConcat(printing: Printing, operation: Fields): string {
  const sides = [operation.lexpr, operation.rexpr];
  const types = sides.map(staticType);
  const isText = types.includes('text') && !sides.some((side) => openNode(side).kind === 'A_ArrayExpr');
  const operands = sides.map((side, index) => {
    const value = printing.expression(side);
    if (stringLiteral(side) !== undefined || types[index] === 'text') return value;
    if (openNode(side).fields.isnull === true) return isText ? 'CAST(NULL AS VARCHAR)' : value;
    if (fieldsOf(openNode(side).fields, 'ival') !== undefined) return value;
    if (openNode(side).kind === 'A_ArrayExpr') return value;
    return isText ? printing.macro('to_text', value) : printing.macro('concat_operand', value);
  });
  return `(${operands.join(' || ')})`;
}
