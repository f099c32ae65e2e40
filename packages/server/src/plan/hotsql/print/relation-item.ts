import { quoteIdentifier } from '../../../kernel/quoting.ts';
import type { Alias } from '../read/alias.ts';
import { reject } from '../read/refusal.ts';
import {
  type Column,
  engineNames,
  type FromItem,
  type Namespace,
  qualified,
  type Relation,
} from '../resolve/namespace.ts';
import type { QueryColumn } from '../resolve/query.ts';
import { typeOfEngine } from '../resolve/type.ts';
import { columnType } from './collation.ts';
import type { Printing } from './printing.ts';

export interface RelationColumn extends QueryColumn {
  /**
   * Reads the value from the stored column, which may have another type for a column of a source.
   */
  readonly read?: (text: string) => string;
}

/** The parts of a relation, with DuckDB's column names before an alias renames them. */
export interface RelationParts {
  readonly text: string;
  readonly name: string;
  readonly qualifiers: readonly string[];
  readonly columns: readonly RelationColumn[];
  /** The column names already are DuckDB's names, repeated or not. */
  readonly isTable: boolean;
  /** The rows have a row type, which preserves the column names. */
  readonly isStored?: boolean;
  /** The text is a subquery, which needs an alias. */
  readonly isDerived?: boolean;
  /** The relation reads the items before it. */
  readonly isLateral?: boolean;
  /** The columns on which all others depend. */
  readonly key?: readonly string[];
  /** A function with one column: the alias as a value means the column. */
  readonly isOneValue?: boolean;
}

/**
 * The same name for the same printed text: an expression of the select list must be found in GROUP
 * BY.
 */
function freeAlias(name: string, lateral: Namespace): string {
  let alias = name;
  for (let count = 1; lateral.hasEngineAlias(alias); count += 1) alias = `${name}:${count}`;
  return alias;
}

/** A relation under its alias. DuckDB gets an alias unique among the relations in scope. */
export function relationItem(
  printing: Printing,
  parts: RelationParts,
  alias: Alias | undefined,
  lateral: Namespace,
  location: number | undefined,
): FromItem {
  const name = alias?.name ?? parts.name;
  const given = alias?.columns ?? [];
  const names = renamed(parts.columns, given, name, location);
  const qualifiers = alias === undefined ? parts.qualifiers : [];
  expectFreshName(lateral, name, qualifiers, location);
  const engineAlias = freeAlias(name, lateral);
  const own = parts.isTable && given.length === 0;
  const inEngine = own ? names : engineNames(names);
  const columns = names.map((column, index): Column => {
    const part: RelationColumn = parts.columns[index] ?? {
      name: column,
      type: typeOfEngine(''),
      isLiteralInteger: false,
    };
    const { type, isLiteralInteger } = part;
    const held = qualified(engineAlias, inEngine[index] ?? column);
    const text = part.read?.(held) ?? held;
    return {
      name: column,
      expr: { text, type: columnType(type), ...(isLiteralInteger ? { isLiteralInteger } : {}) },
    };
  });
  const list = own || inEngine.length === 0 ? '' : `(${inEngine.map(quoteIdentifier).join(', ')})`;
  const needsAlias = parts.isDerived || alias !== undefined || engineAlias !== parts.name || !own;
  const plain = needsAlias ? `${parts.text} AS ${quoteIdentifier(engineAlias)}${list}` : parts.text;
  const lateralWord = parts.isLateral ? 'LATERAL ' : '';
  let mark: string | undefined;
  const presence = () => {
    mark ??= printing.freshName('present');
    return qualified(engineAlias, mark);
  };
  const whole = parts.isOneValue ? columns[0]?.expr : undefined;
  const key = parts.key?.flatMap(
    (own) => columns[parts.columns.findIndex((column) => column.name === own)] ?? [],
  );
  const isKeyed = key !== undefined && key.length === parts.key?.length;
  const relation: Relation = {
    name,
    qualifiers,
    columns,
    presence,
    ...(whole ? { whole } : {}),
    ...(parts.isStored && given.length > 0
      ? { rowNames: parts.columns.map((column) => column.name) }
      : {}),
    ...(isKeyed ? { key: key.map((column) => column.expr.text) } : {}),
  };
  const marked = () => (mark === undefined ? '*' : `*, [] AS ${quoteIdentifier(mark)}`);
  const only = (condition: string) =>
    `LATERAL (SELECT ${marked()} FROM ${plain} WHERE ${condition}) AS ${quoteIdentifier(engineAlias)}`;
  return {
    columns,
    relations: [relation],
    engineAliases: [engineAlias],
    presence,
    ...(parts.isLateral ? { onlyRows: only } : {}),
    render: () =>
      mark === undefined
        ? lateralWord + plain
        : `${lateralWord}(SELECT ${marked()} FROM ${plain}) AS ${quoteIdentifier(engineAlias)}`,
  };
}

/** Column names under an alias, which may rename the first columns. */
export function renamed(
  columns: readonly { readonly name: string }[],
  given: readonly string[],
  name: string,
  location: number | undefined,
): readonly string[] {
  if (given.length > columns.length) {
    reject(
      `table '${name}' has ${columns.length} columns available but ${given.length} columns specified`,
      location,
      '42P10',
    );
  }
  return columns.map((column, index) => given[index] ?? column.name);
}

export function expectFreshName(
  lateral: Namespace,
  name: string,
  qualifiers: readonly string[],
  location: number | undefined,
): void {
  const isTaken = lateral.relations().some((relation) => isSameName(relation, name, qualifiers));
  if (isTaken) reject(`table name '${name}' specified more than once`, location, '42712');
}

/** Without aliases, two tables of the same name differ by schema. */
function isSameName(relation: Relation, name: string, qualifiers: readonly string[]): boolean {
  if (relation.name !== name) return false;
  if (relation.qualifiers.length === 0 || qualifiers.length === 0) return true;
  return relation.qualifiers.join('\0') === qualifiers.join('\0');
}
