import { printDecimal } from '../../../values/decimal.ts';
import { JsonNumber, printJson, printString } from '../json/json-value.ts';
import type { JsonPath, PathExpression, PathHead, PathStep } from './path-syntax.ts';

/**
 * PostgreSQL's text of a path: keys in quotes, and operators in parentheses where precedence
 * demands.
 */
export function printPath({ lax, expression }: JsonPath): string {
  return `${lax ? '' : 'strict '}${print(expression, true)}`;
}

/** Tighter binding has a higher rank. */
function rankOf(expression: PathExpression): number {
  switch (expression.kind) {
    case 'or':
      return 0;
    case 'and':
      return 1;
    case 'compare':
    case 'startsWith':
      return 2;
    case 'arithmetic':
      return expression.operator === '+' || expression.operator === '-' ? 3 : 4;
    case 'sign':
      return 5;
    case 'path':
      return expression.head.kind === 'parenthesized' ? rankOf(expression.head.expression) : 6;
    default:
      return 6;
  }
}

const operatorNames: Readonly<Record<string, string>> = {
  and: '&&',
  or: '||',
  startsWith: 'starts with',
};

function print(expression: PathExpression, bracketed: boolean): string {
  const operand = (part: PathExpression) => print(part, rankOf(part) <= rankOf(expression));
  const brackets = (text: string) => (bracketed ? `(${text})` : text);
  switch (expression.kind) {
    case 'path':
      return `${printHead(expression.head, expression.steps.length > 0, bracketed)}${expression.steps.map(printStep).join('')}`;
    case 'and':
    case 'or':
    case 'compare':
    case 'startsWith':
    case 'arithmetic': {
      const operator =
        'operator' in expression ? expression.operator : operatorNames[expression.kind];
      return brackets(`${operand(expression.left)} ${operator} ${operand(expression.right)}`);
    }
    case 'sign':
      return brackets(`${expression.operator}${operand(expression.operand)}`);
    case 'not':
      return `!(${print(expression.operand, false)})`;
    case 'isUnknown':
      return `(${print(expression.operand, false)}) is unknown`;
    case 'exists':
      return `exists (${print(expression.operand, false)})`;
    case 'likeRegex': {
      const flags = expression.flags === '' ? '' : ` flag "${expression.flags}"`;
      return brackets(
        `${operand(expression.left)} like_regex ${printString(expression.pattern)}${flags}`,
      );
    }
  }
}

function printHead(head: PathHead, hasSteps: boolean, bracketed: boolean): string {
  switch (head.kind) {
    case 'root':
      return '$';
    case 'current':
      return '@';
    case 'last':
      return 'last';
    case 'variable':
      return `$${printString(head.name)}`;
    case 'literal': {
      const text = printJson(head.value);
      return hasSteps && head.value instanceof JsonNumber ? `(${text})` : text;
    }
    case 'parenthesized':
      return print(head.expression, bracketed);
  }
}

function printStep(step: PathStep): string {
  switch (step.kind) {
    case 'member':
      return `.${printString(step.key)}`;
    case 'anyMember':
      return '.*';
    case 'anyElement':
      return '[*]';
    case 'anyLevel':
      return `.**${printLevels(step.first, step.last)}`;
    case 'filter':
      return `?(${print(step.predicate, false)})`;
    case 'method':
      return `.${step.name}(${step.template === undefined ? step.arguments.map(printDecimal).join() : printString(step.template)})`;
    case 'subscripts': {
      const subscripts = step.subscripts.map(({ from, to }) =>
        to === undefined ? print(from, false) : `${print(from, false)} to ${print(to, false)}`,
      );
      return `[${subscripts.join()}]`;
    }
  }
}

function printLevels(first: number, last: number): string {
  const name = (level: number) => (level === Number.POSITIVE_INFINITY ? 'last' : String(level));
  if (first === 0 && last === Number.POSITIVE_INFINITY) return '';
  return first === last ? `{${name(first)}}` : `{${name(first)} to ${name(last)}}`;
}
