import { quoteIdentifier } from '../../../kernel/quoting.ts';
import { nearestName } from '../../nearest-name.ts';
import { Refusal, refuse } from '../read/refusal.ts';
import type { Fields } from '../read/tree.ts';
import type { Expr } from './expr.ts';
import { holdsInterval, type Type } from './type.ts';

/** A column that a query can name. */
export interface Column {
  readonly name: string;
  readonly expr: Expr;
}

/** What a name before a dot can mean: a table, subquery or function of FROM. */
export interface Relation {
  readonly name: string;
  /** The parts before the name, as bound; empty for what has an alias or is no table. */
  readonly qualifiers: readonly string[];
  readonly columns: readonly Column[];
  /** What its name alone is as a value, where that is no row. */
  readonly whole?: Expr;
  /**
   * The names of the fields of its row, where they are not its columns': a table's row knows no
   * alias of its columns.
   */
  readonly rowNames?: readonly string[];
  /** A list, null where it has no row: asking makes it say so. */
  readonly presence: () => string;
  /** The printed columns of its declared key, on which all its columns depend. */
  readonly key?: readonly string[];
  /** An outer join may have no row of it beside a row of the other side. */
  readonly isNullable?: boolean;
}

/** An item of FROM, printed: what `*` gives of it, and the relations in it that can be named. */
export interface FromItem {
  readonly columns: readonly Column[];
  readonly relations: readonly Relation[];
  /** Those of relations that an alias of their join hides are among them. */
  readonly engineAliases: readonly string[];
  readonly presence: () => string;
  /**
   * Of what reads the items before it: the same with only the rows for which the condition holds.
   */
  readonly onlyRows?: (condition: string) => string;
  /** Rendered last: the select list may still ask for what a relation then has to say. */
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
  /** What its query sees: the query whose WITH it stands in. */
  readonly home?: Namespace;
  /** Its query reads columns of queries around the WITH. */
  readonly isCorrelated?: boolean;
  /** DuckDB's text of its query, to stand where it is read; see `inlined-queries.ts`. */
  readonly inlined?: () => string;
  /** Bytes before it in the statement. */
  readonly location?: number | undefined;
}

/** The part of a query that is being read, for the rules about aggregates. */
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

/** Those that are printed once it is known what the rows are grouped by, and that see groups. */
const groupedClauses: ReadonlySet<Clause> = new Set([
  'select list',
  'HAVING',
  'ORDER BY',
  'window',
]);

/** The rows of a function, and what stands for one of them. */
export interface InnerRows {
  readonly list: string;
  readonly value: string;
}

/** Very many constants, each of which is compared with the operand in the same way. */
export interface LongList {
  readonly operand: string;
  /** DuckDB's list of them. */
  readonly list: string;
  /** What is compared of one of them, which is called by the name that was given. */
  readonly compared: string;
  readonly hasNulls: boolean;
}

interface Use {
  readonly column: string;
  /** What is read, printed: one column or a whole row. */
  readonly texts: readonly string[];
  readonly location: number | undefined;
}

/** The names that one SELECT sees: its own FROM, then its outer queries'. */
export class Namespace {
  readonly parent: Namespace | undefined;
  readonly items: FromItem[] = [];
  readonly ctes = new Map<string, CommonTable>();
  clause: Clause = 'select list';
  hasAggregates = false;
  /** The printed texts of the GROUP BY's expressions. */
  readonly groupKeys = new Set<string>();
  /** What stands for an expression that is grouped by a key of its values. */
  readonly groupedAs = new Map<string, { readonly text: string; readonly key: string }>();
  /**
   * Columns of this query that are read outside aggregates and grouped expressions, since the last
   * reset.
   */
  uses: Use[] = [];
  /**
   * The construct around what is printed that takes no functions that give rows; `rows` is such a
   * function.
   */
  withoutRows: string | undefined;
  /** Rows that the query is grouped by: the column of each, by its list. */
  readonly groupedRows = new Map<string, Expr>();
  rowsAlias: string | undefined;
  /** Functions that give rows within the arguments of another. */
  innerRows: InnerRows[] | undefined;
  hasNestedRows = false;
  /** The lists of the functions in the select list that give rows. */
  readonly rowLists = new Set<string>();
  /** Columns that depend on a key that is grouped by. */
  readonly dependent = new Set<string>();
  /** GROUP BY has several sets: a key may be null in a group though no row has a null. */
  hasGroupingSets = false;
  /** Says when what is printed is wanted at all: a subquery there must not raise for other rows. */
  wanted: (() => string) | undefined;
  /** Of a join's condition: whether an operand, by its node, is in a long list. */
  lookUp: ((operand: unknown, list: LongList) => Expr | undefined) | undefined;
  /** How often a column of this query was read, anywhere. */
  reads = 0;
  /** Reads of WITH queries that read its columns; an aggregate over one is not this query's. */
  commonReads = 0;
  /** What is printed within reads columns of queries around this one. */
  readsOuter = false;
  /** The query that this is another view of: what leaves this leaves that. */
  readonly viewOf: Namespace | undefined;
  /** The windows of its WINDOW clause. */
  readonly windows = new Map<string, Fields>();

  constructor(parent: Namespace | undefined, viewOf?: Namespace) {
    this.parent = parent;
    this.viewOf = viewOf;
  }

  /** Another view of this query: its WITH queries and those around it, without its FROM. */
  withoutItems(): Namespace {
    const view = new Namespace(this.parent, this);
    for (const [name, table] of this.ctes) view.ctes.set(name, table);
    return view;
  }

  /**
   * Notes that a WITH query is read here: by this query and those around it, up to the one whose
   * WITH it is in.
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

  /** Notes that what is printed here reads what belongs to `owner`. */
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

  /** Whether a WITH query in sight is called so, compared without case. */
  commonTableLike(name: string): boolean {
    const folded = name.toLowerCase();
    for (const { engineName } of this.ctes.values())
      if (engineName.toLowerCase() === folded) return true;
    return this.parent?.commonTableLike(name) ?? false;
  }

  /** Whether a relation of this namespace or an outer one is called so in the engine. */
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

  /** Prints within a construct that takes no functions that give rows. */
  without<T>(construct: string, print: () => T): T {
    const outer = this.withoutRows;
    this.withoutRows = construct;
    const printed = print();
    this.withoutRows = outer;
    return printed;
  }

  /** Prints what is wanted on a condition only, which is asked for where that matters. */
  onlyWhen<T>(condition: () => string, print: () => T): T {
    const outer = this.wanted;
    this.wanted =
      outer === undefined ? condition : () => `CASE WHEN ${outer()} THEN ${condition()} END`;
    const printed = print();
    this.wanted = outer;
    return printed;
  }

  /** Notes that a column of this query is read. */
  read(column: string, columns: readonly Column[], location: number | undefined): void {
    this.reads += 1;
    this.uses.push({ column, texts: columns.map(({ expr }) => expr.text), location });
  }

  /** Whether printing reads columns of this query or of those around it, and what it prints. */
  reading<T>(print: () => T): { readonly printed: T; readonly isReading: boolean } {
    const count = () => this.levels().map(({ reads, commonReads }) => reads + commonReads);
    const before = count();
    const printed = print();
    return { printed, isReading: count().some((reads, index) => reads > (before[index] ?? 0)) };
  }

  /**
   * What is printed, and the columns of outer queries that it reads; none where a whole row of
   * theirs is among them.
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

  /** This query and those around it, from within. */
  levels(): readonly Namespace[] {
    return [this, ...(this.parent?.levels() ?? [])];
  }

  /**
   * The column of that name, the nearest query's first. `isQuoted` is asked where no name matches
   * by case.
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

  /** `t`, `s.t`, `c.s.t`; `isQuoted` is asked where a part matches but for case. */
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

  /** The columns of a relation's row as they are read from here. */
  columnsOfRow(
    { relation, namespace }: { readonly relation: Relation; readonly namespace: Namespace },
    location: number | undefined,
  ): readonly Column[] {
    return relation.columns.map((column) => this.#keptApart(column, relation, namespace, location));
  }

  /**
   * A column as it is read from here. What reads an outer query's row is computed once for rows
   * that DuckDB holds to be equal, and '30 days' equals '1 mon': beside a list it tells rows apart.
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
      // The values of an only key are not equal.
      if (owner.groupKeys.size === 1 && owner.groupedAs.has(column.expr.text)) return column;
      refuse('an interval of a grouped outer query', location, 'group it in a subquery first');
    }
    const text = `CASE WHEN ${item.presence()} IS NOT NULL THEN ${column.expr.text} END`;
    return { ...column, expr: { ...column.expr, text } };
  }

  /** Raises where no column is called so. */
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
   * After the clauses of a grouped query: what is neither grouped nor aggregated is an error, but
   * for what depends on a declared key that is grouped by, which is grouped by then.
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
 * The columns of lists by their names in lower case: made once, since a query may name each of a
 * thousand columns.
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

/**
 * Columns of a relation with names that DuckDB, which compares them without case, can tell apart.
 */
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
