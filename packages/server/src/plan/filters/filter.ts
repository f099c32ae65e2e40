import type { Step } from './time-steps.ts';

/**
 * The condition of a table reference, as far as the text shows: rows for which the filter cannot be
 * true may be left out. Plain data, part of PlannedText; column names are not resolved yet.
 */
export type Filter =
  | { readonly kind: 'and' | 'or'; readonly parts: readonly Filter[] }
  | ColumnTest;

/** A test of a single column; except for `null`, no test is true for a null. */
export type ColumnTest = TestOfColumn & {
  /** The column's folded catalog and schema, or only the schema, if binding must check them. */
  readonly within?: readonly string[];
  /**
   * The column is compared as a DECIMAL of this many digits without decimals. The test decides
   * nothing about a column with decimals or more digits.
   */
  readonly asDigits?: number;
};

type TestOfColumn =
  | {
      readonly kind: 'compare';
      /** Folded as DuckDB does (ASCII letters in lower case). */
      readonly column: string;
      readonly operator: Comparison;
      readonly constant: Constant;
    }
  | { readonly kind: 'in'; readonly column: string; readonly constants: readonly Constant[] }
  | { readonly kind: 'null' | 'not_null'; readonly column: string };

export type Comparison = '=' | '<' | '<=' | '>' | '>=';

/**
 * A constant of the text with DuckDB's type, which decides the comparison with a column and the use
 * of statistics.
 */
export type Constant =
  /** Integers and decimals: `unscaled` digits as text, divided by ten to the `scale`. */
  | { readonly type: 'exact'; readonly unscaled: string; readonly scale: number }
  /** A finite double. */
  | { readonly type: 'double'; readonly value: number }
  /** A string literal (which takes the type of the other operand), or a text cast to VARCHAR. */
  | { readonly type: 'text'; readonly text: string; readonly isLiteral: boolean }
  /**
   * DATE, TIMESTAMP, TIMESTAMP WITH TIME ZONE, in microseconds since 1970 UTC, as text. The two
   * ends differ if the column is compared as its date or month: then any moment between them
   * matches.
   */
  | { readonly type: 'time'; readonly from: string; readonly to: string }
  /** Moments relative to the start of the query: the steps from its start to each end. */
  | { readonly type: 'now'; readonly from: readonly Step[]; readonly to: readonly Step[] }
  | { readonly type: 'boolean'; readonly value: boolean }
  /** Lower case with hyphens. */
  | { readonly type: 'uuid'; readonly text: string };
