import type { CastContext } from './catalog/postgres-catalog.ts';
import type { Type } from './type.ts';

export interface QueryColumn {
  readonly name: string;
  /** `unknown` for an untyped literal, whose type may still come from the query's context. */
  readonly type: Type;
  readonly isLiteralInteger: boolean;
}

/**
 * A printed query whose columns can still be cast, to the types of a UNION's other side or of a
 * compared column.
 */
export interface Query {
  readonly columns: readonly QueryColumn[];
  /** Casts a column to `target`; `holding` gives the representation of numerics. */
  cast(index: number, target: string, context: CastContext, holding?: Type): void;
  /** Removes all rows unless a condition on outer queries' columns is true. */
  onlyWhen?(condition: string): void;
  /** Marks the query as a value: none of its rows may equal a null. */
  asValue?(): void;
  /** DuckDB's text, without parentheses. */
  render(): string;
}

/** Untyped literals without a type from context become text. */
export function settle(query: Query): Query {
  for (const [index, { type }] of query.columns.entries()) {
    if (type.name === 'unknown') query.cast(index, 'text', 'i');
  }
  return query;
}

/** A term of ORDER BY: an output position, from 1 on, or an expression's text. */
export type SortTerm = { readonly position: number } | { readonly text: string };

export type SortKey = SortTerm & { readonly direction: string };

/** The terms and directions of ORDER BY, without the keywords. */
export const orderList = (keys: readonly SortKey[]): string =>
  keys.map((key) => `${'position' in key ? key.position : key.text} ${key.direction}`).join(', ');

/** The part of a query before ORDER BY and LIMIT. */
export interface Body extends Query {
  /** `extra` are additional columns, for sort keys. */
  render(extra?: readonly string[]): string;
  /**
   * The sort keys of the rows, with additions. Functions that give rows expand after the sort,
   * unless a key is such a function.
   */
  arrange?(keys: readonly SortKey[]): readonly SortKey[];
  /** A sort key: an output position, or an expression if the body is a SELECT. */
  sortKey(node: unknown): SortTerm;
}
