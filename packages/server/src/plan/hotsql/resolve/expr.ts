import type { FloatTree } from '../read/float-tree.ts';
import { type Type, typeNamed, unknownType } from './type.ts';

/** An expression as DuckDB's text, with the type that PostgreSQL gives it. */
export interface Expr {
  /** Stands as an operand anywhere. */
  readonly text: string;
  readonly type: Type;
  /** What a constant holds: the text of a string (typed or not), the digits of a number. */
  readonly constant?: Constant;
  /**
   * A bare integer literal, or a column that is one: BIGINT where it comes out of the statement.
   */
  readonly isLiteralInteger?: boolean;
  /** The steps of arithmetic of floats, so that a longer one is tested once. */
  readonly floats?: FloatTree;
  /** The text of a numeric whose decimals vary, for as long as this is the text of its value. */
  readonly shown?: { readonly of: string; readonly text: string };
  /**
   * Of a condition, for as long as this is its text: what is tested for it to be true, and to be
   * false.
   */
  readonly truth?: Truth;
  /** Of a comparison that DuckDB makes: the texts that it compares. */
  readonly compares?: { readonly left: string; readonly right: string };
  /** What a row is made of, where it is never null itself. */
  readonly row?: readonly NamedExpr[];
}

export interface Truth {
  readonly of: string;
  readonly whenTrue: string;
  readonly whenFalse: string;
}

export interface NamedExpr {
  readonly name: string;
  readonly expr: Expr;
}

export type Constant =
  | { readonly kind: 'text'; readonly value: string }
  | { readonly kind: 'number'; readonly value: string }
  | { readonly kind: 'boolean'; readonly value: boolean }
  | { readonly kind: 'null' };

export const expr = (text: string, type: Type | string): Expr => ({
  text,
  type: typeof type === 'string' ? typeNamed(type) : type,
});

export const nullExpr: Expr = { text: 'NULL', type: unknownType, constant: { kind: 'null' } };

/** `left operator right`, as DuckDB compares them. */
export const comparison = (left: string, operator: string, right: string): Expr => ({
  ...expr(`(${left} ${operator} ${right})`, 'bool'),
  compares: { left, right },
});

/** Whether a test compares these two as they are. */
export const comparesThese = ({ compares }: Expr, left: string, right: string) =>
  compares?.left === left && compares.right === right;

export const isNull = ({ constant }: Expr) => constant?.kind === 'null';

/** A whole number as it is written, which DuckDB takes for a position in GROUP BY and ORDER BY. */
export const isBareNumber = ({ constant, type }: Expr) =>
  constant?.kind === 'number' && /^int[248]$/.test(type.name);

/** The key of an expression, which is to be one: no position. */
export const asExpression = (value: Expr, key: string): string =>
  isBareNumber(value) ? `CAST(${key} AS ${value.type.engine})` : key;

/** The text of a numeric whose decimals vary, where it is known. */
export const shownText = ({ shown, text }: Expr): string | undefined =>
  shown?.of === text ? shown.text : undefined;

/** The text of a string literal, typed or not. */
export function textConstant({ constant }: Expr): string | undefined {
  return constant?.kind === 'text' ? constant.value : undefined;
}

/** A whole number literal. */
export function integerConstant({ constant, type }: Expr): number | undefined {
  return constant?.kind === 'number' && /^int[248]$/.test(type.name)
    ? Number(constant.value)
    : undefined;
}
