import type { FloatTree } from '../read/float-tree.ts';
import { type Type, typeNamed, unknownType } from './type.ts';

/** An expression: DuckDB's text with PostgreSQL's type. */
export interface Expr {
  /** Valid as an operand anywhere. */
  readonly text: string;
  readonly type: Type;
  /** The value of a constant: the text of a string (typed or untyped), the digits of a number. */
  readonly constant?: Constant;
  /** A bare integer literal, or a column of such literals: BIGINT in the statement's result. */
  readonly isLiteralInteger?: boolean;
  /** The steps of float arithmetic, so that a longer expression is tested once. */
  readonly floats?: FloatTree;
  /** The text of a numeric with varying decimals; valid while `of` is the text of the value. */
  readonly shown?: { readonly of: string; readonly text: string };
  /** Tests for a condition to be true and to be false; valid while the condition has this text. */
  readonly truth?: Truth;
  /** The two texts of a comparison by DuckDB. */
  readonly compares?: { readonly left: string; readonly right: string };
  /** The members of a row that is never null. */
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

/** `left operator right`, compared by DuckDB. */
export const comparison = (left: string, operator: string, right: string): Expr => ({
  ...expr(`(${left} ${operator} ${right})`, 'bool'),
  compares: { left, right },
});

/** True if the test compares exactly these two texts. */
export const comparesThese = ({ compares }: Expr, left: string, right: string) =>
  compares?.left === left && compares.right === right;

export const isNull = ({ constant }: Expr) => constant?.kind === 'null';

/** A written whole number, which DuckDB reads as a position in GROUP BY and ORDER BY. */
export const isBareNumber = ({ constant, type }: Expr) =>
  constant?.kind === 'number' && /^int[248]$/.test(type.name);

/** The key of an expression in a form that DuckDB does not read as a position. */
export const asExpression = (value: Expr, key: string): string =>
  isBareNumber(value) ? `CAST(${key} AS ${value.type.engine})` : key;

/** The text of a numeric with varying decimals, if known. */
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
