import type { Printing } from './printing.ts';
import { expectFields, type Fields, listOf, openNode, present, refuse } from './tree.ts';

/** A function call in one form for all node kinds of the parser. */
export interface Call {
  /** Lower case. */
  readonly name: string;
  readonly args: readonly unknown[];
  readonly distinct: boolean;
  readonly ignoreNulls: boolean;
  /** ` OVER (...)`, or nothing. */
  readonly over: string;
  readonly overHasOrder: boolean;
  /** The printed ORDER BY of WITHIN GROUP, and its nodes. */
  readonly within: { readonly text: string; readonly items: readonly unknown[] } | undefined;
}

/** Prints a Snowflake function in DuckDB's SQL. */
export type Rule = (call: Call, printing: Printing) => string;
export type Rules = Readonly<Record<string, Rule>>;

export function checkCount(call: Call, least: number, most: number = least): void {
  const count = call.args.length;
  if (count >= least && count <= most) return;
  refuse(`${call.name.toUpperCase()} with ${count} argument${count === 1 ? '' : 's'}`);
}

/** A plain scalar function with a bounded number of arguments, none of them VARIANT. */
export function scalar(
  least: number,
  template: (...args: string[]) => string,
  most: number = least,
): Rule {
  return (call, printing) => {
    checkCount(call, least, most);
    refuseModifiers(call);
    return template(...call.args.map((arg) => printing.value(arg)));
  };
}

export function refuseModifiers(call: Call): void {
  if (call.distinct) refuse(`DISTINCT in ${call.name.toUpperCase()}`);
  if (call.over !== '') refuse(`${call.name.toUpperCase()} as a window function`);
  if (call.within !== undefined) refuse(`WITHIN GROUP after ${call.name.toUpperCase()}`);
  if (call.ignoreNulls) refuse(`IGNORE NULLS in ${call.name.toUpperCase()}`);
}

const one = ['this'] as const;
const pair = ['this', 'expression'] as const;

/**
 * Call nodes by kind, each with the fields of the arguments in order; `-` means the kind itself.
 */
const callNodes: Readonly<Record<string, readonly [name: string, args: readonly string[]]>> = {
  nvl: ['nvl', pair],
  nvl2: ['nvl2', ['this', 'true_value', 'false_value']],
  if_func: ['iff', ['condition', 'true_value', 'false_value']],
  add_months: ['add_months', pair],
  next_day: ['next_day', pair],
  day_of_month: ['dayofmonth', one],
  day_of_week: ['dayofweek', one],
  day_of_year: ['dayofyear', one],
  week_of_year: ['weekofyear', one],
  floor: ['floor', ['this', 'scale']],
  ceil: ['ceil', ['this', 'decimals', 'scale']],
  log: ['log', ['base', 'this']],
  mod_func: ['mod', pair],
  substring: ['substr', ['this', 'start', 'length']],
  str_position: ['charindex', ['substr', 'this', 'position']],
  contains: ['contains', pair],
  starts_with: ['startswith', pair],
  ends_with: ['endswith', pair],
  array_append: ['array_append', pair],
  array_contains: ['array_contains', pair],
  array_except: ['array_except', pair],
  array_position: ['array_position', pair],
  array_prepend: ['array_prepend', pair],
  months_between: ['months_between', pair],
  list_agg: ['listagg', ['this', 'separator']],
  regexp_like: ['regexp_like', ['this', 'pattern', 'flags']],
  n_tile: ['ntile', ['num_buckets']],
  lag: ['lag', ['this', 'offset', 'default']],
  lead: ['lead', ['this', 'offset', 'default']],
  nth_value: ['nth_value', ['this', 'offset']],
};

/** Kinds with the function's name and one argument under `this`. */
const plainNodes = new Set(
  `abs any_value approx_count_distinct array_agg array_compact array_distinct array_reverse array_size avg cos count_if day degrees exp first_value hour initcap
  last_value length ln lower max median min minute mode month parse_json quarter radians second sin sqrt stddev stddev_pop
  stddev_samp sum tan to_json typeof upper var_pop var_samp variance year cot acos asin atan`
    .trim()
    .split(/\s+/),
);

const emptyNodes: Readonly<Record<string, string>> = {
  row_number: 'row_number',
  rank: 'rank',
  dense_rank: 'dense_rank',
  percent_rank: 'percent_rank',
  cume_dist: 'cume_dist',
  pi: 'pi',
};

const withoutModifiers = {
  distinct: false,
  ignoreNulls: false,
  over: '',
  overHasOrder: false,
  within: undefined,
} as const;

const modifiers = ['distinct', 'ignore_nulls', 'name'];

/** The call of a node; undefined for any other node. */
export function readCall(value: unknown): Call | undefined {
  const { kind, fields } = openNode(value);
  if (kind === 'function' || kind === 'aggregate_function') return functionCall(kind, fields);
  const empty = emptyNodes[kind];
  if (empty !== undefined) {
    expectFields(empty, fields);
    return { ...withoutModifiers, name: empty, args: [] };
  }
  if (kind === 'coalesce') {
    expectFields('COALESCE', fields, 'expressions');
    return { ...withoutModifiers, name: 'coalesce', args: listOf(fields, 'expressions') };
  }
  const named = callNodes[kind] ?? (plainNodes.has(kind) ? ([kind, one] as const) : undefined);
  if (named === undefined) return undefined;
  const [name, args] = named;
  expectFields(name.toUpperCase(), fields, ...args, ...modifiers);
  return {
    ...withoutModifiers,
    name,
    args: args.map((field) => fields[field]).filter(present),
    distinct: fields.distinct === true,
    ignoreNulls: fields.ignore_nulls === true,
  };
}

function functionCall(kind: string, fields: Fields): Call {
  expectFields('a function call', fields, 'name', 'args', 'distinct', 'ignore_nulls', 'no_parens');
  if (fields.quoted === true) refuse('a function with a quoted name');
  const name = String(fields.name).toLowerCase();
  if (
    kind === 'function' &&
    fields.no_parens === true &&
    !/^current_(?:date|timestamp|time)$/.test(name)
  ) {
    refuse(`${name.toUpperCase()} without parentheses`);
  }
  return {
    ...withoutModifiers,
    name,
    args: listOf(fields, 'args'),
    distinct: fields.distinct === true,
    ignoreNulls: fields.ignore_nulls === true,
  };
}
