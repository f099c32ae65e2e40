import { refuse, reject } from '../read/refusal.ts';
import {
  expectFields,
  type Fields,
  fieldSet,
  locationOf,
  nameList,
  openNode,
  textOf,
} from '../read/tree.ts';
import { commonType } from '../resolve/catalog/resolve.ts';
import { comparesThese, type Expr, expr } from '../resolve/expr.ts';
import type { Namespace } from '../resolve/namespace.ts';
import { type Query, settle } from '../resolve/query.ts';
import {
  arrayOf,
  boolType,
  decimalOf,
  dimensionsOf,
  isArray,
  showType,
  type Type,
  typeNamed,
  wider,
} from '../resolve/type.ts';
import { applyOperator } from './apply-operator.ts';
import { columnType } from './collation.ts';
import { noEmptyArrays } from './functions/aggregates.ts';
import { checkedRows } from './functions/wide-arrays.ts';
import { comparing } from './print-operation.ts';
import { isRow, rowItems } from './print-row.ts';
import { quantifiedOverList, quantifiedRows } from './print-row-subquery.ts';
import { canRaise, givesRows, hasQuery, hasWindow, isChanging } from './printed-facts.ts';
import type { Printing } from './printing.ts';

const subLinkFields = fieldSet('subLinkType', 'testexpr', 'operName', 'subselect');
const comparisons = new Set(['=', '<>', '<', '>', '<=', '>=']);

/** A subquery inside an expression. */
export function printSubLink(printing: Printing, link: Fields, namespace: Namespace): Expr {
  expectFields('a subquery', link, subLinkFields);
  const location = locationOf(link);
  const { kind, fields } = openNode(link.subselect);
  if (kind !== 'SelectStmt') refuse('this subquery', location);
  const { printed: query, isReading } = namespace.reading(() => printing.query(fields, namespace));
  switch (textOf(link, 'subLinkType')) {
    case 'EXISTS_SUBLINK':
      return expr(`EXISTS (${renderWanted(settle(query), namespace)})`, boolType);
    case 'EXPR_SUBLINK': {
      const type = onlyColumn(settle(query), location);
      query.asValue?.();
      return expr(`(${renderWanted(query, namespace)})`, type);
    }
    case 'ARRAY_SUBLINK': {
      const type = onlyColumn(settle(query), location);
      if (isArray(type)) {
        const someEmpty = `CASE WHEN len("a") = 0 THEN "a" ELSE ${noEmptyArrays} END`;
        const rows = checkedRows(
          `ARRAY (${renderWanted(query, namespace)})`,
          dimensionsOf(type) + 1,
          someEmpty,
        );
        return expr(`coalesce(${rows}, [])`, wider(type));
      }
      return expr(`coalesce(ARRAY (${renderWanted(query, namespace)}), [])`, arrayOf(type));
    }
    case 'ANY_SUBLINK':
      return printQuantified(printing, link, namespace, 'ANY', query, isReading);
    case 'ALL_SUBLINK':
      return printQuantified(printing, link, namespace, 'ALL', query, isReading);
    default:
      return refuse('this subquery', location);
  }
}

/**
 * DuckDB computes every subquery, regardless of conditions around it. So a subquery that may raise
 * gets no rows unless the value is used.
 */
function renderWanted(query: Query, namespace: Namespace): string {
  const text = query.render();
  if (
    namespace.wanted === undefined ||
    namespace.hasAggregates ||
    namespace.groupKeys.size > 0 ||
    !canRaise(text)
  )
    return text;
  const condition = namespace.wanted();
  const isMoved = [hasQuery, hasWindow, givesRows, isChanging].every((is) => !is(condition));
  if (!isMoved) return text;
  query.onlyWhen?.(condition);
  return query.render();
}

function onlyColumn({ columns }: Query, location: number | undefined): Type {
  const [only] = columns;
  if (only === undefined || columns.length !== 1)
    return reject('subquery must return only one column', location);
  return columnType(only.type);
}

/**
 * `x IN (SELECT ...)`, `x < ALL (SELECT ...)`: both sides cast for the operator that PostgreSQL
 * chooses.
 */
function printQuantified(
  printing: Printing,
  link: Fields,
  namespace: Namespace,
  quantifier: 'ANY' | 'ALL',
  query: Query,
  isCorrelated: boolean,
): Expr {
  const location = locationOf(link);
  const written = nameList(link, 'operName').at(-1);
  const operator = written === '!=' ? '<>' : (written ?? '=');
  if (isRow(link.testexpr)) {
    if (!comparisons.has(operator))
      refuse(`the operator ${operator} ${quantifier} of rows`, location);
    const items = rowItems(printing, link.testexpr, namespace);
    const isPlain = !namespace.hasAggregates && !items.some(({ text }) => hasWindow(text));
    const compare = comparing(printing, location);
    const within = { isPlain, isCorrelated };
    return quantifiedRows(printing, items, query, operator, quantifier, compare, within, location);
  }
  if (query.columns.length !== 1) reject('subquery has too many columns', location);
  const left = printing.expression(link.testexpr, namespace);
  const operand = comparisons.has(operator)
    ? matchTypes(printing, left, query, operator, location)
    : undefined;
  if (operand === undefined) {
    const test = ([column]: readonly Expr[]) => {
      const made = applyOperator(
        printing,
        operator,
        column === undefined ? [left] : [left, column],
        location,
      );
      if (made.type.name === 'bool') return made.text;
      return reject(
        `operator ${operator} must return type boolean, not type ${showType(made.type)}`,
        location,
        '42804',
      );
    };
    return quantifiedOverList(printing, settle(query), quantifier, test, location);
  }
  const text = `(${settle(query).render()})`;
  return expr(
    written === undefined
      ? `(${operand} IN ${text})`
      : `(${operand} ${operator} ${quantifier} ${text})`,
    boolType,
  );
}

/**
 * Casts the subquery's column and the operand for PostgreSQL's comparison. Returns the operand's
 * text; undefined if DuckDB's own comparison differs.
 */
function matchTypes(
  printing: Printing,
  left: Expr,
  query: Query,
  operator: string,
  location: number | undefined,
): string | undefined {
  const column = query.columns[0]?.type ?? left.type;
  if (left.type.name === 'engine' || column.name === 'engine') return left.text;
  const right: Expr = {
    text: '"q"',
    type: column.name === 'unknown' ? { name: 'text', engine: 'VARCHAR' } : column,
  };
  const isDirect = (one: Expr, other: Expr) =>
    comparesThese(applyOperator(printing, operator, [one, other], location), one.text, '"q"');
  // Raises if PostgreSQL lacks the operator.
  if (isDirect(left, right)) return left.text;
  const common = commonType([left.type.name, right.type.name]);
  if ('clash' in common) return undefined;
  const holding =
    common.type === 'numeric' ? (decimalOf(right.type) ? right.type : undefined) : undefined;
  const cast = printing.castTo(left, common.type, location);
  if (
    !isDirect(cast, {
      text: '"q"',
      type: holding ?? (common.type === column.name ? column : typeNamed(common.type)),
    })
  )
    return undefined;
  query.cast(0, common.type, 'i', holding);
  return cast.text;
}
