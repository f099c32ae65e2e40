import type { Printing } from './printing.ts';
import { refuse } from './refusal.ts';
import { expectFields, type Fields, fieldSet, locationOf, nameList, openNode, textOf } from './tree.ts';

const subLinkFields = fieldSet('subLinkType', 'testexpr', 'operName', 'subselect');
const comparisons = new Set(['=', '<>', '<', '>', '<=', '>=']);

/** A subquery within an expression. */
export function printSubLink(printing: Printing, link: Fields): string {
  expectFields('a subquery', link, subLinkFields);
  const location = locationOf(link);
  const { kind, fields } = openNode(link.subselect);
  if (kind !== 'SelectStmt') refuse('this subquery', location);
  const query = `(${printing.query(fields, 'operand')})`;
  switch (textOf(link, 'subLinkType')) {
    case 'EXISTS_SUBLINK':
      return `EXISTS ${query}`;
    case 'EXPR_SUBLINK':
      return query;
    case 'ARRAY_SUBLINK':
      return `coalesce(ARRAY ${query}, [])`;
    case 'ANY_SUBLINK':
      return quantified(printing, link, 'ANY', query);
    case 'ALL_SUBLINK':
      return quantified(printing, link, 'ALL', query);
    default:
      return refuse('this subquery', location);
  }
}

function quantified(printing: Printing, link: Fields, quantifier: 'ANY' | 'ALL', query: string): string {
  const location = locationOf(link);
  if (openNode(link.testexpr).kind === 'RowExpr') {
    refuse('a row compared with a subquery', location, 'write EXISTS (SELECT ... WHERE a = x AND b = y)');
  }
  const operand = printing.expression(link.testexpr);
  const operator = nameList(link, 'operName').at(-1);
  if (operator === undefined) return `(${operand} IN ${query})`;
  const spelt = operator === '!=' ? '<>' : operator;
  if (!comparisons.has(spelt)) refuse(`the operator ${operator} ${quantifier}`, location);
  return `(${operand} ${spelt} ${quantifier} ${query})`;
}
