import { refuse, reject } from '../read/refusal.ts';
import { type Fields, locationOf } from '../read/tree.ts';
import { type Expr, expr } from '../resolve/expr.ts';
import { type InnerRows, type Namespace, qualified } from '../resolve/namespace.ts';
import { recordOf } from '../resolve/record-type.ts';
import { printRowSource, type RowSource } from './print-table-function.ts';
import { withName } from './printed-facts.ts';
import type { Printing } from './printing.ts';

/**
 * A function that gives rows inside an expression: the expression gives as many rows. Several in a
 * select list advance in parallel, and shorter ones are filled with nulls, in PostgreSQL and in
 * DuckDB.
 */
export function printSetCall(
  printing: Printing,
  call: Fields,
  name: string,
  namespace: Namespace,
): Expr {
  const location = locationOf(call);
  const place =
    namespace.withoutRows ?? (placesOfRows.has(namespace.clause) ? undefined : namespace.clause);
  const within = place === 'rows' ? namespace.innerRows : undefined;
  if (place === 'window')
    return refuse('functions that give rows in a window', location, 'put them in FROM');
  if (place !== undefined && within === undefined && conditions.has(place)) {
    return reject(`argument of ${place} must not return a set`, location, '42804');
  }
  if (place !== undefined && within === undefined) {
    return reject(
      `set-returning functions are not allowed in ${placeNames[place] ?? place}`,
      location,
      '0A000',
    );
  }
  const {
    list,
    type,
    more = [],
    name: first = name,
  } = rowsWithin(printing, namespace, () => printRowSource(printing, name, call, namespace));
  if (within !== undefined) {
    if (more.length > 0)
      return refuse('rows of several columns within a function that gives rows', location);
    const value = `"${printing.freshName('row')}"`;
    within.push({ list, value });
    return expr(value, type);
  }
  if (more.length === 0) return rowsOf(printing, expr(list, type), namespace);
  if (name === 'unnest')
    return reject('function unnest() of several arrays does not exist here', location, '42883');
  const columns = [{ name: first, type }, ...more];
  const zipped = `list_zip(${[list, ...more.map((column) => column.list)].join(', ')})`;
  const members = columns.map((column, index) => `'${column.name}': "z"[${index + 1}]`);
  const rows = `list_transform(${zipped}, lambda "z": {${members.join(', ')}})`;
  return rowsOf(printing, expr(rows, recordOf(columns)), namespace);
}

/**
 * The rows of a function with arguments that also give rows: rows for each argument row, all in
 * parallel.
 */
function rowsWithin(printing: Printing, namespace: Namespace, print: () => RowSource): RowSource {
  const outer = namespace.innerRows;
  const inner: InnerRows[] = [];
  namespace.innerRows = inner;
  const source = namespace.without('rows', print);
  namespace.innerRows = outer;
  const [first] = inner;
  if (first === undefined) return source;
  namespace.hasNestedRows = true;
  const each = (list: string) => {
    if (inner.length === 1)
      return `flatten(list_transform(${first.list}, lambda ${first.value}: ${list}))`;
    const zip = `"${printing.freshName('rows')}"`;
    const made = inner.reduce(
      (text, { value }, index) => withName(text, value, `${zip}[${index + 1}]`),
      list,
    );
    return `flatten(list_transform(list_zip(${inner.map((one) => one.list).join(', ')}), lambda ${zip}: ${made}))`;
  };
  return {
    list: each(source.list),
    type: source.type,
    ...(source.name === undefined ? {} : { name: source.name }),
    ...(source.more && {
      more: source.more.map((column) => ({ ...column, list: each(column.list) })),
    }),
  };
}

const placesOfRows: ReadonlySet<string> = new Set(['select list', 'ORDER BY', 'GROUP BY']);
const conditions: ReadonlySet<string> = new Set(['AND', 'OR', 'NOT', 'IS TRUE']);
const placeNames: Readonly<Record<string, string>> = { aggregate: 'aggregate function calls' };

/** Rows in GROUP BY must exist before grouping, so the function moves to FROM. */
function rowsOf(printing: Printing, list: Expr, namespace: Namespace): Expr {
  const known = namespace.groupedRows.get(list.text);
  if (known !== undefined) return known;
  if (namespace.clause === 'select list') namespace.rowLists.add(list.text);
  if (namespace.clause !== 'GROUP BY') return expr(`unnest(${list.text})`, list.type);
  namespace.rowsAlias ??= printing.freshName('rows');
  const column = expr(
    qualified(namespace.rowsAlias, `r${namespace.groupedRows.size + 1}`),
    list.type,
  );
  namespace.groupedRows.set(list.text, column);
  return column;
}

/** The item of FROM with the rows in GROUP BY; undefined if there are none. */
export function groupedRowsItem({ groupedRows, rowsAlias }: Namespace): string | undefined {
  if (rowsAlias === undefined) return undefined;
  const columns = [...groupedRows.keys()].map(
    (list, index) => `unnest(${list}) AS "r${index + 1}"`,
  );
  return `LATERAL (SELECT ${columns.join(', ')}) AS "${rowsAlias}"`;
}
