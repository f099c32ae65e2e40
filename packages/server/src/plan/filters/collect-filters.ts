import { foldName } from '../duckdb/read-tree.ts';
import { type Fields, isFields } from '../fields.ts';
import type { Filter } from './filter.ts';
import { type Condition, type Qualifier, readCondition } from './read-condition.ts';

/** A condition on the way down to the tables of the FROM. */
interface Given {
  readonly condition: Condition;
  /**
   * The condition follows an outer join that may replace the table's rows by nulls. Then only tests
   * that are never true for a null may filter the table: without the filtered rows an outer row may
   * get nulls in their place, and nulls fail the test like the filtered rows.
   */
  readonly afterNulls: boolean;
}

/** A text's names for a table of the FROM. */
interface NamedTable {
  readonly names: Qualifier;
  readonly isAlias: boolean;
  /** True if an unqualified column may belong to the table. */
  readonly takesBareNames: boolean;
}

/**
 * Tests are tried on every file, in the process that answers requests: 200 tests on 1,000 files
 * take 5 ms. Tests beyond the limit are ignored, counted once for each table, and so are items of
 * IN lists.
 */
const maxTests = 200;
const maxListed = 5000;
/** Joins nested deeper are read unfiltered. */
const maxDepth = 500;

/**
 * Collects filters on each table of a SELECT's FROM from WHERE and join conditions. A filter is
 * collected only if failing rows cannot change the result: every row of the result meets the
 * condition, whatever follows. Samples, positional and ASOF joins depend on all rows. The inner
 * sides of SEMI and ANTI joins, subqueries and CTEs are skipped (each has a SELECT of its own).
 */
export class FilterCollector {
  /** Keyed by the tree's node of the table reference. */
  readonly #filters = new Map<unknown, Filter>();
  #tests = 0;
  #listed = 0;

  /** Called for every SELECT of the tree. */
  readSelect(select: Fields): void {
    if (isFields(select.sample)) return;
    const where = readCondition(select.where_clause);
    const hasMergedColumns = mergesColumns(select.from_table, 0);
    this.#readTable(
      select.from_table,
      where ? [{ condition: where, afterNulls: false }] : [],
      hasMergedColumns,
      0,
    );
  }

  /** The filter of a table reference; undefined if all rows are needed. */
  filterOf(reference: Fields): Filter | undefined {
    return this.#filters.get(reference);
  }

  #readTable(
    table: unknown,
    given: readonly Given[],
    hasMergedColumns: boolean,
    depth: number,
  ): void {
    if (!isFields(table) || isFields(table.sample) || depth > maxDepth) return;
    if (table.type === 'JOIN') {
      const [left, right] = this.#sides(table, given);
      this.#readTable(table.left, left, hasMergedColumns, depth + 1);
      this.#readTable(table.right, right, hasMergedColumns, depth + 1);
    }
    if (table.type !== 'BASE_TABLE' || given.length === 0) return;
    // Under `t AS x(a, b)` the columns have other names.
    if (Array.isArray(table.column_name_alias) && table.column_name_alias.length > 0) return;
    const named = { ...namesOf(table), takesBareNames: !hasMergedColumns };
    const parts = given.flatMap(({ condition, afterNulls }) => {
      const filter = this.#narrow(condition, { ...named, afterNulls });
      return filter === undefined ? [] : [filter];
    });
    const [only] = parts;
    if (only !== undefined)
      this.#filters.set(table, parts.length === 1 ? only : { kind: 'and', parts });
  }

  /** The conditions passed down to both sides of a join. */
  #sides(join: Fields, given: readonly Given[]): readonly [readonly Given[], readonly Given[]] {
    const isPlain = ['REGULAR', 'CROSS', 'NATURAL', 'DEPENDENT'].includes(String(join.ref_type));
    if (!isPlain) return [[], []];
    const condition = readCondition(join.condition);
    const on: Given[] = condition === undefined ? [] : [{ condition, afterNulls: false }];
    const afterNulls = given.map((item) => ({ ...item, afterNulls: true }));
    switch (join.join_type) {
      case 'INNER':
        return [
          [...given, ...on],
          [...given, ...on],
        ];
      case 'LEFT':
        return [given, [...afterNulls, ...on]];
      case 'RIGHT':
        return [[...afterNulls, ...on], given];
      case 'FULL':
        return [afterNulls, afterNulls];
      case 'SEMI':
      case 'ANTI':
        return [given, []];
      default:
        return [[], []];
    }
  }

  /** The part of a condition about one table. */
  #narrow(
    condition: Condition,
    table: NamedTable & { readonly afterNulls: boolean },
  ): Filter | undefined {
    if (condition.kind === 'test') {
      const { qualifier, test } = condition;
      const within = outside(qualifier, table);
      if (within === undefined || (table.afterNulls && test.kind === 'null')) return undefined;
      this.#tests += 1;
      this.#listed += test.kind === 'in' ? test.constants.length : 0;
      if (this.#tests > maxTests || this.#listed > maxListed) return undefined;
      return within.length === 0 ? test : { ...test, within };
    }
    const parts = condition.parts.map((part) => this.#narrow(part, table));
    const known = parts.filter((part) => part !== undefined);
    if (condition.kind === 'or')
      return known.length === parts.length ? { kind: 'or', parts: known } : undefined;
    return known.length > 1 ? { kind: 'and', parts: known } : known[0];
  }
}

/**
 * Valid qualifiers of the table's columns: an alias, which hides the table's names, or else the
 * names as written.
 */
function namesOf(table: Fields): Pick<NamedTable, 'names' | 'isAlias'> {
  const written = table.alias
    ? [table.alias]
    : [table.catalog_name, table.schema_name, table.table_name];
  const names = written
    .filter((name) => typeof name === 'string' && name !== '')
    .map((name) => foldName(String(name)));
  return { names, isAlias: Boolean(table.alias) };
}

/**
 * The part of a qualifier that the FROM item does not contain: it must equal the schema and catalog
 * to which the table is bound. A single schema is always checked, because DuckDB first tries it as
 * a catalog. Empty if the text decides everything; undefined for a column of another table.
 */
function outside(
  qualifier: Qualifier,
  { names, isAlias, takesBareNames }: NamedTable,
): Qualifier | undefined {
  if (qualifier.length === 0) return takesBareNames ? [] : undefined;
  const more = qualifier.length - names.length;
  if (more > 0 && isAlias) return undefined;
  const [longer, shorter] = more > 0 ? [qualifier, names] : [names, qualifier];
  const isEnd = shorter.every((name, index) => name === longer[index + Math.abs(more)]);
  if (!isEnd) return undefined;
  return more > 0 || qualifier.length === 2 ? qualifier.slice(0, -1) : [];
}

/** USING and NATURAL merge two columns, so a bare name belongs to neither table alone. */
function mergesColumns(table: unknown, depth: number): boolean {
  if (!isFields(table) || table.type !== 'JOIN') return false;
  const using = Array.isArray(table.using_columns) && table.using_columns.length > 0;
  if (using || table.ref_type === 'NATURAL' || depth > maxDepth) return true;
  return mergesColumns(table.left, depth + 1) || mergesColumns(table.right, depth + 1);
}
