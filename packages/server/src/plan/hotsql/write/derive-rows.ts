/**
 * The rows of a statement that writes, as a SELECT: what stands in the table afterwards, each with
 * the place of the row that goes for it. Nothing else of the statement is executed, so it reads one
 * snapshot and never what it writes.
 */
import { parseStatements } from '../read/parser.ts';
import { refuse, reject } from '../read/refusal.ts';
import { type Fields, fieldsOf, listOf, openNode, textOf } from '../read/tree.ts';
import { parseOne } from './read-write.ts';

/** The column of a row's place; no caller's column is called so. */
export const placeColumn = '@place';

/** The catalog that stands for the target, whose table has the column of places. */
export const targetMark = '@target';

/** A column of the target, as values are made for it. */
export interface AssignedColumn {
  readonly name: string;
  /** DuckDB's spelling of how it is stored. */
  readonly type: string;
  /** HotSQL's name of the type, where `type` does not say it. */
  readonly sqlType?: string;
  readonly modifiers: readonly number[];
  readonly default: string | null;
  readonly generated: string | null;
  /** The next value, and the step to the one behind it. */
  readonly identity: {
    readonly isAlways: boolean;
    readonly next: number;
    readonly increment: number;
  } | null;
}

/** What is derived of a statement's text. */
export interface Derivation {
  readonly part: 'rows' | 'returning' | 'source';
  readonly schema: string;
  readonly table: string;
  readonly columns: readonly AssignedColumn[];
  /** Of an INSERT with ON CONFLICT: the key that rows are compared by. */
  readonly conflictKey?: readonly string[];
}

/** How many columns a query gives, where its select list does not say it. */
export type WidthOf = (select: Fields) => number;

/** The derived SELECT of a writing statement's text. Throws Refusal. */
export function deriveSelect(sql: string, asked: Derivation, widthOf: WidthOf): Fields {
  const { kind, fields } = parseOne(sql);
  if (asked.part === 'returning') return returning(kind, fields, asked);
  switch (kind) {
    case 'InsertStmt':
      return insertRows(fields, asked, widthOf);
    case 'UpdateStmt':
      return updateRows(fields, asked);
    case 'DeleteStmt':
      return deleteRows(fields, asked);
    case 'CreateTableAsStmt':
      return openNode(fields.query).fields;
    case 'SelectStmt': {
      const { intoClause: _, ...query } = fields;
      return query;
    }
    default:
      return refuse('this statement', undefined);
  }
}

// ---- nodes of the parser

const text = (sval: string) => ({ String: { sval } });
const column = (...names: string[]) => ({ ColumnRef: { fields: names.map(text) } });
const item = (val: unknown, name: string) => ({ ResTarget: { name, val } });
const nullNode = { A_Const: { isnull: true } };
const integer = (ival: number) => ({ A_Const: { ival: { ival } } });
const defaults = { limitOption: 'LIMIT_OPTION_DEFAULT', op: 'SETOP_NONE' };
const subquery = (select: Fields, alias: string, columns: readonly string[] = []) => ({
  RangeSubselect: {
    subquery: { SelectStmt: select },
    alias: { aliasname: alias, ...(columns.length > 0 && { colnames: columns.map(text) }) },
  },
});
const operation = (name: string, lexpr: unknown, rexpr: unknown) => ({
  A_Expr: { kind: 'AEXPR_OP', name: [text(name)], lexpr, rexpr },
});
const both = (args: readonly unknown[]) =>
  args.length === 1 ? args[0] : { BoolExpr: { boolop: 'AND_EXPR', args } };
const isNullTest = (arg: unknown) => ({ NullTest: { arg, nulltesttype: 'IS_NULL' } });

const assigned = (arg: unknown, of: AssignedColumn) => ({ QuernAssignment: { arg, column: of } });

/** The tree of an expression's text. */
export function parseExpression(sql: string): unknown {
  const [statement] = parseStatements(`SELECT ${sql}`);
  const [only] = listOf(openNode(statement?.stmt).fields, 'targetList');
  return withoutPlaces(openNode(only).fields.val);
}

/** Without the offsets of another text. */
function withoutPlaces(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(withoutPlaces);
  if (typeof node !== 'object' || node === null) return node;
  return Object.fromEntries(
    Object.entries(node).flatMap(([name, value]) =>
      name.endsWith('ocation') ? [] : [[name, withoutPlaces(value)]],
    ),
  );
}

const defaultOf = (of: AssignedColumn): unknown =>
  of.default === null ? nullNode : parseExpression(of.default);

const isDefault = (node: unknown) => openNode(node).kind === 'SetToDefault';

// ---- INSERT

/** The name of the rows that an INSERT brings, inside of the derived SELECT. */
const broughtAlias = '@brought';

function insertRows(fields: Fields, asked: Derivation, widthOf: WidthOf): Fields {
  const brought = broughtRows(fields, asked, widthOf);
  const rows = withGenerated(brought, asked, []);
  const conflict = fieldsOf(fields, 'onConflictClause');
  const select =
    conflict === undefined ? withPlace(rows, asked) : onConflict(fields, conflict, rows, asked);
  const withClause = fieldsOf(fields, 'withClause');
  return withClause === undefined ? select : { ...select, withClause };
}

/** The rows with a place that is null: none of them takes another's. */
function withPlace(rows: Fields, asked: Derivation): Fields {
  const targetList = [
    item({ TypeCast: { arg: nullNode, typeName: int8 } }, placeColumn),
    ...asked.columns.map(({ name }) => item(column(broughtAlias, name), name)),
  ];
  return { targetList, fromClause: [subquery(rows, broughtAlias)], ...defaults };
}

const int8 = { names: [text('pg_catalog'), text('int8')], typemod: -1 };

/** A SELECT of every column that is not generated, in the order of the table. */
function broughtRows(fields: Fields, asked: Derivation, widthOf: WidthOf): Fields {
  const written = listOf(fields, 'cols').map((node) => textOf(openNode(node).fields, 'name'));
  const source = fields.selectStmt === undefined ? null : openNode(fields.selectStmt).fields;
  const isOverriding = textOf(fields, 'override') === 'OVERRIDING_SYSTEM_VALUE';
  if (source === null) return selectOf(asked, new Map(), null);
  const values = source.valuesLists === undefined ? null : listOf(source, 'valuesLists');
  const width =
    values === null
      ? queryWidth(source, widthOf)
      : listOf(openNode(values[0]).fields, 'items').length;
  const names =
    written.length > 0 ? written : asked.columns.slice(0, width).map(({ name }) => name);
  if (width > names.length)
    reject('INSERT has more expressions than target columns', undefined, '42601');
  if (width < names.length)
    reject('INSERT has more target columns than expressions', undefined, '42601');
  const targets = names.map((name) => columnNamed(asked, name));
  const rows =
    values === null
      ? { query: assignedQuery(source, targets), omitted: new Set<string>() }
      : assignedValues(source, values, targets, isOverriding);
  for (const target of targets) {
    if (rows.omitted.has(target.name)) continue;
    if (target.generated !== null)
      reject(`cannot insert a non-DEFAULT value into column '${target.name}'`, undefined, '428C9');
    if (target.identity?.isAlways === true && !isOverriding)
      reject(`cannot insert a non-DEFAULT value into column '${target.name}'`, undefined, '428C9');
  }
  const brought = new Map(
    targets.flatMap(({ name }, index) =>
      rows.omitted.has(name) ? [] : [[name, column(broughtAlias, `c${index}`)] as const],
    ),
  );
  const from = subquery(
    rows.query,
    broughtAlias,
    targets.map((_, index) => `c${index}`),
  );
  return selectOf(asked, brought, from);
}

function columnNamed({ columns, table }: Derivation, name: string): AssignedColumn {
  const found = columns.find((one) => one.name === name);
  if (found !== undefined) return found;
  return reject(`column '${name}' of relation '${table}' does not exist`, undefined, '42703');
}

/** Each column from what is brought, or by its default. */
function selectOf(asked: Derivation, brought: ReadonlyMap<string, unknown>, from: unknown): Fields {
  const targetList = asked.columns
    .filter(({ generated }) => generated === null)
    .map((of) => {
      const value = brought.get(of.name);
      if (of.identity !== null) {
        const counted = nextIdentity(of.identity, value);
        const own = value === undefined ? counted : coalesce(value, counted);
        return item(assigned(own, of), of.name);
      }
      return item(value ?? assigned(defaultOf(of), of), of.name);
    });
  return { targetList, ...(from !== null && { fromClause: [from] }), ...defaults };
}

const coalesce = (...args: unknown[]) => ({ CoalesceExpr: { args } });

/** `next + (row_number() OVER () - 1) * increment` */
function nextIdentity(
  { next, increment }: NonNullable<AssignedColumn['identity']>,
  given: unknown,
): unknown {
  const counted = given === undefined ? {} : { partitionClause: [isNullTest(given)] };
  const rowNumber = {
    FuncCall: {
      funcname: [text('row_number')],
      over: { ...counted, frameOptions: 1058 },
      funcformat: 'COERCE_EXPLICIT_CALL',
    },
  };
  const steps = operation('-', rowNumber, integer(1));
  return operation('+', integer(next), operation('*', steps, integer(increment)));
}

/** VALUES whose cells are of the columns' types, with defaults in place of DEFAULT. */
function assignedValues(
  source: Fields,
  values: readonly unknown[],
  targets: readonly AssignedColumn[],
  isOverriding: boolean,
): { readonly query: Fields; readonly omitted: ReadonlySet<string> } {
  const rows = values.map((row) => listOf(openNode(row).fields, 'items'));
  if (rows.some((row) => row.length !== targets.length))
    reject('VALUES lists must all be the same length', undefined, '42601');
  const omitted = new Set(
    targets.flatMap(({ name, generated, identity }, index) => {
      const isAll = rows.every((row) => isDefault(row[index]));
      return isAll && (generated !== null || identity !== null) ? [name] : [];
    }),
  );
  const valuesLists = rows.map((row) => ({
    List: {
      items: row.map((cell, index) => {
        const of = targets[index] as AssignedColumn;
        if (isDefault(cell)) {
          const isMixed = of.identity?.isAlways === true && !isOverriding;
          if (!omitted.has(of.name) && (of.generated !== null || isMixed))
            reject(
              `cannot insert a non-DEFAULT value into column '${of.name}'`,
              undefined,
              '428C9',
            );
          return assigned(of.identity === null ? defaultOf(of) : nullNode, of);
        }
        if (of.identity !== null && openNode(cell).fields.isnull === true)
          reject(
            `null value in column '${of.name}' violates not-null constraint`,
            undefined,
            '23502',
          );
        return assigned(cell, of);
      }),
    },
  }));
  return { query: { ...source, valuesLists }, omitted };
}

/** The query, its columns of the types of the table's columns. */
function assignedQuery(source: Fields, targets: readonly AssignedColumn[]): Fields {
  const names = targets.map((_, index) => `c${index}`);
  const targetList = targets.map((of, index) =>
    item(assigned(column('@query', `c${index}`), of), `c${index}`),
  );
  // An untyped literal takes the type of the column, not text.
  const list = listOf(source, 'targetList');
  const isPlain = textOf(source, 'op') === 'SETOP_NONE' && source.distinctClause === undefined;
  const typed =
    isPlain && list.length === targets.length
      ? {
          ...source,
          targetList: list.map((node, index) => {
            const { fields } = openNode(node);
            const of = targets[index];
            const isLiteral = of !== undefined && isUntyped(fields.val);
            return isLiteral ? { ResTarget: { ...fields, val: assigned(fields.val, of) } } : node;
          }),
        }
      : source;
  return { targetList, fromClause: [subquery(typed, '@query', names)], ...defaults };
}

function isUntyped(node: unknown): boolean {
  const { kind, fields } = openNode(node);
  return kind === 'A_Const' && (fields.sval !== undefined || fields.isnull === true);
}

/** The number of columns of a query; `widthOf` is asked where a star stands in it. */
function queryWidth(source: Fields, widthOf: WidthOf): number {
  const left = fieldsOf(source, 'larg');
  if (left !== undefined) return queryWidth(left, widthOf);
  const values = listOf(source, 'valuesLists');
  if (values.length > 0) return listOf(openNode(values[0]).fields, 'items').length;
  const list = listOf(source, 'targetList');
  const hasStar = list.some((node) => JSON.stringify(node).includes('"A_Star"'));
  return hasStar ? widthOf(source) : list.length;
}

// ---- generated columns

/** The rows with their generated columns; `more` are columns that only pass. */
function withGenerated(rows: Fields, asked: Derivation, more: readonly string[]): Fields {
  if (asked.columns.every(({ generated }) => generated === null)) return rows;
  const targetList = [
    ...more.map((name) => item(column(asked.table, name), name)),
    ...asked.columns.map((of) =>
      item(
        of.generated === null
          ? column(asked.table, of.name)
          : assigned(parseExpression(of.generated), of),
        of.name,
      ),
    ),
  ];
  return { targetList, fromClause: [subquery(rows, asked.table)], ...defaults };
}

// ---- UPDATE and DELETE

const aliasOf = (fields: Fields, table: string) =>
  textOf(fieldsOf(fieldsOf(fields, 'relation') ?? {}, 'alias') ?? {}, 'aliasname') || table;

const targetRelation = ({ schema, table }: Derivation, alias: string) => ({
  RangeVar: {
    catalogname: targetMark,
    schemaname: schema,
    relname: table,
    inh: true,
    relpersistence: 'p',
    alias: { aliasname: alias },
  },
});

function updateRows(fields: Fields, asked: Derivation): Fields {
  const alias = aliasOf(fields, asked.table);
  const values = assignments(fields, asked);
  const targetList = [
    item(column(alias, placeColumn), placeColumn),
    ...asked.columns
      .filter(({ generated }) => generated === null)
      .map((of) => item(values.get(of.name) ?? column(alias, of.name), of.name)),
  ];
  const select = joined(fields, 'fromClause', { asked, alias, targetList });
  return withWith(fields, withGenerated(select, asked, [placeColumn]));
}

function deleteRows(fields: Fields, asked: Derivation): Fields {
  const alias = aliasOf(fields, asked.table);
  const targetList = [
    item(column(alias, placeColumn), placeColumn),
    ...(fieldsOf(fields, 'returningClause') === undefined
      ? []
      : asked.columns.map(({ name }) => item(column(alias, name), name))),
  ];
  return withWith(fields, joined(fields, 'usingClause', { asked, alias, targetList }));
}

const withWith = (fields: Fields, select: Fields): Fields => {
  const withClause = fieldsOf(fields, 'withClause');
  return withClause === undefined ? select : { ...select, withClause };
};

/** The target beside the other tables; a row of the target counts once. */
function joined(
  fields: Fields,
  others: 'fromClause' | 'usingClause',
  {
    asked,
    alias,
    targetList,
  }: {
    readonly asked: Derivation;
    readonly alias: string;
    readonly targetList: readonly unknown[];
  },
): Fields {
  const more = listOf(fields, others);
  const where = fields.whereClause;
  return {
    ...(more.length > 0 && { distinctClause: [column(alias, placeColumn)] }),
    targetList,
    fromClause: [targetRelation(asked, alias), ...more],
    ...(where !== undefined && { whereClause: where }),
    ...defaults,
  };
}

/** What SET gives, by the names of columns. */
function assignments(fields: Fields, asked: Derivation): ReadonlyMap<string, unknown> {
  const values = new Map<string, unknown>();
  for (const node of listOf(fields, 'targetList')) {
    const { fields: target } = openNode(node);
    if (target.indirection !== undefined)
      refuse('a part of a column as the target of SET', undefined, 'assign the whole column');
    const of = columnNamed(asked, textOf(target, 'name'));
    if (values.has(of.name))
      reject(`multiple assignments to same column '${of.name}'`, undefined, '42601');
    const value = singleValue(target.val);
    if (isDefault(value)) {
      if (of.identity !== null) refuse('SET of an identity column to DEFAULT', undefined);
      if (of.generated === null) values.set(of.name, assigned(defaultOf(of), of));
      continue;
    }
    if (of.generated !== null || of.identity?.isAlways === true)
      reject(`column '${of.name}' can only be updated to DEFAULT`, undefined, '428C9');
    values.set(of.name, assigned(value, of));
  }
  return values;
}

/** The value of one column of `(a, b) = (1, 2)` or `(a, b) = (SELECT ...)`. */
function singleValue(node: unknown): unknown {
  const { kind, fields } = openNode(node);
  if (kind !== 'MultiAssignRef') return node;
  const place = Number(fields.colno ?? 1) - 1;
  const count = Number(fields.ncolumns ?? 1);
  const { kind: sourceKind, fields: source } = openNode(fields.source);
  if (sourceKind === 'RowExpr') {
    const values = listOf(source, 'args');
    if (values.length !== count)
      reject('number of columns does not match number of values', undefined, '42601');
    return values[place];
  }
  if (sourceKind !== 'SubLink') return refuse('this source of several columns', undefined);
  const names = Array.from({ length: count }, (_, index) => `c${index}`);
  const only = { ...openNode(source.subselect).fields };
  const subselect = {
    SelectStmt: {
      targetList: [item(column('@row', `c${place}`), `c${place}`)],
      fromClause: [subquery(only, '@row', names)],
      ...defaults,
    },
  };
  return { SubLink: { subLinkType: 'EXPR_SUBLINK', subselect } };
}

// ---- ON CONFLICT

function onConflict(fields: Fields, conflict: Fields, rows: Fields, asked: Derivation): Fields {
  const alias = aliasOf(fields, asked.table);
  const key = asked.conflictKey ?? [];
  const isUpdate = textOf(conflict, 'action') === 'ONCONFLICT_UPDATE';
  const excluded = isUpdate ? 'excluded' : broughtAlias;
  const same = both(key.map((name) => operation('=', column(alias, name), column(excluded, name))));
  const place = column(alias, placeColumn);
  const fromClause = [
    {
      JoinExpr: {
        jointype: 'JOIN_LEFT',
        larg: subquery(rows, excluded),
        rarg: targetRelation(asked, alias),
        quals: same,
      },
    },
  ];
  if (!isUpdate) {
    const targetList = [
      item(place, placeColumn),
      ...asked.columns.map(({ name }) => item(column(excluded, name), name)),
    ];
    const select = { targetList, fromClause, whereClause: isNullTest(place), ...defaults };
    return firstOfKey(select, key, asked);
  }
  const values = assignments(conflict, asked);
  const targetList = [
    item(place, placeColumn),
    ...asked.columns
      .filter(({ generated }) => generated === null)
      .map(({ name }) =>
        item(whenNew(place, column(excluded, name), values.get(name) ?? column(alias, name)), name),
      ),
  ];
  const where = conflict.whereClause;
  const wanted =
    where === undefined
      ? undefined
      : { BoolExpr: { boolop: 'OR_EXPR', args: [isNullTest(place), where] } };
  const select = {
    targetList,
    fromClause,
    ...(wanted !== undefined && { whereClause: wanted }),
    ...defaults,
  };
  return withGenerated(select, asked, [placeColumn]);
}

const whenNew = (place: unknown, fresh: unknown, changed: unknown) => ({
  CaseExpr: {
    args: [{ CaseWhen: { expr: isNullTest(place), result: fresh } }],
    defresult: changed,
  },
});

/** Of rows with one key the first; rows with a null in the key meet no other. */
function firstOfKey(select: Fields, key: readonly string[], asked: Derivation): Fields {
  const numbered = '@numbered';
  const partition = {
    FuncCall: {
      funcname: [text('row_number')],
      over: { partitionClause: key.map((name) => column(numbered, name)), frameOptions: 1058 },
      funcformat: 'COERCE_EXPLICIT_CALL',
    },
  };
  const names = [placeColumn, ...asked.columns.map(({ name }) => name)];
  const counted = {
    targetList: [
      ...names.map((name) => item(column(numbered, name), name)),
      item(partition, '@number'),
    ],
    fromClause: [subquery(select, numbered)],
    ...defaults,
  };
  const free = key.map((name) => isNullTest(column(numbered, name)));
  const first = operation('=', column(numbered, '@number'), integer(1));
  return {
    targetList: names.map((name) => item(column(numbered, name), name)),
    fromClause: [subquery(counted, numbered)],
    whereClause: { BoolExpr: { boolop: 'OR_EXPR', args: [first, ...free] } },
    ...defaults,
  };
}

// ---- RETURNING

/** The list of RETURNING over the rows that were written, under the name of the target. */
function returning(kind: string, fields: Fields, asked: Derivation): Fields {
  const clause = fieldsOf(fields, 'returningClause') ?? {};
  if (clause.options !== undefined) refuse('RETURNING WITH', undefined, 'write old and new');
  const alias = aliasOf(fields, asked.table);
  const list = listOf(clause, 'exprs');
  if (kind === 'MergeStmt') refuse('RETURNING of MERGE', undefined);
  return {
    targetList: list,
    fromClause: [targetRelation(asked, alias)],
    ...defaults,
  };
}
