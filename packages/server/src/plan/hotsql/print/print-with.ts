import { quoteIdentifier } from '../../../kernel/quoting.ts';
import { readOnly, refuse, reject } from '../read/refusal.ts';
import { withSearchAndCycle } from '../read/search-cycle.ts';
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
} from '../read/tree.ts';
import { engineNames, Namespace } from '../resolve/namespace.ts';
import { type Query, settle } from '../resolve/query.ts';
import {
  decimalOf,
  decimalType,
  exactType,
  isInexact,
  showType,
  type Type,
  undeclared,
} from '../resolve/type.ts';
import { isCollatable } from './collation.ts';
import type { Printing } from './printing.ts';
import { setOperation } from './set-operation.ts';

const withFields = fieldSet('ctes', 'recursive');
const cteFields = fieldSet(
  'ctename',
  'aliascolnames',
  'ctematerialized',
  'ctequery',
  'search_clause',
  'cycle_clause',
);

const materialized: Readonly<Record<string, string>> = {
  CTEMaterializeDefault: '',
  CTEMaterializeAlways: 'MATERIALIZED ',
  CTEMaterializeNever: 'NOT MATERIALIZED ',
};

/** Prints `WITH ...`, and adds its queries to the namespace. */
export function printWith(printing: Printing, select: Fields, namespace: Namespace): string {
  const withClause = fieldsOf(select, 'withClause');
  if (withClause === undefined) return '';
  expectFields('WithClause', withClause, withFields);
  const isRecursive = flagOf(withClause, 'recursive');
  const queries = listOf(withClause, 'ctes').flatMap((cte) => {
    const { fields } = openNode(cte);
    expectFields('WITH query', fields, cteFields);
    const printed = printCommonTable(
      printing,
      searched(printing, fields, isRecursive, namespace),
      isRecursive,
      namespace,
    );
    return printing.isDropped(locationOf(fields)) ? [] : [printed];
  });
  return queries.length === 0 ? '' : `WITH ${isRecursive ? 'RECURSIVE ' : ''}${queries.join(', ')}`;
}

/** The query after expansion of SEARCH and CYCLE. */
function searched(
  printing: Printing,
  cte: Fields,
  isRecursive: boolean,
  namespace: Namespace,
): Fields {
  if (cte.search_clause === undefined && cte.cycle_clause === undefined) return cte;
  const { fields: query } = openNode(cte.ctequery);
  if (!isRecursive || textOf(query, 'op') !== 'SETOP_UNION') {
    return reject('WITH query is not recursive', locationOf(cte), '42601');
  }
  const { columns } = printing.query(fieldsOf(query, 'larg') ?? {}, new Namespace(namespace));
  const given = nameList(cte, 'aliascolnames');
  return withSearchAndCycle(
    cte,
    columns.map((column, index) => given[index] ?? column.name),
  );
}

function printCommonTable(
  printing: Printing,
  cte: Fields,
  isRecursive: boolean,
  namespace: Namespace,
): string {
  const location = locationOf(cte);
  const { kind, fields: query } = openNode(cte.ctequery);
  if (kind !== 'SelectStmt') {
    readOnly(`${kind.replace('Stmt', '').toUpperCase()} in WITH`, location);
  }
  const name = textOf(cte, 'ctename');
  if (namespace.ctes.has(name))
    reject(`WITH query name '${name}' specified more than once`, location, '42712');
  const given = nameList(cte, 'aliascolnames');
  // DuckDB compares names without case, and would find a WITH query in place of PostgreSQL's table.
  const isTaken = printing.hasTable(name) || namespace.commonTableLike(name);
  const engineName = isTaken ? printing.freshName(name) : name;
  const home = new Namespace(namespace);
  let inlined: (() => string) | undefined;
  const register = (
    { columns }: Query,
    declared: readonly (string | undefined)[] = columns.map(({ type }) => type.declared),
  ) => {
    if (given.length > columns.length) {
      reject(
        `WITH query '${name}' has ${columns.length} columns available but ${given.length} columns specified`,
        location,
        '42P10',
      );
    }
    const named = columns.map((column, index) => ({
      ...column,
      type: { ...undeclared(column.type), ...declaredAs(declared[index]) },
      name: given[index] ?? column.name,
    }));
    const text = inlined === undefined ? {} : { inlined, isCorrelated: home.readsOuter };
    namespace.ctes.set(name, { name, engineName, columns: named, home, location, ...text });
  };
  const isSelf = isRecursive && readsTable(query, name);
  const printed = isSelf
    ? printRecursive(printing, query, home, name, register)
    : settle(printing.query(query, home));
  const columns = engineNames(printed.columns.map((column, index) => given[index] ?? column.name));
  const hint = materialized[textOf(cte, 'ctematerialized')] ?? '';
  const quoted = quoteIdentifier(engineName);
  const text = () =>
    `${quoted}(${columns.map(quoteIdentifier).join(', ')}) AS ${hint}(${printed.render()})`;
  inlined = isSelf ? () => `WITH RECURSIVE ${text()} SELECT * FROM ${quoted}` : printed.render;
  const known = namespace.ctes.get(name);
  if (known === undefined) register(printed);
  else namespace.ctes.set(name, { ...known, inlined, isCorrelated: home.readsOuter });
  return text();
}

const declaredAs = (declared: string | undefined) => (declared === undefined ? {} : { declared });

/** True if the query reads a table of the name. */
function readsTable(query: unknown, name: string): boolean {
  const pending: unknown[] = [query];
  for (let item = pending.pop(); item !== undefined; item = pending.pop()) {
    if (typeof item !== 'object' || item === null) continue;
    if ('relname' in item && item.relname === name && !('schemaname' in item)) return true;
    pending.push(...Object.values(item));
  }
  return false;
}

const withoutPlace = ['sortClause', 'limitCount', 'limitOffset', 'withClause'] as const;

function expectRecursiveForm(union: Fields, name: string, location: number | undefined): void {
  if (textOf(union, 'op') !== 'SETOP_UNION') {
    reject(
      `recursive query '${name}' does not have the form non-recursive-term UNION [ALL] recursive-term`,
      location,
      '42P19',
    );
  }
  if (withoutPlace.some((part) => union[part] !== undefined)) {
    reject(
      'ORDER BY, LIMIT or WITH in a recursive query is not implemented; put them around it',
      location,
      '0A000',
    );
  }
}

/** Raises unless each column of the recursive term fits the first term's type. */
function expectHeld(
  printing: Printing,
  column: {
    readonly name: string;
    readonly index: number;
    readonly type: Type;
    readonly other: Type;
    readonly declared: Type['declared'];
    readonly isAll: boolean;
    readonly location: number | undefined;
  },
): void {
  const { name, index, type, other, declared, isAll, location } = column;
  const unlike = (own: string, overall: string) =>
    reject(
      `recursive query '${name}' column ${index + 1} has type ${own} in non-recursive term but type ${overall} overall`,
      location,
      '42804',
    );
  if (declared !== undefined && declared !== other.declared)
    unlike(`${showType(type)}(${declared})`, showType(type));
  if (other.name === type.name) {
    const [held, wanted] = [decimalOf(type), decimalOf(other)];
    const loses = held && (isInexact(other) || (wanted !== undefined && wanted.scale > held.scale));
    if (loses && isAll) printing.expectExact();
    if (loses && !isAll)
      refuse(
        `a recursive query whose numerics get more decimal places (column ${index + 1})`,
        location,
        'cast both terms to numeric(p, s) or double precision',
      );
    return;
  }
  if (type.name === 'engine' || other.name === 'engine') return;
  const isWider = showType(type) !== showType(other) && !canNarrow(type.name, other.name);
  if (isWider) unlike(showType(type), showType(other));
}

/** `first UNION next`: the first query's types are the types of the whole. */
function printRecursive(
  printing: Printing,
  union: Fields,
  outer: Namespace,
  name: string,
  register: (query: Query, declared: readonly (string | undefined)[]) => void,
): Query {
  const location = locationOf(union);
  expectRecursiveForm(union, name, location);
  const namespace = new Namespace(outer);
  const first = settle(printing.query(fieldsOf(union, 'larg') ?? {}, namespace));
  const isAll = flagOf(union, 'all');
  const collations = first.columns.map(({ type }) => type.collation?.name ?? 'default');
  const declared = first.columns.map(({ type }) => type.declared);
  // Later rows are cast to the first query's types. So numerics get room, except those with a
  // declared size.
  for (const [index, { type }] of first.columns.entries()) {
    const held = decimalOf(type);
    if (held === undefined) continue;
    first.cast(
      index,
      'numeric',
      'i',
      printing.isExact && isAll ? exactType : decimalType(38, held.scale),
    );
  }
  register(first, declared);
  expectOneReference(fieldsOf(union, 'rarg') ?? {}, name, location);
  const types = first.columns.map(({ type }) => type);
  printing.recursing.add(name);
  const next = printing.query(fieldsOf(union, 'rarg') ?? {}, namespace);
  printing.recursing.delete(name);
  for (const [index, type] of types.entries()) {
    const other = next.columns[index]?.type;
    if (other === undefined || other.name === 'unknown') continue;
    expectOneCollation(name, index, type, other, collations[index], location);
    expectHeld(printing, { name, index, type, other, declared: declared[index], isAll, location });
  }
  return setOperation(printing, `UNION${isAll ? ' ALL' : ''}`, [first, next], 'UNION', true);
}

function expectOneCollation(
  name: string,
  index: number,
  type: Type,
  other: Type,
  own: string | undefined,
  location: number | undefined,
): void {
  const overall = other.collation?.name ?? 'default';
  if (!isCollatable(type) || !isCollatable(other) || own === overall || overall === 'default')
    return;
  const message = `recursive query '${name}' column ${index + 1} has collation "${own}" in non-recursive term but collation "${overall}" overall`;
  reject(message, location, '42P21');
}

/** True if UNION casts the recursive term's type to the first term's. */
function canNarrow(first: string, next: string): boolean {
  const order = ['int2', 'int4', 'int8', 'numeric', 'float4', 'float8'];
  const [one, other] = [order.indexOf(first), order.indexOf(next)];
  return (one >= 0 && other >= 0 && other < one) || first === 'text';
}

/**
 * Raises for references to the rows so far whose meaning would differ: in a subquery, in an outer
 * join, or a second one.
 */
function expectOneReference(next: Fields, name: string, location: number | undefined): void {
  const raise = (what: string) =>
    reject(`recursive reference to query '${name}' must not appear ${what}`, location, '42P19');
  let found = 0;
  const visit = (node: unknown, place: string | undefined): void => {
    if (typeof node !== 'object' || node === null) return;
    if ('relname' in node && node.relname === name && !('schemaname' in node)) {
      found += 1;
      if (place !== undefined) raise(place);
      if (found > 1) raise('more than once');
    }
    for (const [key, value] of Object.entries(node)) {
      if (key === 'SubLink') visit(value, 'within a subquery');
      else if (key === 'JoinExpr') visitJoin(value, place);
      else visit(value, place);
    }
  };
  const visitJoin = (join: Fields, place: string | undefined): void => {
    const kind = textOf(join, 'jointype');
    const nullable = 'within an outer join';
    visit(join.larg, kind === 'JOIN_RIGHT' || kind === 'JOIN_FULL' ? nullable : place);
    visit(join.rarg, kind === 'JOIN_LEFT' || kind === 'JOIN_FULL' ? nullable : place);
    visit(join.quals, place);
  };
  visit(next, undefined);
}
