import type { Step } from './time-steps.ts';

/**
 * What a table reference needs of its table, as far as the text shows: rows for which the filter
 * cannot be true may be left out. Plain data, part of PlannedText; column names are not resolved
 * yet.
 */
export type Filter =
  | { readonly kind: 'and' | 'or'; readonly parts: readonly Filter[] }
  | ColumnTest;

/** A test of one column of the table; all but `null` are never true for a null. */
export type ColumnTest = TestOfColumn & {
  /**
   * The column's catalog and schema, or its schema, folded, where they are to be looked at when the
   * table is bound.
   */
  readonly within?: readonly string[];
  /**
   * The column is compared as a DECIMAL of so many digits and none behind the point: nothing is
   * said of one that is no integer, or has more.
   */
  readonly asDigits?: number;
};

type TestOfColumn =
  | {
      readonly kind: 'compare';
      /** As DuckDB folds it (ASCII letters in lower case). */
      readonly column: string;
      readonly operator: Comparison;
      readonly constant: Constant;
    }
  | { readonly kind: 'in'; readonly column: string; readonly constants: readonly Constant[] }
  | { readonly kind: 'null' | 'not_null'; readonly column: string };

export type Comparison = '=' | '<' | '<=' | '>' | '>=';

/**
 * A constant of the text with its type as DuckDB sees it: that decides how it is compared with a
 * column, and so whether statistics say anything about it.
 */
export type Constant =
  /** Integers and decimals: `unscaled` digits as text, divided by ten to the `scale`. */
  | { readonly type: 'exact'; readonly unscaled: string; readonly scale: number }
  /** A finite double. */
  | { readonly type: 'double'; readonly value: number }
  /**
   * A string literal (it takes the type of what it is compared with), or one that is cast to
   * VARCHAR.
   */
  | { readonly type: 'text'; readonly text: string; readonly isLiteral: boolean }
  /**
   * DATE, TIMESTAMP, TIMESTAMP WITH TIME ZONE, in microseconds since 1970 UTC, as text. Two moments
   * where the column is compared as its date or month: then any moment of it is meant.
   */
  | { readonly type: 'time'; readonly from: string; readonly to: string }
  /**
   * The same where the moments depend on when the query runs: the steps that lead to them from
   * there.
   */
  | { readonly type: 'now'; readonly from: readonly Step[]; readonly to: readonly Step[] }
  | { readonly type: 'boolean'; readonly value: boolean }
  /** In lower case with hyphens. */
  | { readonly type: 'uuid'; readonly text: string };
