import { quoteIdentifier } from '../../kernel/quoting.ts';
import { type Alias, readAlias } from './alias.ts';
import { coerce, sameHolding, unify } from './coerce.ts';
import { type Expr, expr } from './expr.ts';
import { catalogTableText } from './functions/catalog-functions.ts';
import { nameParts } from './name-parts.ts';
import { printCondition } from './print-condition.ts';
import { applyOperator } from './print-operation.ts';
import { printTableFunction } from './print-table-function.ts';
import type { Printing } from './printing.ts';
import { type QueryColumn, settle } from './query.ts';
import { Refusal, refuse, reject } from './refusal.ts';
import { type Column, engineNames, type FromItem, qualified, type Relation, Scope } from './scope.ts';
import { systemTable } from './system-tables.ts';
import {
  describeKind,
  expectFields,
  type Fields,
  fieldSet,
  fieldsOf,
  flagOf,
  locationOf,
  nameList,
  openNode,
  textOf,
} from './tree.ts';
import { typeNamed, typeOfEngine } from './type.ts';

const rangeVarFields = fieldSet('catalogname', 'schemaname', 'relname', 'inh', 'relpersistence', 'alias');
const subselectFields = fieldSet('lateral', 'subquery', 'alias');
const joinFields = fieldSet(
  'jointype',
  'isNatural',
  'larg',
  'rarg',
  'usingClause',
  'join_using_alias',
  'alias',
  'quals',
  'rtindex',
);

/** One item of FROM: a table, subquery, function or join. `lateral` sees the items before it. */
export function printFromItem(printing: Printing, item: unknown, scope: Scope, lateral: Scope): FromItem {
  const { kind, fields } = openNode(item);
  switch (kind) {
    case 'RangeVar':
      return printTable(printing, fields, scope, lateral);
    case 'RangeSubselect':
      return printSubselect(printing, fields, scope, lateral);
    case 'RangeFunction':
      return printTableFunction(printing, fields, lateral);
    case 'JoinExpr':
      return printJoin(printing, fields, scope, lateral);
    case 'RangeTableSample':
      return refuse('TABLESAMPLE', locationOf(fields), 'use ORDER BY random() LIMIT n');
    default:
      return refuse(`${describeKind(kind)} in FROM`, locationOf(fields));
  }
}

/** What a relation is made of: its columns as DuckDB calls them, before the alias gives them other names. */
interface RelationParts {
  readonly text: string;
  readonly name: string;
  readonly qualifiers: readonly string[];
  readonly columns: readonly QueryColumn[];
  /** The columns' names in DuckDB are those already, whether they repeat or not. */
  readonly isTable: boolean;
}

/** A relation under its alias. DuckDB gets an alias that no other relation in sight has. */
export function relationItem(
  printing: Printing,
  parts: RelationParts,
  alias: Alias | undefined,
  lateral: Scope,
  location: number | undefined,
): FromItem {
  const name = alias?.name ?? parts.name;
  const given = alias?.columns ?? [];
  if (given.length > parts.columns.length) {
    reject(
      `table '${name}' has ${parts.columns.length} columns available but ${given.length} columns specified`,
      location,
      '42P10',
    );
  }
  const names = parts.columns.map((column, index) => given[index] ?? column.name);
  const taken = lateral.hasEngineAlias(name);
  const isSame = lateral
    .relations()
    .some((relation) => isSameName(relation, name, alias === undefined ? parts.qualifiers : []));
  if (isSame) reject(`table name '${name}' specified more than once`, location, '42712');
  const engineAlias = taken ? printing.freshName(name) : name;
  const own = parts.isTable && given.length === 0;
  const inEngine = own ? names : engineNames(names);
  const columns = names.map((column, index): Column => {
    const { type, isLiteralInteger } = parts.columns[index] ?? { type: typeOfEngine(''), isLiteralInteger: false };
    const text = qualified(engineAlias, inEngine[index] ?? column);
    return { name: column, expr: { text, type, ...(isLiteralInteger ? { isLiteralInteger } : {}) } };
  });
  const list = own ? '' : `(${inEngine.map(quoteIdentifier).join(', ')})`;
  const needsAlias = alias !== undefined || engineAlias !== parts.name || !own;
  const text = needsAlias ? `${parts.text} AS ${quoteIdentifier(engineAlias)}${list}` : parts.text;
  const relation: Relation = {
    name,
    qualifiers: alias === undefined ? parts.qualifiers : [],
    engineAlias,
    columns,
  };
  return { text, columns, relations: [relation] };
}

/** Two tables of one name are told apart by their schemas, where neither has an alias. */
function isSameName(relation: Relation, name: string, qualifiers: readonly string[]): boolean {
  if (relation.name !== name) return false;
  if (relation.qualifiers.length === 0 || qualifiers.length === 0) return true;
  return relation.qualifiers.join('\0') === qualifiers.join('\0');
}

function printTable(printing: Printing, table: Fields, scope: Scope, lateral: Scope): FromItem {
  expectFields('a table', table, rangeVarFields);
  const location = locationOf(table);
  // ONLY and * mean nothing where no table has children.
  const written = [textOf(table, 'catalogname'), textOf(table, 'schemaname'), textOf(table, 'relname')];
  const alias = readAlias(fieldsOf(table, 'alias'));
  const schema = textOf(table, 'schemaname');
  const name = textOf(table, 'relname');
  if (schema === 'information_schema') {
    const parts = systemTable(name, textOf(table, 'catalogname'), location);
    return relationItem(printing, parts, alias ?? { name, columns: [] }, lateral, location);
  }
  // To DuckDB it would be the same schema, and then with the worker's own catalogs in it.
  if (schema.toLowerCase() === 'information_schema')
    refuse(`the schema '${schema}'`, location, 'write information_schema in lower case');
  const common = schema === '' ? scope.commonTable(name) : undefined;
  if (common !== undefined) {
    const text = quoteIdentifier(common.engineName);
    const columns = common.columns.map((column) => ({ isLiteralInteger: false, ...column }));
    const named = engineNames(columns.map((column) => column.name));
    const isTable = named.every((column, index) => column === columns[index]?.name);
    return relationItem(
      printing,
      { text, name: common.engineName, qualifiers: [], columns, isTable },
      alias ?? { name, columns: [] },
      lateral,
      location,
    );
  }
  const catalog = schema === '' || schema === 'pg_catalog' ? catalogTableText(name) : undefined;
  if (catalog !== undefined) {
    if (textOf(table, 'catalogname') !== '')
      refuse('pg_catalog within a catalog', location, `write pg_catalog.${name}`);
    const columns = catalog.columns.map(([column, type]) => ({
      name: column,
      type: typeNamed(type),
      isLiteralInteger: false,
    }));
    const parts = { text: catalog.text, name, qualifiers: ['pg_catalog'], columns, isTable: true };
    return relationItem(printing, parts, alias ?? { name, columns: [] }, lateral, location);
  }
  if (schema === 'pg_catalog') throw new Refusal(`relation 'pg_catalog.${name}' does not exist`, location, '42P01');
  const parts = nameParts(printing, written, location);
  const shape = printing.shapeOf(parts, location);
  const columns = shape.columns.map((column) => ({
    name: column.name,
    type: typeOfEngine(column.type),
    isLiteralInteger: false,
  }));
  const text = printing.tableName(parts);
  return relationItem(
    printing,
    { text, name, qualifiers: shape.qualifiers, columns, isTable: true },
    alias,
    lateral,
    location,
  );
}

function printSubselect(printing: Printing, item: Fields, scope: Scope, lateral: Scope): FromItem {
  expectFields('a subquery', item, subselectFields);
  const isLateral = flagOf(item, 'lateral');
  const outer = isLateral ? lateral : outerOf(scope);
  const query = settle(printing.query(openNode(item.subquery).fields, outer));
  const alias = readAlias(fieldsOf(item, 'alias'));
  const unnamed = alias === undefined ? { name: printing.freshName('subquery'), columns: [] } : alias;
  const text = `${isLateral ? 'LATERAL ' : ''}(${query.render()})`;
  const parts = { text, name: unnamed.name, qualifiers: [], columns: query.columns, isTable: false };
  return relationItem(printing, parts, unnamed, lateral, locationOf(item));
}

/** What a subquery of FROM sees: the outer queries' columns, and the WITH queries of its own query too. */
function outerOf(scope: Scope): Scope {
  const outer = new Scope(scope.parent);
  for (const [name, table] of scope.ctes) outer.ctes.set(name, table);
  return outer;
}

const joinKeywords: Readonly<Record<string, string>> = {
  JOIN_INNER: 'JOIN',
  JOIN_LEFT: 'LEFT JOIN',
  JOIN_RIGHT: 'RIGHT JOIN',
  JOIN_FULL: 'FULL JOIN',
};

function printJoin(printing: Printing, join: Fields, scope: Scope, lateral: Scope): FromItem {
  expectFields('a join', join, joinFields);
  const location = locationOf(join);
  const kind = textOf(join, 'jointype');
  const keyword = joinKeywords[kind];
  if (keyword === undefined) return refuse('this kind of join', location);
  if (join.join_using_alias !== undefined) refuse('an alias of USING', location);
  const left = printFromItem(printing, join.larg, scope, lateral);
  const seen = new Scope(lateral.parent);
  for (const [name, table] of lateral.ctes) seen.ctes.set(name, table);
  seen.items.push(...lateral.items, left);
  seen.clause = 'JOIN conditions';
  const right = printFromItem(printing, join.rarg, scope, seen);
  const joined = joinSides(printing, join, { left, right, keyword, kind }, lateral);
  if (join.alias === undefined) return joined;
  return refuse('an alias of a join', location, 'give its tables aliases, or make it a subquery');
}

interface Sides {
  readonly left: FromItem;
  readonly right: FromItem;
  readonly keyword: string;
  readonly kind: string;
}

function joinSides(printing: Printing, join: Fields, sides: Sides, lateral: Scope): FromItem {
  const { left, right, keyword } = sides;
  const using = flagOf(join, 'isNatural') ? sharedNames(left, right) : nameList(join, 'usingClause');
  const relations = [...left.relations, ...right.relations];
  if (using.length > 0) return joinUsing(printing, sides, using, locationOf(join));
  const columns = [...left.columns, ...right.columns];
  if (join.quals === undefined) {
    const word = sides.kind === 'JOIN_INNER' ? 'CROSS JOIN' : keyword;
    const on = word === 'CROSS JOIN' ? '' : ' ON true';
    return { text: `(${left.text} ${word} ${right.text}${on})`, columns, relations };
  }
  const own = new Scope(lateral.parent);
  for (const [name, table] of lateral.ctes) own.ctes.set(name, table);
  own.items.push({ text: '', columns, relations });
  own.clause = 'JOIN conditions';
  const condition = printCondition(printing, join.quals, own, 'JOIN/ON');
  return { text: `(${left.text} ${keyword} ${right.text} ON ${condition.text})`, columns, relations };
}

function sharedNames(left: FromItem, right: FromItem): readonly string[] {
  const names = new Set(right.columns.map(({ name }) => name));
  return left.columns.map(({ name }) => name).filter((name) => names.has(name));
}

/** USING and NATURAL: the columns of that name are compared, and make one. */
function joinUsing(
  printing: Printing,
  { left, right, keyword, kind }: Sides,
  using: readonly string[],
  location: number | undefined,
): FromItem {
  const tests: string[] = [];
  const merged = using.map((name): Column => {
    const [one, other] = [sideColumn(left, name, 'left', location), sideColumn(right, name, 'right', location)];
    tests.push(applyOperator(printing, '=', [one.expr, other.expr], location).text);
    return { name, expr: mergedColumn(printing, one.expr, other.expr, kind, location) };
  });
  const rest = [...left.columns, ...right.columns].filter(({ name }) => !using.includes(name));
  const text = `(${left.text} ${keyword} ${right.text} ON (${tests.join(' AND ')}))`;
  return { text, columns: [...merged, ...rest], relations: [...left.relations, ...right.relations] };
}

function mergedColumn(printing: Printing, left: Expr, right: Expr, kind: string, location: number | undefined): Expr {
  const [one = left, other = right] = sameHolding(unify(printing, [left, right], 'JOIN/USING', location));
  if (kind === 'JOIN_FULL') return expr(`coalesce(${one.text}, ${other.text})`, one.type);
  return kind === 'JOIN_RIGHT' ? other : one;
}

function sideColumn(item: FromItem, name: string, side: string, location: number | undefined): Column {
  const found = item.columns.filter((column) => column.name === name);
  const [only] = found;
  if (only === undefined)
    return reject(`column '${name}' specified in USING clause does not exist in ${side} table`, location, '42703');
  if (found.length > 1)
    return reject(`column name '${name}' appears more than once in ${side} table`, location, '42702');
  return only;
}

/** The condition of LIMIT and OFFSET, a count. */
export function printCount(printing: Printing, node: unknown, scope: Scope): string {
  return coerce(printing, printing.expression(node, scope), 'int8', 'i', locationOf(openNode(node).fields)).text;
}
