/**
 * Finds the columns of a query without nulls, as far as the text and the declared columns prove it.
 * Errors go in one direction only: a column without proof may contain null.
 */
import type { TableShape } from '../../types.ts';
import { readAlias } from '../read/alias.ts';
import { outputName } from '../read/output-name.ts';
import {
  anyWithin,
  type Fields,
  fieldsOf,
  flagOf,
  listOf,
  locationOf,
  nameList,
  openNode,
  stringValue,
  textOf,
} from '../read/tree.ts';
import { isNullFree, type ReadColumn } from './null-free-value.ts';

/** The table bound to a written name, if there is one. */
export type FindTable = (
  written: readonly string[],
  location: number | undefined,
) => Pick<TableShape, 'columns'> | undefined;

interface Column {
  readonly name: string;
  readonly isNullFree: boolean;
}

/** `columns` is undefined for a relation that is not examined. */
interface Relation {
  readonly name: string;
  readonly columns: readonly Column[] | undefined;
}

interface Surroundings {
  readonly findTable: FindTable;
  /** Keyed by name in lower case. */
  readonly common: ReadonlyMap<string, readonly Column[] | undefined>;
  readonly depth: number;
}

/** A chain of set operations or joins is as deep as it is long. Longer chains prove nothing. */
const maxDepth = 100;

/** Longer lists of VALUES are not examined. */
const maxRows = 1000;

/** Indexes of the columns without nulls, for a query of `width` columns. */
export function nullFreeColumns(
  select: Fields,
  width: number,
  findTable: FindTable,
): readonly number[] {
  const columns = queryColumns(select, { findTable, common: new Map(), depth: 0 });
  if (columns?.length !== width) return [];
  return columns.flatMap((column, index) => (column.isNullFree ? [index] : []));
}

function queryColumns(select: Fields, outer: Surroundings): readonly Column[] | undefined {
  if (outer.depth > maxDepth) return undefined;
  const scope = withCommon(select, { ...outer, depth: outer.depth + 1 });
  const left = fieldsOf(select, 'larg');
  const right = fieldsOf(select, 'rarg');
  if (left && right) return bothColumns(queryColumns(left, scope), queryColumns(right, scope));
  const values = listOf(select, 'valuesLists').map((row) => listOf(openNode(row).fields, 'items'));
  return values.length > 0 ? valuesColumns(values) : selectColumns(select, scope);
}

function bothColumns(
  left: readonly Column[] | undefined,
  right: readonly Column[] | undefined,
): readonly Column[] | undefined {
  if (left === undefined || left.length !== right?.length) return undefined;
  return left.map(({ name, isNullFree }, index) => ({
    name,
    isNullFree: isNullFree && right[index]?.isNullFree === true,
  }));
}

const readsNothing: ReadColumn = () => false;

function valuesColumns(rows: readonly (readonly unknown[])[]): readonly Column[] {
  return (rows[0] ?? []).map((_cell, index) => ({
    name: `column${index + 1}`,
    isNullFree: rows.length <= maxRows && rows.every((row) => isNullFree(row[index], readsNothing)),
  }));
}

function withCommon(select: Fields, outer: Surroundings): Surroundings {
  const clause = fieldsOf(select, 'withClause');
  if (clause === undefined) return outer;
  const common = new Map(outer.common);
  for (const item of listOf(clause, 'ctes')) {
    const { fields } = openNode(item);
    // A recursive query reads its own rows, so nothing is proved.
    const columns = flagOf(clause, 'recursive')
      ? undefined
      : queryColumns(openNode(fields.ctequery).fields, { ...outer, common });
    common.set(
      textOf(fields, 'ctename').toLowerCase(),
      renamed(columns, nameList(fields, 'aliascolnames')),
    );
  }
  return { ...outer, common };
}

const renamed = (columns: readonly Column[] | undefined, names: readonly string[]) =>
  columns?.map((column, index) => ({ ...column, name: names[index] ?? column.name }));

function selectColumns(select: Fields, scope: Surroundings): readonly Column[] | undefined {
  const from = listOf(select, 'fromClause').flatMap((item) => fromRelations(item, scope));
  // A row of a grouping set has null in each column outside the set.
  const hasSets = listOf(select, 'groupClause').some((key) => openNode(key).kind === 'GroupingSet');
  const relations = hasSets ? from.map((relation) => withNulls(relation)) : from;
  const read: ReadColumn = (names) => isReadNullFree(names, relations);
  const items = listOf(select, 'targetList').map((target) => {
    const { fields } = openNode(target);
    const star = starOf(fields.val);
    if (star === 'row') return undefined;
    if (star !== undefined) return starColumns(star, relations, select);
    const value = openNode(fields.val);
    const name = textOf(fields, 'name') || outputName(fields.val);
    const isProved = hasSets ? isCount(value) : isNullFree(fields.val, read);
    return [{ name, isNullFree: isProved }];
  });
  return items.every((item) => item !== undefined) ? items.flat() : undefined;
}

const isCount = ({ kind, fields }: { readonly kind: string; readonly fields: Fields }) =>
  kind === 'FuncCall' && nameList(fields, 'funcname').join('.') === 'count';

/** The names before the star of `*` and `t.*`; `row` for `(value).*`. */
function starOf(value: unknown): readonly string[] | 'row' | undefined {
  const { kind, fields } = openNode(value);
  const last = listOf(fields, kind === 'ColumnRef' ? 'fields' : 'indirection').at(-1);
  if (last === undefined || openNode(last).kind !== 'A_Star') return undefined;
  if (kind !== 'ColumnRef') return 'row';
  return listOf(fields, 'fields')
    .slice(0, -1)
    .map((part) => stringValue(part) ?? '');
}

function starColumns(
  names: readonly string[],
  relations: readonly Relation[],
  select: Fields,
): readonly Column[] | undefined {
  if (names.length > 0) return relationNamed(names, relations)?.columns;
  // A join by names merges two columns into one.
  const isMerged = listOf(select, 'fromClause').some((item) =>
    anyWithin(item as Fields, (node) => node.usingClause !== undefined || node.isNatural === true),
  );
  if (isMerged || relations.some(({ columns }) => columns === undefined)) return undefined;
  return relations.flatMap(({ columns }) => columns ?? []);
}

const isSame = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();

/** The only relation of the name; undefined if several match, compared without case. */
function relationNamed(
  names: readonly string[],
  relations: readonly Relation[],
): Relation | undefined {
  const found = relations.filter(({ name }) => isSame(name, names.at(-1) ?? ''));
  return found.length === 1 ? found[0] : undefined;
}

function isReadNullFree(names: readonly string[], relations: readonly Relation[]): boolean {
  const name = names.at(-1) ?? '';
  const before = names.slice(0, -1);
  const named = before.length > 0 ? relationNamed(before, relations) : undefined;
  const among = before.length > 0 ? (named === undefined ? [] : [named]) : relations;
  // A relation with unknown columns may have a column of the name.
  if (among.some(({ columns }) => columns === undefined)) return false;
  const found = among.flatMap(
    ({ columns = [] }) => columnsByName(columns).get(name.toLowerCase()) ?? [],
  );
  return found.length === 1 && found[0]?.isNullFree === true;
}

const indexes = new WeakMap<readonly Column[], ReadonlyMap<string, readonly Column[]>>();

/** Indexed once: a query may name each of thousands of columns. */
function columnsByName(columns: readonly Column[]): ReadonlyMap<string, readonly Column[]> {
  const known = indexes.get(columns);
  if (known !== undefined) return known;
  const index = new Map<string, Column[]>();
  for (const column of columns) {
    const alike = index.get(column.name.toLowerCase());
    if (alike === undefined) index.set(column.name.toLowerCase(), [column]);
    else alike.push(column);
  }
  indexes.set(columns, index);
  return index;
}

const withNulls = ({ name, columns }: Relation): Relation => ({
  name,
  columns: columns?.map((column) => ({ ...column, isNullFree: false })),
});

function fromRelations(item: unknown, outer: Surroundings): readonly Relation[] {
  const { kind, fields } = openNode(item);
  const scope = { ...outer, depth: outer.depth + 1 };
  if (scope.depth > maxDepth) return [{ name: '', columns: undefined }];
  if (kind === 'JoinExpr') return joinRelations(fields, scope);
  const alias = readAlias(fieldsOf(fields, 'alias'));
  const name = alias?.name ?? textOf(fields, 'relname');
  const columns =
    kind === 'RangeVar'
      ? tableColumns(fields, scope)
      : kind === 'RangeSubselect'
        ? queryColumns(openNode(fields.subquery).fields, scope)
        : undefined;
  return [{ name, columns: renamed(columns, alias?.columns ?? []) }];
}

function joinRelations(join: Fields, scope: Surroundings): readonly Relation[] {
  const alias = readAlias(fieldsOf(join, 'alias'));
  if (alias !== undefined) return [{ name: alias.name, columns: undefined }];
  const kind = textOf(join, 'jointype');
  const side = (node: unknown, ...outer: readonly string[]) => {
    const relations = fromRelations(node, scope);
    return outer.includes(kind) ? relations.map(withNulls) : relations;
  };
  return [
    ...side(join.larg, 'JOIN_RIGHT', 'JOIN_FULL'),
    ...side(join.rarg, 'JOIN_LEFT', 'JOIN_FULL'),
  ];
}

function tableColumns(table: Fields, scope: Surroundings): readonly Column[] | undefined {
  const written = ['catalogname', 'schemaname', 'relname'].map((part) => textOf(table, part));
  const [, schema = '', name = ''] = written;
  if (schema === '' && scope.common.has(name.toLowerCase()))
    return scope.common.get(name.toLowerCase());
  return scope.findTable(written, locationOf(table))?.columns.map((column) => ({
    name: column.name,
    isNullFree: column.notNull === true && isPlainType(column),
  }));
}

const plainTypes =
  /^(?:BOOLEAN|(?:TINY|SMALL|BIG|HUGE|U\w*)?INT(?:EGER)?|FLOAT|DOUBLE|DECIMAL\(\d+,\s?\d+\)|VARCHAR|DATE|TIME|TIMESTAMP(?: WITH TIME ZONE)?|UUID)$/;

/** Types of a source whose values are stored as unchanged text. */
const plainSqlTypes = new Set(['varchar', 'bpchar', 'char', 'numeric']);

/** JSON has a null of its own, and the insides of lists and rows are not examined. */
const isPlainType = ({ type, sqlType }: TableShape['columns'][number]) =>
  plainTypes.test(type) && (sqlType === undefined || plainSqlTypes.has(sqlType));
