/** The rows of INSERT. */
import { type AssignedColumn, type Derivation, placeColumn } from '../../statements/derivation.ts';
import { reject } from '../read/refusal.ts';
import { type Fields, fieldsOf, listOf, openNode, textOf } from '../read/tree.ts';
import { broughtAlias, onConflict } from './derive-conflict.ts';
import { withGenerated } from './derive-generated.ts';
import { columnNamed } from './derive-target.ts';
import {
  assigned,
  column,
  defaultOf,
  defaults,
  integer,
  isDefault,
  isNullTest,
  item,
  nullNode,
  operation,
  subquery,
  text,
} from './nodes.ts';
import { writtenWidth } from './written-width.ts';

/** How many columns a query gives, where its select list does not say it. */
export type WidthOf = (select: Fields) => number;

export function insertRows(fields: Fields, asked: Derivation, widthOf: WidthOf): Fields {
  const brought = broughtRows(fields, asked, widthOf);
  const rows = withGenerated(brought, asked, []);
  const key = asked.conflictKey ?? [];
  const conflict = key.length > 0 ? fieldsOf(fields, 'onConflictClause') : undefined;
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
  if (source === null) return selectOf(asked, { columns: new Map(), isOfValues: true }, null);
  const values = source.valuesLists === undefined ? null : listOf(source, 'valuesLists');
  const width = writtenWidth(source) ?? widthOf(source);
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
  return selectOf(asked, { columns: brought, isOfValues: values !== null }, from);
}

/** Each column from what is brought, or by its default. */
function selectOf(
  asked: Derivation,
  {
    columns: brought,
    isOfValues,
  }: { readonly columns: ReadonlyMap<string, unknown>; readonly isOfValues: boolean },
  from: unknown,
): Fields {
  const targetList = asked.columns
    .filter(({ generated }) => generated === null)
    .map((of) => {
      const value = brought.get(of.name);
      if (of.identity !== null) {
        const counted = nextIdentity(of.identity, value);
        // A null of a query is a null, and refused.
        const isQuery = value !== undefined && !isOfValues;
        const own = value === undefined ? counted : isQuery ? value : coalesce(value, counted);
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
