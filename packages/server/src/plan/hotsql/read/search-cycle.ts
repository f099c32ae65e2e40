/**
 * Rewrites SEARCH and CYCLE of a recursive query on PostgreSQL's tree, as PostgreSQL's own rewriter
 * does (rewriteSearchCycle.c): each row carries the rows on its path.
 */
import { refuse, reject } from './refusal.ts';
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

const searchFields = fieldSet('search_col_list', 'search_breadth_first', 'search_seq_column');
const cycleFields = fieldSet(
  'cycle_col_list',
  'cycle_mark_column',
  'cycle_mark_value',
  'cycle_mark_default',
  'cycle_path_column',
);

const text = (sval: string) => ({ String: { sval } });
const column = (...parts: readonly string[]) => ({ ColumnRef: { fields: parts.map(text) } });
const target = (name: string, val: unknown) => ({ ResTarget: { name, val } });
const row = (args: readonly unknown[]) => ({
  RowExpr: { args, row_format: 'COERCE_EXPLICIT_CALL' },
});
const operation = (kind: string, name: string, lexpr: unknown, rexpr: unknown) => ({
  A_Expr: { kind, name: [text(name)], lexpr, rexpr },
});
const appended = (array: unknown, item: unknown) => ({
  FuncCall: {
    funcname: [text('array_append')],
    args: [array, item],
    funcformat: 'COERCE_EXPLICIT_CALL',
  },
});

/**
 * A column added to the rows: its first value, and the next value from the value of the row before.
 */
interface Carried {
  readonly name: string;
  readonly first: unknown;
  readonly next: (before: unknown) => unknown;
}

/** The recursive query with carried columns added; `names` are the other columns. */
export function withSearchAndCycle(cte: Fields, names: readonly string[]): Fields {
  const { search_clause: _search, cycle_clause: _cycle, ...rest } = cte;
  const cycle = fieldsOf(cte, 'cycle_clause');
  const carried = [...searchColumns(cte, names), ...cycleColumns(cte, names)];
  const union = openNode(cte.ctequery).fields;
  const [left, right] = [fieldsOf(union, 'larg') ?? {}, fieldsOf(union, 'rarg') ?? {}];
  for (const [side, query] of Object.entries({ left, right })) {
    if (query.op === undefined || query.op === 'SETOP_NONE') continue;
    const message = `with a SEARCH or CYCLE clause, the ${side} side of the UNION must be a SELECT`;
    reject(message, locationOf(cte), '0A000');
  }
  const reference = referenceTo(textOf(cte, 'ctename'), listOf(right, 'fromClause'));
  if (reference === undefined)
    return refuse('SEARCH and CYCLE where FROM does not name the query itself', locationOf(cte));
  const extended = {
    ...right,
    targetList: [
      ...listOf(right, 'targetList'),
      ...carried.map(({ name }) => target(name, column(reference, name))),
    ],
  };
  const wrap = (
    query: Fields,
    columns: readonly string[],
    value: (of: Carried) => unknown,
    whereClause?: unknown,
  ) => ({
    targetList: [
      ...names.map((name) => target(name, column('wrapped', name))),
      ...carried.map((item) => target(item.name, value(item))),
    ],
    fromClause: [
      {
        RangeSubselect: {
          subquery: { SelectStmt: query },
          alias: { aliasname: 'wrapped', colnames: columns.map(text) },
        },
      },
    ],
    ...(whereClause === undefined ? {} : { whereClause }),
    limitOption: 'LIMIT_OPTION_DEFAULT',
    op: 'SETOP_NONE',
  });
  const isOpen =
    cycle &&
    operation(
      'AEXPR_OP',
      '<>',
      column('wrapped', textOf(cycle, 'cycle_mark_column')),
      cycle.cycle_mark_value,
    );
  const query = {
    ...union,
    larg: wrap(left, names, ({ first }) => first),
    rarg: wrap(
      extended,
      [...names, ...carried.map(({ name }) => name)],
      ({ name, next }) => next(column('wrapped', name)),
      isOpen,
    ),
  };
  return {
    ...rest,
    aliascolnames: [...names, ...carried.map(({ name }) => name)].map(text),
    ctequery: { SelectStmt: query },
  };
}

function wrappedRow(
  columns: readonly string[],
  names: readonly string[],
  what: string,
  location: number | undefined,
) {
  const again = columns.find((name, index) => columns.indexOf(name) < index);
  if (again !== undefined)
    reject(`${what} column '${again}' specified more than once`, location, '42701');
  for (const name of columns) {
    if (!names.includes(name))
      reject(`${what} column '${name}' not in WITH query column list`, location, '42601');
  }
  return columns.map((name) => column('wrapped', name));
}

function searchColumns(cte: Fields, names: readonly string[]): readonly Carried[] {
  const search = fieldsOf(cte, 'search_clause');
  if (search === undefined) return [];
  expectFields('SEARCH', search, searchFields);
  const items = wrappedRow(
    nameList(search, 'search_col_list'),
    names,
    'search',
    locationOf(search),
  );
  const name = freshColumn(textOf(search, 'search_seq_column'), names, search);
  if (!flagOf(search, 'search_breadth_first')) return [pathColumn(name, items)];
  const zero = {
    TypeCast: { arg: { A_Const: { ival: {} } }, typeName: { names: [text('int8')] } },
  };
  const depth = (before: unknown) => ({
    A_Indirection: { arg: before, indirection: [text('f1')] },
  });
  const one = { A_Const: { ival: { ival: 1 } } };
  return [
    {
      name,
      first: row([zero, ...items]),
      next: (before) => row([operation('AEXPR_OP', '+', depth(before), one), ...items]),
    },
  ];
}

function cycleColumns(cte: Fields, names: readonly string[]): readonly Carried[] {
  const cycle = fieldsOf(cte, 'cycle_clause');
  if (cycle === undefined) return [];
  expectFields('CYCLE', cycle, cycleFields);
  const items = wrappedRow(nameList(cycle, 'cycle_col_list'), names, 'cycle', locationOf(cycle));
  const path = freshColumn(textOf(cycle, 'cycle_path_column'), names, cycle);
  const { cycle_mark_value: value, cycle_mark_default: otherwise } = cycle;
  const isBack = operation('AEXPR_OP_ANY', '=', row(items), column('wrapped', path));
  const markIf = (test: unknown) => ({
    CaseExpr: { args: [{ CaseWhen: { expr: test, result: value } }], defresult: otherwise },
  });
  const mark: Carried = {
    name: freshColumn(textOf(cycle, 'cycle_mark_column'), names, cycle),
    // The first rows have the common type of both values.
    first:
      constantKind(value) === constantKind(otherwise)
        ? otherwise
        : markIf({ A_Const: { boolval: {} } }),
    next: () => markIf(isBack),
  };
  return [mark, pathColumn(path, items)];
}

/** The kind of a constant: integer, text, truth value ... */
const constantKind = (node: unknown) =>
  Object.keys(openNode(node).fields).find((key) => key !== 'location');

const pathColumn = (name: string, items: readonly unknown[]): Carried => ({
  name,
  first: { A_ArrayExpr: { elements: [row(items)] } },
  next: (before) => appended(before, row(items)),
});

function freshColumn(name: string, names: readonly string[], clause: Fields): string {
  if (!names.includes(name)) return name;
  return reject(
    `column name '${name}' already used in WITH query column list`,
    locationOf(clause),
    '42601',
  );
}

/** The name of the recursive query in FROM. */
function referenceTo(name: string, items: readonly unknown[]): string | undefined {
  for (const item of items) {
    const { kind, fields } = openNode(item);
    if (
      kind === 'RangeVar' &&
      textOf(fields, 'relname') === name &&
      fields.schemaname === undefined
    ) {
      return textOf(fieldsOf(fields, 'alias') ?? {}, 'aliasname') || name;
    }
    const found = kind === 'JoinExpr' ? referenceTo(name, [fields.larg, fields.rarg]) : undefined;
    if (found !== undefined) return found;
  }
  return undefined;
}
