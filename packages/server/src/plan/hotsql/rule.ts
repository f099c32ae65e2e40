import type { Printing } from './printing.ts';
import type { Fields } from './tree.ts';

export interface Call {
  readonly printing: Printing;
  readonly name: string;
  readonly args: readonly unknown[];
  readonly fields: Fields;
  readonly location: number | undefined;
}

export interface FunctionRule {
  readonly kind: 'scalar' | 'aggregate' | 'window';
  readonly arity: readonly [least: number, most: number];
  /** A scalar's whole text; an aggregate's arguments. */
  readonly print: (call: Call) => string;
  /** DuckDB's name of an aggregate, where it differs. */
  readonly spelling?: string;
  /** An expression around an aggregate's call. */
  readonly wrap?: (call: Call, text: string) => string;
  readonly withinGroup?: boolean;
}

const plainArguments = ({ printing, args }: Call) => printing.expressions(args);

/** The same name and meaning in both. */
export const same = (least: number, most = least): FunctionRule => ({
  kind: 'scalar',
  arity: [least, most],
  print: (call) => `${call.name}(${plainArguments(call)})`,
});

/** DuckDB's spelling of the same function. */
export const renamed = (spelling: string, least: number, most = least): FunctionRule => ({
  kind: 'scalar',
  arity: [least, most],
  print: (call) => `${spelling}(${plainArguments(call)})`,
});

/** A macro of macros.ts. */
export const macro = (name: string, arity: number): FunctionRule => ({
  kind: 'scalar',
  arity: [arity, arity],
  print: ({ printing, args }) => printing.macro(name, ...args.map((arg) => printing.expression(arg))),
});

/** A function that the worker registers under `hotsql_<name>` (engine/functions/). */
export const registered = (name: string, least: number, most = least): FunctionRule => ({
  kind: 'scalar',
  arity: [least, most],
  print: (call) => `hotsql_${name}(${plainArguments(call)})`,
});

export const scalar = (least: number, most: number, print: (call: Call) => string): FunctionRule => ({
  kind: 'scalar',
  arity: [least, most],
  print,
});

export const aggregate = (least: number, most = least, more: Partial<FunctionRule> = {}): FunctionRule => ({
  kind: 'aggregate',
  arity: [least, most],
  print: plainArguments,
  ...more,
});

/** A window function; only aggregates take FILTER, DISTINCT and ORDER BY, and DuckDB says so. */
export const window = (least: number, most = least, more: Partial<FunctionRule> = {}): FunctionRule => ({
  kind: 'window',
  arity: [least, most],
  print: plainArguments,
  ...more,
});
