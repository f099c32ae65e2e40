import { quoteIdentifier } from '../../kernel/quoting.ts';
import { outputName } from './output-name.ts';
import { printFromItem } from './print-from.ts';
import { printSortClause, printWindow } from './print-window.ts';
import type { Printing, QueryPosition } from './printing.ts';
import { refuse } from './refusal.ts';
import { printSetReturning } from './set-returning.ts';
import {
  expectFields,
  type Fields,
  fieldSet,
  fieldsOf,
  flagOf,
  listOf,
  locationOf,
  nameList,
  openNode,
  textOf,
} from './tree.ts';

const selectFields = fieldSet(
  'distinctClause',
  'targetList',
  'fromClause',
  'whereClause',
  'groupClause',
  'havingClause',
  'windowClause',
  'valuesLists',
  'sortClause',
  'limitOffset',
  'limitCount',
  'limitOption',
  'withClause',
  'op',
  'all',
  'larg',
  'rarg',
  'groupDistinct',
  'intoClause',
  'lockingClause',
);
const withFields = fieldSet('ctes', 'recursive');
const cteFields = fieldSet('ctename', 'aliascolnames', 'ctematerialized', 'ctequery');
const targetFields = fieldSet('name', 'val');

/** A SelectStmt as DuckDB text, without parentheses around it. */
export function printQuery(printing: Printing, select: Fields, position: QueryPosition): string {
  expectFields('SelectStmt', select, selectFields);
  if (select.intoClause !== undefined) refuse('SELECT INTO', undefined, 'queries are read-only');
  if (select.lockingClause !== undefined) refuse('FOR UPDATE and FOR SHARE', undefined, 'queries are read-only');
  return [
    printWith(printing, select),
    printBody(printing, select, position),
    printSortClause(printing, listOf(select, 'sortClause'), 'query'),
    printLimit(printing, select),
  ]
    .filter((part) => part !== '')
    .join(' ');
}

function printBody(printing: Printing, select: Fields, position: QueryPosition): string {
  const operator = setOperators[textOf(select, 'op')];
  if (operator !== undefined) {
    const sides = ['larg', 'rarg'].map(
      (side) => `(${printing.query(fieldsOf(select, side) ?? {}, position === 'operand' ? 'operand' : 'side')})`,
    );
    return sides.join(` ${operator}${flagOf(select, 'all') ? ' ALL' : ''} `);
  }
  const values = listOf(select, 'valuesLists');
  return values.length > 0 ? printValues(printing, values, position) : printSelect(printing, select, position);
}

const setOperators: Readonly<Record<string, string>> = {
  SETOP_UNION: 'UNION',
  SETOP_INTERSECT: 'INTERSECT',
  SETOP_EXCEPT: 'EXCEPT',
};

function printSelect(printing: Printing, select: Fields, position: QueryPosition): string {
  const targets = listOf(select, 'targetList');
  if (targets.length === 0) refuse('an empty select list', undefined, 'name at least one column');
  const from = listOf(select, 'fromClause');
  const clause = (keyword: string, name: string) =>
    select[name] === undefined ? '' : `${keyword} ${printing.expression(select[name])}`;
  const windows = listOf(select, 'windowClause').map((window) => {
    const fields = openNode(window).fields;
    return `${quoteIdentifier(textOf(fields, 'name'))} AS ${printWindow(printing, fields)}`;
  });
  return [
    `SELECT ${printDistinct(printing, select)}${targets.map((target) => printTarget(printing, target, position)).join(', ')}`,
    from.length === 0 ? '' : `FROM ${from.map((item) => printFromItem(printing, item)).join(', ')}`,
    clause('WHERE', 'whereClause'),
    printGroupBy(printing, select),
    clause('HAVING', 'havingClause'),
    windows.length === 0 ? '' : `WINDOW ${windows.join(', ')}`,
  ]
    .filter((part) => part !== '')
    .join(' ');
}

function printDistinct(printing: Printing, select: Fields): string {
  if (select.distinctClause === undefined) return '';
  // A plain DISTINCT is a list of one empty node.
  const expressions = listOf(select, 'distinctClause').filter((item) => Object.keys(item as object).length > 0);
  return expressions.length === 0 ? 'DISTINCT ' : `DISTINCT ON (${printing.expressions(expressions)}) `;
}

/** A select item, always with PostgreSQL's name for it where DuckDB would choose another. */
function printTarget(printing: Printing, target: unknown, position: QueryPosition): string {
  const { fields } = openNode(target);
  expectFields('ResTarget', fields, targetFields);
  const value = openNode(fields.val);
  const text = printSetReturning(printing, value) ?? printItem(printing, fields.val, position);
  const alias = textOf(fields, 'name');
  if (alias !== '') return `${text} AS ${quoteIdentifier(alias)}`;
  return value.kind === 'ColumnRef' ? text : `${text} AS ${quoteIdentifier(outputName(fields.val))}`;
}

function printItem(printing: Printing, node: unknown, position: QueryPosition): string {
  const { kind, fields } = openNode(node);
  const text = printing.expression(node);
  if (kind !== 'A_Const' || position === 'operand') return text;
  if (fields.ival !== undefined) return `CAST(${text} AS BIGINT)`;
  return flagOf(fields, 'isnull') && position === 'rows' ? `CAST(${text} AS VARCHAR)` : text;
}

function printValues(printing: Printing, rows: readonly unknown[], position: QueryPosition): string {
  const printed = rows.map((row) => {
    const cells = listOf(openNode(row).fields, 'items');
    return cells.map((cell) => printItem(printing, cell, position === 'rows' ? 'side' : position));
  });
  const names = (printed[0] ?? []).map((_, index) => quoteIdentifier(`column${index + 1}`));
  const list = printed.map((cells) => `(${cells.join(', ')})`).join(', ');
  return `SELECT * FROM (VALUES ${list}) AS "*VALUES*"(${names.join(', ')})`;
}

function printGroupBy(printing: Printing, select: Fields): string {
  const groups = listOf(select, 'groupClause');
  if (flagOf(select, 'groupDistinct')) refuse('GROUP BY DISTINCT', undefined);
  return groups.length === 0 ? '' : `GROUP BY ${groups.map((group) => printGroup(printing, group)).join(', ')}`;
}

const groupingKeywords: Readonly<Record<string, string>> = {
  GROUPING_SET_ROLLUP: 'ROLLUP ',
  GROUPING_SET_CUBE: 'CUBE ',
  GROUPING_SET_SETS: 'GROUPING SETS ',
};

function printGroup(printing: Printing, group: unknown): string {
  const { kind, fields } = openNode(group);
  if (kind === 'GroupingSet') {
    if (textOf(fields, 'kind') === 'GROUPING_SET_EMPTY') return '()';
    const keyword = groupingKeywords[textOf(fields, 'kind')];
    if (keyword === undefined) refuse('this grouping set', locationOf(fields));
    return `${keyword}(${listOf(fields, 'content')
      .map((item) => printGroup(printing, item))
      .join(', ')})`;
  }
  if (kind === 'RowExpr') return `(${printing.expressions(listOf(fields, 'args'))})`;
  if (kind === 'A_Const') return printPosition(fields, 'GROUP BY');
  return printing.expression(group);
}

/** An output position of ORDER BY or GROUP BY; PostgreSQL takes no other constant there. */
export function printPosition(constant: Fields, clause: string): string {
  const value = fieldsOf(constant, 'ival')?.ival;
  if (typeof value !== 'number') refuse(`a constant in ${clause} that is no output position`, locationOf(constant));
  return String(value);
}

function printLimit(printing: Printing, select: Fields): string {
  if (textOf(select, 'limitOption') === 'LIMIT_OPTION_WITH_TIES') {
    refuse('FETCH FIRST ... WITH TIES', undefined, 'use rank() in a subquery');
  }
  const part = (keyword: string, value: unknown) => {
    if (value === undefined || openNode(value).fields.isnull === true) return '';
    return `${keyword} ${printing.expression(value)}`;
  };
  return `${part('LIMIT', select.limitCount)} ${part('OFFSET', select.limitOffset)}`.trim();
}

const materialized: Readonly<Record<string, string>> = {
  CTEMaterializeDefault: '',
  CTEMaterializeAlways: 'MATERIALIZED ',
  CTEMaterializeNever: 'NOT MATERIALIZED ',
};

function printWith(printing: Printing, select: Fields): string {
  const withClause = fieldsOf(select, 'withClause');
  if (withClause === undefined) return '';
  expectFields('WithClause', withClause, withFields);
  const queries = listOf(withClause, 'ctes').map((cte) => {
    const { fields } = openNode(cte);
    expectFields('WITH query', fields, cteFields);
    const query = openNode(fields.ctequery);
    if (query.kind !== 'SelectStmt') {
      refuse(`${query.kind.replace('Stmt', '').toUpperCase()} in WITH`, locationOf(fields), 'queries are read-only');
    }
    const columns = nameList(fields, 'aliascolnames').map(quoteIdentifier);
    const name = quoteIdentifier(textOf(fields, 'ctename')) + (columns.length === 0 ? '' : `(${columns.join(', ')})`);
    const hint = materialized[textOf(fields, 'ctematerialized')] ?? '';
    return `${name} AS ${hint}(${printing.query(query.fields, printing.innerPosition)})`;
  });
  return `WITH ${flagOf(withClause, 'recursive') ? 'RECURSIVE ' : ''}${queries.join(', ')}`;
}
