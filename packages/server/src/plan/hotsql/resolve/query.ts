import type { CastContext } from './catalog/postgres-catalog.ts';
import type { Type } from './type.ts';

export interface QueryColumn {
  readonly name: string;
  /** `unknown` for an untyped literal, which the place of the query may still give a type. */
  readonly type: Type;
  readonly isLiteralInteger: boolean;
}

/**
 * A printed query, whose columns can still be made other types: of a UNION's other side, of the
 * column it is compared with.
 */
export interface Query {
  readonly columns: readonly QueryColumn[];
  /** Makes a column one of `target`; numerics are held as `holding` says. */
  cast(index: number, target: string, context: CastContext, holding?: Type): void;
  /** Leaves it without rows unless the condition, of outer queries' columns, holds. */
  onlyWhen?(condition: string): void;
  /** It is a value of its own: no row of it is the same as a null. */
  asValue?(): void;
  /** DuckDB's text, without parentheses around it. */
  render(): string;
}

/** Untyped literals that nothing gave a type are text. */
export function settle(query: Query): Query {
  for (const [index, { type }] of query.columns.entries()) {
    if (type.name === 'unknown') query.cast(index, 'text', 'i');
  }
  return query;
}

/** What ORDER BY sorts by: an output, by its place from 1 on, or an expression's text. */
export type SortTerm = { readonly position: number } | { readonly text: string };

export type SortKey = SortTerm & { readonly direction: string };

/** The terms and directions of ORDER BY, without its words. */
export const orderList = (keys: readonly SortKey[]): string =>
  keys.map((key) => `${'position' in key ? key.position : key.text} ${key.direction}`).join(', ');

/** The part of a query before ORDER BY and LIMIT. */
export interface Body extends Query {
  /** `extra` are columns after its own, which a sort key needs. */
  render(extra?: readonly string[]): string;
  /**
   * The keys, and what else the rows have to be sorted by: functions that give rows do so after the
   * sort, where no key is one.
   */
  arrange?(keys: readonly SortKey[]): readonly SortKey[];
  /** A sort key: an output position, or an expression where the body is a SELECT. */
  sortKey(node: unknown): SortTerm;
}
