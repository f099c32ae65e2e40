import { type Expr, expr } from './expr.ts';
import { printRowSource } from './print-table-function.ts';
import type { Printing } from './printing.ts';
import { recordOf } from './record-type.ts';
import { refuse, reject } from './refusal.ts';
import { qualified, type Scope } from './scope.ts';
import { type Fields, locationOf } from './tree.ts';

/**
 * A function that gives rows within an expression: the expression has as many rows. Several in a select list advance together, and the
 * shorter are filled with nulls, in PostgreSQL and in DuckDB alike.
 */
export function printSetCall(printing: Printing, call: Fields, name: string, scope: Scope): Expr {
  const location = locationOf(call);
  const place = scope.withoutRows ?? (placesOfRows.has(scope.clause) ? undefined : scope.clause);
  if (place === 'rows') return refuse('a function that gives rows within another', location, 'put one in FROM');
  if (place === 'window') return refuse('functions that give rows in a window', location, 'put them in FROM');
  if (place !== undefined && conditions.has(place)) {
    return reject(`argument of ${place} must not return a set`, location, '42804');
  }
  if (place !== undefined) {
    return reject(`set-returning functions are not allowed in ${placeNames[place] ?? place}`, location, '0A000');
  }
  const {
    list,
    type,
    more = [],
    name: first = name,
  } = scope.without('rows', () => printRowSource(printing, name, call, scope));
  if (more.length === 0) return rowsOf(printing, expr(list, type), scope);
  if (name === 'unnest') return reject('function unnest() of several arrays does not exist here', location, '42883');
  const columns = [{ name: first, type }, ...more];
  const zipped = `list_zip(${[list, ...more.map((column) => column.list)].join(', ')})`;
  const members = columns.map((column, index) => `'${column.name}': "z"[${index + 1}]`);
  const rows = `list_transform(${zipped}, lambda "z": {${members.join(', ')}})`;
  return rowsOf(printing, expr(rows, recordOf(columns)), scope);
}

const placesOfRows: ReadonlySet<string> = new Set(['select list', 'ORDER BY', 'GROUP BY']);
const conditions: ReadonlySet<string> = new Set(['AND', 'OR', 'NOT', 'IS TRUE']);
const placeNames: Readonly<Record<string, string>> = { aggregate: 'aggregate function calls' };

/** What is grouped by has to be there before: such rows stand in FROM. */
function rowsOf(printing: Printing, list: Expr, scope: Scope): Expr {
  const known = scope.groupedRows.get(list.text);
  if (known !== undefined) return known;
  if (scope.clause !== 'GROUP BY') return expr(`unnest(${list.text})`, list.type);
  scope.rowsAlias ??= printing.freshName('rows');
  const column = expr(qualified(scope.rowsAlias, `r${scope.groupedRows.size + 1}`), list.type);
  scope.groupedRows.set(list.text, column);
  return column;
}

/** The item of FROM with the rows that the query is grouped by; undefined where there are none. */
export function groupedRowsItem({ groupedRows, rowsAlias }: Scope): string | undefined {
  if (rowsAlias === undefined) return undefined;
  const columns = [...groupedRows.keys()].map((list, index) => `unnest(${list}) AS "r${index + 1}"`);
  return `LATERAL (SELECT ${columns.join(', ')}) AS "${rowsAlias}"`;
}
