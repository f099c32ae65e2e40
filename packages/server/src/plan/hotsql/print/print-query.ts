import { quoteIdentifier } from '../../../kernel/quoting.ts';
import { readOnly, refuse, reject } from '../read/refusal.ts';
import {
  expectFields,
  type Fields,
  fieldSet,
  fieldsOf,
  flagOf,
  listOf,
  locationOf,
  openNode,
  textOf,
} from '../read/tree.ts';
import type { CastContext } from '../resolve/catalog/postgres-catalog.ts';
import { commonType } from '../resolve/catalog/resolve.ts';
import { type Expr, expr, nullExpr } from '../resolve/expr.ts';
import { Namespace, qualified } from '../resolve/namespace.ts';
import { outputKey } from '../resolve/output-keys.ts';
import { type Body, orderList, type Query, type SortKey } from '../resolve/query.ts';
import { showType, type Type, typeNamed } from '../resolve/type.ts';
import { castExpr } from './cast-column.ts';
import { commonHolding } from './holding.ts';
import { type Limit, limitClauses, numberedRows, readLimit, rowsWithTies } from './print-limit.ts';
import { printSelect } from './print-select.ts';
import { keyApart, sortable, sortDirection } from './print-window.ts';
import { printWith } from './print-with.ts';
import type { Printing } from './printing.ts';
import { setOperation } from './set-operation.ts';
import { shortened } from './short-list.ts';

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

/** A SelectStmt as DuckDB text, without parentheses. */
export function printQuery(
  printing: Printing,
  select: Fields,
  outer: Namespace | undefined,
): Query {
  expectFields('SelectStmt', select, selectFields);
  if (select.intoClause !== undefined) readOnly('SELECT INTO');
  if (select.lockingClause !== undefined) readOnly('FOR UPDATE and FOR SHARE');
  const namespace = new Namespace(outer);
  const common = printWith(printing, select, namespace);
  const body = printBody(printing, select, namespace);
  const written = listOf(select, 'sortClause').map((item) => ({
    ...body.sortKey(openNode(item).fields.node),
    direction: sortDirection(item),
  }));
  const keys = body.arrange?.(written) ?? written;
  const limit = readLimit(printing, select, namespace);
  return {
    get columns() {
      return body.columns;
    },
    cast: (index, target, context, holding) => body.cast(index, target, context, holding),
    onlyWhen: (condition) => body.onlyWhen?.(condition),
    asValue: () => body.asValue?.(),
    render: () =>
      [common, ...limitedRows(body, keys, limit)].filter((part) => part !== '').join(' '),
  };
}

function limitedRows(body: Body, keys: readonly SortKey[], limit: Limit): readonly string[] {
  if (limit.withTies) return [rowsWithTies(body, keys, limit), limitClauses(limit)];
  if (limit.isCorrelated) return [numberedRows(body, keys, limit)];
  const order = keys.length === 0 ? '' : `ORDER BY ${orderList(keys)}`;
  return [body.render(), order, limitClauses(limit)];
}

function printBody(printing: Printing, select: Fields, namespace: Namespace): Body {
  if (setOperators[textOf(select, 'op')] !== undefined)
    return printSetOperations(printing, select, namespace);
  const values = listOf(select, 'valuesLists');
  return values.length > 0
    ? printValues(printing, values, namespace)
    : printSelect(printing, select, namespace);
}

const setOperators: Readonly<Record<string, string>> = {
  SETOP_UNION: 'UNION',
  SETOP_INTERSECT: 'INTERSECT',
  SETOP_EXCEPT: 'EXCEPT',
};

/** The operator between two queries, and the second query. */
interface SetStep {
  readonly operator: string;
  readonly words: string;
  readonly right: Fields;
}

/** Above this number DuckDB's parser refuses a text as nested too deeply. */
const maxAlternations = 250;

/** A chain of set operations from left to right; equal operations are combined. */
function printSetOperations(printing: Printing, select: Fields, namespace: Namespace): Body {
  const steps: SetStep[] = [];
  let first: Fields = select;
  do {
    const operator = setOperators[textOf(first, 'op')] ?? '';
    const words = `${operator}${flagOf(first, 'all') ? ' ALL' : ''}`;
    steps.push({ operator, words, right: fieldsOf(first, 'rarg') ?? {} });
    first = fieldsOf(first, 'larg') ?? {};
    expectFields('SelectStmt', first, selectFields);
  } while (
    setOperators[textOf(first, 'op')] !== undefined &&
    aroundRows.every((part) => first[part] === undefined)
  );
  steps.reverse();
  let body: Query = printing.query(first, namespace);
  let [printed, changes] = [0, 0];
  while (printed < steps.length) {
    const run = sameSteps(steps, printed);
    const sides = run.map(({ right }) => printing.query(right, namespace));
    body = setOperation(printing, run[0]?.words ?? '', [body, ...sides], run[0]?.operator ?? '');
    printed += run.length;
    changes += 1;
    if (changes > maxAlternations) {
      refuse(
        `more than ${maxAlternations} set operations that are not all UNION or all UNION ALL`,
        undefined,
        'put some of them into a WITH query',
      );
    }
  }
  return body as Body;
}

/** The steps from `start` on that are combined. */
function sameSteps(steps: readonly SetStep[], start: number): readonly SetStep[] {
  const words = steps[start]?.words;
  const other = steps.findIndex(
    (step, index) => index > start && (step.words !== words || step.operator !== 'UNION'),
  );
  return steps.slice(start, other < 0 ? steps.length : other);
}

/** Clauses of a whole set operation, which is then not part of a chain. */
const aroundRows = [
  'sortClause',
  'limitCount',
  'limitOffset',
  'withClause',
  'lockingClause',
  'intoClause',
] as const;

function printValues(printing: Printing, rows: readonly unknown[], namespace: Namespace): Body {
  namespace.clause = 'VALUES';
  printing.expectColumns(listOf(openNode(rows[0]).fields, 'items').length);
  const cells: Expr[][] = rows.map((row) =>
    listOf(openNode(row).fields, 'items').map((cell) => printing.expression(cell, namespace)),
  );
  const width = cells[0]?.length ?? 0;
  if (cells.some((row) => row.length !== width))
    reject('VALUES lists must all be the same length', undefined);
  const types: Type[] = Array.from({ length: width }, (_, index) =>
    unifyCells(printing, cells, index),
  );
  const isLiteral = (index: number) => cells.some((row) => row[index]?.isLiteralInteger === true);
  const names = types.map((_, index) => `column${index + 1}`);
  const columns = () =>
    names.map((name, index) => ({
      name,
      type: types[index] ?? typeNamed('text'),
      isLiteralInteger: isLiteral(index),
    }));
  return {
    get columns() {
      return columns();
    },
    cast(index, target, context, holding) {
      for (const row of cells)
        row[index] = castCell(printing, row[index], target, context, holding);
      types[index] = holding ?? cells[0]?.[index]?.type ?? typeNamed(target);
    },
    render(extra = []) {
      const alias = `"*VALUES*"(${names.map(quoteIdentifier).join(', ')})`;
      const lists = types.map(({ engine }, index) => {
        return shortened(
          cells.map((row) => row[index] ?? nullExpr),
          engine,
        );
      });
      if (lists.every((list) => list !== undefined)) {
        const rows = `SELECT ${lists.map((list) => `unnest(${list})`).join(', ')}`;
        return `SELECT ${['*', ...extra].join(', ')} FROM (${rows}) AS ${alias}`;
      }
      const list = cells.map((row) => `(${row.map(({ text }) => text).join(', ')})`).join(', ');
      return `SELECT ${['*', ...extra].join(', ')} FROM (VALUES ${list}) AS ${alias}`;
    },
    sortKey(node) {
      const own = columns().map(({ name, type }) => ({
        name,
        expr: expr(qualified('*VALUES*', name), type),
      }));
      const item = {
        columns: own,
        relations: [],
        engineAliases: [],
        presence: () => '[]',
        render: () => '',
      };
      namespace.items.splice(0, namespace.items.length, item);
      namespace.clause = 'ORDER BY';
      const position = outputKey(columns(), node);
      const key =
        position === undefined ? printing.expression(node, namespace) : own[position - 1]?.expr;
      if (key === undefined) return { position: 1 };
      const text = sortable(printing, key, locationOf(openNode(node).fields));
      return { text: keyApart(text, key.type) };
    },
  };
}

function castCell(
  printing: Printing,
  cell: Expr | undefined,
  target: string,
  context: CastContext,
  holding: Type | undefined,
): Expr {
  return castExpr(printing, cell ?? expr('NULL', 'unknown'), target, context, holding);
}

function unifyCells(printing: Printing, cells: Expr[][], index: number): Type {
  const types = cells.map((row) => row[index]?.type.name ?? 'unknown');
  if (types.every((name) => name === 'unknown')) return typeNamed('unknown');
  const common = commonType(types);
  if ('clash' in common) {
    const [one, other] = common.clash.map((name) => showType(typeNamed(name)));
    return reject(`VALUES types ${one} and ${other} cannot be matched`, undefined, '42804');
  }
  for (const row of cells) row[index] = castCell(printing, row[index], common.type, 'i', undefined);
  const held = cells.flatMap((row) =>
    row[index]?.constant?.kind === 'null' ? [] : [row[index]?.type ?? typeNamed('text')],
  );
  const holding = commonHolding(printing, held);
  if (holding === undefined) return held[0] ?? typeNamed(common.type);
  for (const row of cells) row[index] = castCell(printing, row[index], common.type, 'i', holding);
  return holding;
}
