import { quoteIdentifier } from '../../../kernel/quoting.ts';
import { type Alias, readAlias } from '../read/alias.ts';
import { refuse, reject } from '../read/refusal.ts';
import {
  anyWithin,
  expectFields,
  type Fields,
  fieldSet,
  fieldsOf,
  flagOf,
  isConjunction,
  listOf,
  locationOf,
  nameList,
  openNode,
  textOf,
} from '../read/tree.ts';
import { type Expr, expr } from '../resolve/expr.ts';
import {
  type Column,
  type FromItem,
  type Namespace,
  qualified,
  type Relation,
} from '../resolve/namespace.ts';
import { boolType } from '../resolve/type.ts';
import { applyOperator } from './apply-operator.ts';
import { unify } from './coerce.ts';
import { sameHolding } from './holding.ts';
import { noteChain, plannedApart } from './long-joins.ts';
import { rowsOf } from './long-list.ts';
import { findColumn } from './print-column.ts';
import { printTest } from './print-condition.ts';
import { canRaise, isChanging } from './printed-facts.ts';
import type { Printing } from './printing.ts';
import { expectFreshName, renamed } from './relation-item.ts';

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

const joinKeywords: Readonly<Record<string, string>> = {
  JOIN_INNER: 'JOIN',
  JOIN_LEFT: 'LEFT JOIN',
  JOIN_RIGHT: 'RIGHT JOIN',
  JOIN_FULL: 'FULL JOIN',
};

type PrintSide = (side: unknown, seen: Namespace) => FromItem;

/**
 * A join; `printSide` prints an item of FROM with `lateral` in scope and, on the right, the left
 * side.
 */
export function printJoin(
  printing: Printing,
  join: Fields,
  lateral: Namespace,
  printSide: PrintSide,
): FromItem {
  expectFields('a join', join, joinFields);
  const location = locationOf(join);
  const kind = textOf(join, 'jointype');
  const keyword = joinKeywords[kind];
  if (keyword === undefined) return refuse('this kind of join', location);
  // An alias of the join hides the inner names, which may then equal outer names.
  const around = join.alias === undefined ? lateral : hidden(lateral);
  noteChain(join);
  const left = plannedApart(printing, join, printSide(join.larg, around));
  const right = printSide(join.rarg, seeing(around, [...around.items, left]));
  const joined = joinSides(printing, join, { left, right, keyword, kind }, lateral);
  const alias = readAlias(fieldsOf(join, 'alias'));
  return alias === undefined ? joined : underAlias(joined, alias, lateral, location);
}

/** Like `lateral`, with its relations unnamed. */
function hidden(lateral: Namespace): Namespace {
  return seeing(
    lateral,
    lateral.items.map((item) => ({ ...item, relations: [] })),
  );
}

/** Like `lateral`, with other items of FROM. */
function seeing(lateral: Namespace, items: readonly FromItem[]): Namespace {
  const seen = lateral.withoutItems();
  seen.items.push(...items);
  seen.clause = 'JOIN conditions';
  return seen;
}

/** `(a JOIN b ...) AS j`: a single relation, which hides the joined relations. */
function underAlias(
  joined: FromItem,
  alias: Alias,
  lateral: Namespace,
  location: number | undefined,
): FromItem {
  expectFreshName(lateral, alias.name, [], location);
  const names = renamed(joined.columns, alias.columns, alias.name, location);
  const columns = joined.columns.map((column, index) => ({
    ...column,
    name: names[index] ?? column.name,
  }));
  const relation: Relation = {
    name: alias.name,
    qualifiers: [],
    columns,
    presence: joined.presence,
  };
  return { ...joined, columns, relations: [relation] };
}

interface Sides {
  readonly left: FromItem;
  readonly right: FromItem;
  readonly keyword: string;
  readonly kind: string;
}

/** Two sides as one item; `keyword` is printed between the sides, `on` after both. */
function joinedItem(
  { left, right, kind }: Sides,
  columns: readonly Column[],
  keyword: string,
  on: string,
): FromItem {
  const nullable = ({ relations }: FromItem, ...kinds: readonly string[]) =>
    kinds.includes(kind)
      ? relations.map((relation) => ({ ...relation, isNullable: true }))
      : relations;
  const presences = () => {
    if (kind === 'JOIN_FULL') return `coalesce(${left.presence()}, ${right.presence()})`;
    return kind === 'JOIN_RIGHT' ? right.presence() : left.presence();
  };
  return {
    columns,
    relations: [
      ...nullable(left, 'JOIN_RIGHT', 'JOIN_FULL'),
      ...nullable(right, 'JOIN_LEFT', 'JOIN_FULL'),
    ],
    engineAliases: [...left.engineAliases, ...right.engineAliases],
    presence: presences,
    render: () => `(${left.render()} ${keyword} ${right.render()}${on})`,
  };
}

function joinSides(printing: Printing, join: Fields, plain: Sides, lateral: Namespace): FromItem {
  const { sides, lookUp } = withLookUps(printing, plain, lateral);
  const { left, right, keyword } = sides;
  const using = flagOf(join, 'isNatural')
    ? sharedNames(left, right)
    : nameList(join, 'usingClause');
  if (using.length > 0) return joinUsing(printing, join, sides, using, lateral);
  const columns = [...left.columns, ...right.columns];
  if (join.quals === undefined) {
    const isCross = sides.kind === 'JOIN_INNER';
    return joinedItem(sides, columns, isCross ? 'CROSS JOIN' : keyword, isCross ? '' : ' ON true');
  }
  const own = seeing(lateral, [
    { ...left, columns, relations: [...left.relations, ...right.relations] },
  ]);
  own.lookUp = lookUp;
  const { printed: condition, outer } = own.outerReads(() =>
    printTest(printing, join.quals, own, 'JOIN/ON'),
  );
  if (sides.kind === 'JOIN_LEFT' && right.onlyRows !== undefined) {
    // DuckDB allows only comparisons of the two sides there.
    const { onlyRows } = right;
    return joinedItem(
      { ...sides, right: { ...right, render: () => onlyRows(condition.text) } },
      columns,
      keyword,
      ' ON true',
    );
  }
  if ((sides.kind === 'JOIN_LEFT' || sides.kind === 'JOIN_RIGHT') && outer.length > 0) {
    const { beside, text } = besideKept(printing, condition.text, outer);
    const [kept, other] = sides.kind === 'JOIN_LEFT' ? [left, right] : [right, left];
    const render = () =>
      `((${kept.render()} CROSS JOIN ${beside}) LEFT JOIN ${other.render()} ON ${text})`;
    return { ...joinedItem(sides, columns, keyword, ''), render };
  }
  if (sides.kind === 'JOIN_FULL') expectEquality(printing, join.quals, sides, lateral);
  return joinedItem(sides, columns, keyword, ` ON ${condition.text}`);
}

/**
 * Long lists of constants in a join's condition, where subqueries are not allowed. Each list is
 * joined to the operand's side, as rows of which at most one equals the operand.
 */
function withLookUps(printing: Printing, { left, right, ...kind }: Sides, lateral: Namespace) {
  const joins: [string[], string[]] = [[], []];
  const lookUp: Namespace['lookUp'] = (node, list) => {
    const columns = columnsIn(node);
    const read = columns.map((ColumnRef) =>
      sidesRead(printing, { ColumnRef }, [left, right], lateral),
    );
    const at = [0, 1].find((side) => read.length > 0 && read.every((sides) => sides[side]));
    // An operand that reads earlier items, or may raise for other rows, is not moved.
    const isLateral = at === 1 && right.onlyRows !== undefined;
    if (at === undefined || isLateral || hasSubquery(node)) return undefined;
    if (canRaise(list.operand) || isChanging(list.operand)) return undefined;
    const alias = quoteIdentifier(printing.freshName('list'));
    joins[at === 0 ? 0 : 1].push(
      ` LEFT JOIN (SELECT DISTINCT "value" FROM (${rowsOf([list])}) AS "rows"("value") WHERE "value" IS NOT NULL) AS ${alias} ON ${list.operand} = ${alias}."value"`,
    );
    const otherwise = list.hasNulls ? '' : ` WHEN ${list.operand} IS NOT NULL THEN false`;
    return expr(`(CASE WHEN ${alias}."value" IS NOT NULL THEN true${otherwise} END)`, boolType);
  };
  const looking = (side: FromItem, joined: readonly string[]): FromItem => ({
    ...side,
    render: () => (joined.length === 0 ? side.render() : `(${side.render()}${joined.join('')})`),
  });
  return {
    lookUp,
    sides: { ...kind, left: looking(left, joins[0]), right: looking(right, joins[1]) },
  };
}

/** For each side, true if the expression reads its columns. */
function sidesRead(
  printing: Printing,
  node: unknown,
  items: readonly FromItem[],
  lateral: Namespace,
): readonly boolean[] {
  return items.map((item) => {
    const side = seeing(lateral, [item]);
    for (const column of columnsIn(node)) findColumn(printing, column, side);
    return side.reads > 0;
  });
}

const hasSubquery = (node: unknown) => anyWithin({ node }, (fields) => 'SubLink' in fields);

/**
 * DuckDB allows no columns of an outer query in the condition of an outer join. They become columns
 * of the side whose rows are preserved.
 */
function besideKept(printing: Printing, condition: string, outer: readonly string[]) {
  const alias = printing.freshName('outer');
  const columns = outer.map((text, index) => `${text} AS "o${index + 1}"`).join(', ');
  const text = outer.reduce(
    (made, column, index) => made.replaceAll(column, qualified(alias, `o${index + 1}`)),
    condition,
  );
  return { beside: `(SELECT ${columns}) AS ${quoteIdentifier(alias)}`, text };
}

function sharedNames(left: FromItem, right: FromItem): readonly string[] {
  const names = new Set(right.columns.map(({ name }) => name));
  return left.columns.map(({ name }) => name).filter((name) => names.has(name));
}

/**
 * PostgreSQL runs a full join by merging or hashing, so one condition must be an equality of both
 * sides.
 */
function expectEquality(
  printing: Printing,
  condition: unknown,
  { left, right }: Sides,
  lateral: Namespace,
): void {
  const reads = (node: unknown) => sidesRead(printing, node, [left, right], lateral);
  const conjuncts = conjunctsOf(condition);
  if (conjuncts.every((conjunct) => reads(conjunct).every((isRead) => !isRead))) return;
  const isEquality = (node: unknown) => {
    const { kind, fields } = openNode(node);
    if (
      kind !== 'A_Expr' ||
      textOf(fields, 'kind') !== 'AEXPR_OP' ||
      nameList(fields, 'name').at(-1) !== '='
    )
      return false;
    const [one, other] = [reads(fields.lexpr), reads(fields.rexpr)].map(String);
    return (
      (one === 'true,false' && other === 'false,true') ||
      (one === 'false,true' && other === 'true,false')
    );
  };
  if (conjuncts.some(isEquality)) return;
  reject(
    'FULL JOIN is only supported with merge-joinable or hash-joinable join conditions',
    locationOf(openNode(condition).fields),
    '0A000',
  );
}

function columnsIn(node: unknown): readonly Fields[] {
  if (typeof node !== 'object' || node === null) return [];
  return Object.entries(node).flatMap(([kind, inner]) =>
    kind === 'ColumnRef' ? [inner as Fields] : columnsIn(inner),
  );
}

function conjunctsOf(condition: unknown): readonly unknown[] {
  return isConjunction(condition)
    ? listOf(openNode(condition).fields, 'args').flatMap(conjunctsOf)
    : [condition];
}

/**
 * USING and NATURAL: each pair of columns is compared and merged; an alias of USING has only the
 * merged columns.
 */
function joinUsing(
  printing: Printing,
  join: Fields,
  sides: Sides,
  using: readonly string[],
  lateral: Namespace,
): FromItem {
  const { left, right, keyword, kind } = sides;
  const location = locationOf(join);
  const again = using.find((name, index) => using.indexOf(name) < index);
  if (again !== undefined)
    reject(`column name '${again}' appears more than once in USING clause`, location, '42701');
  const tests: string[] = [];
  const merged = using.map((name): Column => {
    const [one, other] = [
      sideColumn(left, name, 'left', location),
      sideColumn(right, name, 'right', location),
    ];
    tests.push(applyOperator(printing, '=', [one.expr, other.expr], location).text);
    return { name, expr: mergedColumn(printing, one.expr, other.expr, kind, location) };
  });
  const rest = [...left.columns, ...right.columns].filter(({ name }) => !using.includes(name));
  const item = joinedItem(sides, [...merged, ...rest], keyword, ` ON (${tests.join(' AND ')})`);
  const alias = readAlias(fieldsOf(join, 'join_using_alias'));
  if (alias === undefined) return item;
  expectFreshName(seeing(lateral, [...lateral.items, item]), alias.name, [], location);
  const relation: Relation = {
    name: alias.name,
    qualifiers: [],
    columns: merged,
    presence: item.presence,
  };
  return { ...item, relations: [...item.relations, relation] };
}

function mergedColumn(
  printing: Printing,
  left: Expr,
  right: Expr,
  kind: string,
  location: number | undefined,
): Expr {
  const [one = left, other = right] = sameHolding(
    printing,
    unify(printing, [left, right], 'JOIN/USING', location),
  );
  if (kind === 'JOIN_FULL') return expr(`coalesce(${one.text}, ${other.text})`, one.type);
  return kind === 'JOIN_RIGHT' ? other : one;
}

function sideColumn(
  item: FromItem,
  name: string,
  side: string,
  location: number | undefined,
): Column {
  const found = item.columns.filter((column) => column.name === name);
  const [only] = found;
  if (only === undefined)
    return reject(
      `column '${name}' specified in USING clause does not exist in ${side} table`,
      location,
      '42703',
    );
  if (found.length > 1)
    return reject(
      `column name '${name}' appears more than once in ${side} table`,
      location,
      '42702',
    );
  return only;
}
