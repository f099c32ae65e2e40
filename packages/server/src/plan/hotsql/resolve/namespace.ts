import { quoteIdentifier } from '../../../kernel/quoting.ts';
import { nearestName } from '../../nearest-name.ts';
import { Refusal, refuse } from '../read/refusal.ts';
import type { Fields } from '../read/tree.ts';
import type { Expr } from './expr.ts';
import { holdsInterval, type Type } from './type.ts';

/** A column in the scope of a query. */
export interface Column {
  readonly name: string;
  readonly expr: Expr;
}

/** The referent of a name before a dot: a table, subquery or function of FROM. */
export interface Relation {
  readonly name: string;
  /**
   * The bound parts before the name; empty for an aliased relation and for anything but a table.
   */
  readonly qualifiers: readonly string[];
  readonly columns: readonly Column[];
  /** The value of the bare name, if the value is not a row. */
  readonly whole?: Expr;
  /**
   * Field names of the row, if they differ from the column names: a table's row ignores column
   * aliases.
   */
  readonly rowNames?: readonly string[];
  /** A list, null in a row without the relation. The call makes the relation print the list. */
  readonly presence: () => string;
  /** The printed columns of the declared key, on which all other columns depend. */
  readonly key?: readonly string[];
  /** An outer join may give a row of the other side without a row of this relation. */
  readonly isNullable?: boolean;
}

/** A printed item of FROM: the columns of `*`, and the relations in scope. */
export interface FromItem {
  readonly columns: readonly Column[];
  readonly relations: readonly Relation[];
  /** Includes the aliases of relations hidden by the join's alias. */
  readonly engineAliases: readonly string[];
  readonly presence: () => string;
  /** The item with only the rows that meet the condition, if the item reads earlier items. */
  readonly onlyRows?: (condition: string) => string;
  /** Called last: the select list may still require more of a relation. */
  readonly render: () => string;
}

export interface CommonTable {
  readonly name: string;
  readonly engineName: string;
  readonly columns: readonly {
    readonly name: string;
    readonly type: Type;
    readonly isLiteralInteger?: boolean;
  }[];
  /** The scope of the WITH query: the query of its WITH clause. */
  readonly home?: Namespace;
  /** The WITH query reads columns of queries around the clause. */
  readonly isCorrelated?: boolean;
  /** DuckDB's text of the WITH query, printed at each reference; see `inlined-queries.ts`. */
  readonly inlined?: () => string;
  /** Byte offset in the statement. */
  readonly location?: number | undefined;
}

/** The clause that the printer reads, for the rules about aggregates. */
export type Clause =
  | 'select list'
  | 'WHERE'
  | 'JOIN conditions'
  | 'GROUP BY'
  | 'HAVING'
  | 'ORDER BY'
  | 'LIMIT'
  | 'functions in FROM'
  | 'VALUES'
  | 'aggregate'
  | 'FILTER'
  | 'window';

/** Clauses printed after the grouping is known; their expressions see groups. */
const groupedClauses: ReadonlySet<Clause> = new Set([
  'select list',
  'HAVING',
  'ORDER BY',
  'window',
]);

/** The list of a function that gives rows, and the text for a single row. */
export interface InnerRows {
  readonly list: string;
  readonly value: string;
}

/** A very long list of constants, each compared with the operand in the same way. */
export interface LongList {
  readonly operand: string;
  /** DuckDB's list of the constants. */
  readonly list: string;
  /** The compared text of a constant under the name given by the caller. */
  readonly compared: string;
  readonly hasNulls: boolean;
}

interface Use {
  readonly column: string;
  /** The printed texts of the read: one column or a whole row. */
  readonly texts: readonly string[];
  readonly location: number | undefined;
}

/** The scope of a SELECT: its own FROM, then outer queries. */
export class Namespace {
  readonly parent: Namespace | undefined;
  readonly items: FromItem[] = [];
  readonly ctes = new Map<string, CommonTable>();
  clause: Clause = 'select list';
  hasAggregates = false;
  /** The printed texts of the GROUP BY's expressions. */
  readonly groupKeys = new Set<string>();
  /** The replacement of an expression grouped by a key of its values. */
  readonly groupedAs = new Map<string, { readonly text: string; readonly key: string }>();
  /** Columns read outside aggregates and grouped expressions since the last reset. */
  uses: Use[] = [];
  /** The enclosing construct without functions that give rows; `rows` is such a function. */
  withoutRows: string | undefined;
  /** Rows in GROUP BY: the column of each row by its list. */
  readonly groupedRows = new Map<string, Expr>();
  rowsAlias: string | undefined;
  /** Functions that give rows, inside the arguments of another such function. */
  innerRows: InnerRows[] | undefined;
  hasNestedRows = false;
  /** The lists of functions that give rows in the select list. */
  readonly rowLists = new Set<string>();
  /** Columns that depend on a grouped key. */
  readonly dependent = new Set<string>();
  /** GROUP BY has several sets, so a key may be null in a group although no row has a null. */
  hasGroupingSets = false;
  /** The condition for using the printed value: a subquery must not raise for other rows. */
  wanted: (() => string) | undefined;
  /** Looks up an operand, by its node, in a long list of a join's condition. */
  lookUp: ((operand: unknown, list: LongList) => Expr | undefined) | undefined;
  /** Number of column reads of this query, in any clause. */
  reads = 0;
  /**
   * Reads of WITH queries that depend on this query's columns; aggregates over them belong
   * elsewhere.
   */
  commonReads = 0;
  /** True if the query reads columns of queries around it. */
  readsOuter = false;
  /** The query behind this view. A reference out of the view also leaves the query. */
  readonly viewOf: Namespace | undefined;
  /** The windows of the WINDOW clause. */
  readonly windows = new Map<string, Fields>();

  constructor(parent: Namespace | undefined, viewOf?: Namespace) {
    this.parent = parent;
    this.viewOf = viewOf;
  }

  /** A view of the query without FROM: only WITH queries and outer queries. */
  withoutItems(): Namespace {
    const view = new Namespace(this.parent, this);
    for (const [name, table] of this.ctes) view.ctes.set(name, table);
    return view;
  }

  /**
   * Records a reference to a WITH query, from this query and from the queries around it up to the
   * owner of the WITH clause.
   */
  readCommon(common: CommonTable): { levels: readonly Namespace[]; owner: Namespace } {
    const levels = this.levels();
    const owner = levels.findIndex(({ ctes }) => ctes.get(common.name) === common);
    const around = levels[owner]?.parent;
    if (common.isCorrelated && around !== undefined) {
      this.leaveFor(around);
      around.commonReads += 1;
    }
    return { levels: levels.slice(0, owner), owner: levels[owner] ?? this };
  }

  /** Records a read of something that belongs to `owner`. */
  leaveFor(owner: Namespace | undefined): void {
    for (
      let level: Namespace | undefined = this;
      level !== undefined && level !== owner;
      level = level.parent
    ) {
      for (let view: Namespace | undefined = level; view !== undefined; view = view.viewOf)
        view.readsOuter = true;
    }
  }

  commonTable(name: string): CommonTable | undefined {
    return this.ctes.get(name) ?? this.parent?.commonTable(name);
  }

  /** True if a WITH query in scope has the name, compared without case. */
  commonTableLike(name: string): boolean {
    const folded = name.toLowerCase();
    for (const { engineName } of this.ctes.values())
      if (engineName.toLowerCase() === folded) return true;
    return this.parent?.commonTableLike(name) ?? false;
  }

  /** True if a relation of this or an outer namespace has the alias in the engine. */
  hasEngineAlias(alias: string): boolean {
    const folded = alias.toLowerCase();
    return (
      this.items.some(({ engineAliases }) =>
        engineAliases.some((taken) => taken.toLowerCase() === folded),
      ) ||
      (this.parent?.hasEngineAlias(alias) ?? false)
    );
  }

  columns(): readonly Column[] {
    return this.items.flatMap(({ columns }) => columns);
  }

  relations(): readonly Relation[] {
    return this.items.flatMap(({ relations }) => relations);
  }

  /** Prints within a construct that forbids functions that give rows. */
  without<T>(construct: string, print: () => T): T {
    const outer = this.withoutRows;
    this.withoutRows = construct;
    const printed = print();
    this.withoutRows = outer;
    return printed;
  }

  /** Prints a value that is used only under a condition. The condition's text is made on demand. */
  onlyWhen<T>(condition: () => string, print: () => T): T {
    const outer = this.wanted;
    this.wanted =
      outer === undefined ? condition : () => `CASE WHEN ${outer()} THEN ${condition()} END`;
    const printed = print();
    this.wanted = outer;
    return printed;
  }

  /** Records a read of a column of this query. */
  read(column: string, columns: readonly Column[], location: number | undefined): void {
    this.reads += 1;
    this.uses.push({ column, texts: columns.map(({ expr }) => expr.text), location });
  }

  /** Prints, and reports reads of columns of this or an outer query. */
  reading<T>(print: () => T): { readonly printed: T; readonly isReading: boolean } {
    const count = () => this.levels().map(({ reads, commonReads }) => reads + commonReads);
    const before = count();
    const printed = print();
    return { printed, isReading: count().some((reads, index) => reads > (before[index] ?? 0)) };
  }

  /**
   * Prints, and collects the columns read from outer queries; a whole row adds each of its texts.
   */
  outerReads<T>(print: () => T): { readonly printed: T; readonly outer: readonly string[] } {
    const levels = this.levels().slice(1);
    const before = levels.map(({ uses }) => uses.length);
    const printed = print();
    const texts = levels.flatMap(({ uses }, index) =>
      uses.slice(before[index]).flatMap((use) => use.texts),
    );
    return { printed, outer: [...new Set(texts)] };
  }

  /** This query and all outer queries, innermost first. */
  levels(): readonly Namespace[] {
    return [this, ...(this.parent?.levels() ?? [])];
  }

  /**
   * The column of the name, from the nearest query first. `isQuoted` is called only if no name
   * matches exactly.
   */
  findColumn(
    name: string,
    isQuoted: () => boolean,
    location: number | undefined,
  ): Column | undefined {
    for (
      let namespace: Namespace | undefined = this;
      namespace !== undefined;
      namespace = namespace.parent
    ) {
      const found = pick(namespace.items, name, isQuoted, () => ambiguous(name, location));
      if (found !== undefined) {
        const owner = namespace.relations().find(({ columns }) => columns.includes(found));
        const shown = owner === undefined ? found.name : `${owner.name}.${found.name}`;
        namespace.read(shown, [found], location);
        this.leaveFor(namespace);
        const item = owner ?? namespace.items.find(({ columns }) => columns.includes(found));
        return this.#keptApart(found, item, namespace, location);
      }
    }
    return undefined;
  }

  /** Finds `t`, `s.t` or `c.s.t`; `isQuoted` is called for a part that differs only in case. */
  findRelation(
    parts: readonly string[],
    isQuoted: (part: number) => boolean,
    location: number | undefined,
  ): { relation: Relation; namespace: Namespace } | undefined {
    for (
      let namespace: Namespace | undefined = this;
      namespace !== undefined;
      namespace = namespace.parent
    ) {
      const named = (matches: (written: string, own: string, part: number) => boolean) =>
        namespace?.relations().filter(({ name, qualifiers }) => {
          const own = [...qualifiers, name].slice(-parts.length);
          return (
            own.length === parts.length &&
            parts.every((part, index) => matches(part, own[index] ?? '', index))
          );
        }) ?? [];
      const exact = named((written, own) => written === own);
      const found =
        exact.length > 0
          ? exact
          : named(
              (written, own, part) =>
                written === own || (written.toLowerCase() === own.toLowerCase() && !isQuoted(part)),
            );
      const [relation] = found;
      if (found.length > 1) {
        throw new Refusal(
          `table reference '${parts.at(-1) ?? ''}' is ambiguous`,
          location,
          '42P09',
        );
      }
      if (relation !== undefined) {
        this.leaveFor(namespace);
        return { relation, namespace };
      }
    }
    return undefined;
  }

  columnOf(
    { relation, namespace }: { readonly relation: Relation; readonly namespace: Namespace },
    name: string,
    isQuoted: () => boolean,
    location: number | undefined,
  ): Column | undefined {
    const found = pick([relation], name, isQuoted, () => ambiguous(name, location));
    if (found === undefined) return undefined;
    namespace.read(`${relation.name}.${found.name}`, [found], location);
    return this.#keptApart(found, relation, namespace, location);
  }

  /** The columns of a relation's row, as read from this query. */
  columnsOfRow(
    { relation, namespace }: { readonly relation: Relation; readonly namespace: Namespace },
    location: number | undefined,
  ): readonly Column[] {
    return relation.columns.map((column) => this.#keptApart(column, relation, namespace, location));
  }

  /**
   * A column as read from this query. DuckDB computes an expression over an outer row once for all
   * rows that it considers equal, and '30 days' equals '1 mon'. Testing a list of the relation as
   * well separates such rows.
   */
  #keptApart(
    column: Column,
    item: { readonly presence: () => string } | undefined,
    owner: Namespace,
    location: number | undefined,
  ): Column {
    const isOuter = owner !== this || this.clause === 'functions in FROM';
    if (!isOuter || item === undefined || !holdsInterval(column.expr.type)) return column;
    if (owner.groupKeys.size > 0 && groupedClauses.has(owner.clause)) {
      // The values of a single key are distinct.
      if (owner.groupKeys.size === 1 && owner.groupedAs.has(column.expr.text)) return column;
      refuse('an interval of a grouped outer query', location, 'group it in a subquery first');
    }
    const text = `CASE WHEN ${item.presence()} IS NOT NULL THEN ${column.expr.text} END`;
    return { ...column, expr: { ...column.expr, text } };
  }

  /** Raises for an unknown column. */
  unknownColumn(name: string, location: number | undefined): never {
    const names: string[] = [];
    for (
      let namespace: Namespace | undefined = this;
      namespace !== undefined;
      namespace = namespace.parent
    ) {
      names.push(
        ...namespace.relations().flatMap(({ columns }) => columns.map((column) => column.name)),
      );
    }
    const nearest = nearestName(name, [...new Set(names)]);
    const advice = nearest === undefined ? '' : `; did you mean '${nearest}'?`;
    throw new Refusal(`column '${name}' does not exist${advice}`, location, '42703');
  }

  /**
   * Called after the clauses of a grouped query. A column that is neither grouped nor aggregated is
   * an error, unless it depends on a grouped declared key. A dependent column is then grouped as
   * well.
   */
  expectGrouped(): void {
    const use = this.uses.find(
      ({ texts }) => this.hasGroupingSets || !texts.every((text) => this.#isDependent(text)),
    );
    if (use !== undefined) {
      const message = `column '${use.column}' must appear in the GROUP BY clause or be used in an aggregate function`;
      throw new Refusal(message, use.location, '42803');
    }
    for (const { texts } of this.uses) for (const text of texts) this.dependent.add(text);
  }

  #isDependent(text: string): boolean {
    return (
      this.groupKeys.has(text) ||
      this.relations().some(
        ({ key, columns }) =>
          key?.every((own) => this.groupKeys.has(own)) &&
          columns.some(({ expr }) => expr.text === text),
      )
    );
  }
}

function ambiguous(name: string, location: number | undefined): never {
  throw new Refusal(`column reference '${name}' is ambiguous`, location, '42702');
}

/**
 * Columns by name in lower case, indexed once per list: a query may name each of a thousand
 * columns.
 */
const indexes = new WeakMap<readonly Column[], ReadonlyMap<string, readonly Column[]>>();

function columnsLike(columns: readonly Column[], folded: string): readonly Column[] {
  const index = indexes.get(columns) ?? indexColumns(columns);
  return index.get(folded) ?? [];
}

function indexColumns(columns: readonly Column[]): ReadonlyMap<string, readonly Column[]> {
  const index = new Map<string, Column[]>();
  for (const column of columns) {
    const folded = column.name.toLowerCase();
    const alike = index.get(folded);
    if (alike === undefined) index.set(folded, [column]);
    else alike.push(column);
  }
  indexes.set(columns, index);
  return index;
}

function pick(
  lists: readonly { readonly columns: readonly Column[] }[],
  name: string,
  isQuoted: () => boolean,
  onAmbiguity: () => never,
): Column | undefined {
  const folded = name.toLowerCase();
  const alike = lists.flatMap(({ columns }) => columnsLike(columns, folded));
  if (alike.length === 0) return undefined;
  const exact = alike.filter((column) => column.name === name);
  if (exact.length > 1) onAmbiguity();
  if (exact.length === 1) return exact[0];
  if (isQuoted()) return undefined;
  if (alike.length > 1) onAmbiguity();
  return alike[0];
}

/** Column names of a relation, made distinct because DuckDB compares names without case. */
export function engineNames(names: readonly string[]): readonly string[] {
  const seen = new Set<string>();
  return names.map((name) => {
    let unique = name;
    for (let n = 1; seen.has(unique.toLowerCase()); n += 1) unique = `${name}:${n}`;
    seen.add(unique.toLowerCase());
    return unique;
  });
}

export const qualified = (alias: string, name: string) =>
  `${quoteIdentifier(alias)}.${quoteIdentifier(name)}`;
