import { type Expr, expr } from '../../resolve/expr.ts';
import { typeNamed } from '../../resolve/type.ts';
import type { Printing } from '../printing.ts';

export interface Cast {
  readonly printing: Printing;
  readonly from: Expr;
  readonly location: number | undefined;
}

export type CastImplementation = (cast: Cast) => Expr;

export const plain =
  (target: string): CastImplementation =>
  ({ from }) =>
    expr(`CAST(${from.text} AS ${typeNamed(target).engine})`, target);

export const macro =
  (name: string, target: string): CastImplementation =>
  ({ printing, from }) =>
    expr(printing.macro(name, from.text), target);

/** `$` is the value. */
export const template =
  (form: string, target: string): CastImplementation =>
  ({ from }) =>
    expr(
      form.replaceAll('$', () => from.text),
      target,
    );

export const called =
  (name: string, target: string): CastImplementation =>
  ({ from }) =>
    expr(`${name}(${from.text})`, target);

/** The same value with another type name. */
export const relabelled =
  (target: string): CastImplementation =>
  ({ from }) => ({ ...from, type: typeNamed(target) });

/** A text without a backslash stands for its own bytes. */
export const textToBytes: CastImplementation = ({ from: { text } }) =>
  expr(
    `CASE WHEN contains(${text}, '\\') THEN hotsql_bytea_input(${text}) ELSE encode(${text}) END`,
    'bytea',
  );

/**
 * Between these ends DuckDB prints a double as PostgreSQL does, except for the '.0' of whole
 * numbers.
 */
export const doubleToText =
  (target: string): CastImplementation =>
  ({ from: { text } }) => {
    const plain = `CASE WHEN ${text} = trunc(${text}) THEN CAST(CAST(${text} AS BIGINT) AS VARCHAR) ELSE CAST(${text} AS VARCHAR) END`;
    return expr(
      `CASE WHEN abs(${text}) >= 1e-4 AND abs(${text}) < 1e15 THEN ${plain} ELSE hotsql_double_text(${text}) END`,
      target,
    );
  };
