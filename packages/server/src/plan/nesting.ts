import { badRequest } from '../kernel/errors.ts';

/** The number of each enclosing construct in DuckDB's tree. */
export interface Nesting {
  readonly lambdas: number;
  readonly subqueries: number;
  readonly values: number;
  readonly repeats: number;
}

export const noNesting: Nesting = { lambdas: 0, subqueries: 0, values: 0, repeats: 0 };

const namesOf: Readonly<Record<keyof Nesting, string>> = {
  lambdas: "lambda functions or steps of '->'",
  subqueries: 'subqueries inside expressions',
  // A call with a repeated operand names the operand by a list of one element.
  values: 'calls, lists, structs and rows',
  repeats: 'calls such as nullif() and split_part(), which compute their arguments several times,',
};

const valueMakers = new Set([
  'list_value',
  'list_pack',
  'array_value',
  'struct_pack',
  'row',
  'map',
  'struct_insert',
]);

/**
 * DuckDB's macros that repeat an argument (duckdb_functions() shows them), with the added levels.
 */
const repeating: Readonly<Record<string, number>> = {
  array_pop_back: 1,
  array_to_string: 1,
  array_to_string_comma_default: 1,
  fmod: 1,
  map_contains_entry: 1,
  nullif: 1,
  round_even: 2,
  roundbankers: 2,
  split_part: 1,
};

/** The nesting of an expression's parts; throws BAD_REQUEST if one kind exceeds `limit` levels. */
export function nestingWithin(
  around: Nesting,
  fields: Readonly<Record<string, unknown>>,
  limit: number,
): Nesting {
  const kind = kindOf(fields);
  if (kind === undefined) return around;
  const levels = kind === 'repeats' ? (repeating[nameOf(fields)] ?? 1) : 1;
  const within = { ...around, [kind]: around[kind] + levels };
  if (within[kind] > limit) {
    throw badRequest(
      `the statement nests ${namesOf[kind]} more than ${limit} levels deep; take the inner ones out into a WITH`,
    );
  }
  return within;
}

function kindOf(fields: Readonly<Record<string, unknown>>): keyof Nesting | undefined {
  if (fields.class === 'LAMBDA') return 'lambdas';
  if (fields.class === 'SUBQUERY') return 'subqueries';
  if (fields.class !== 'FUNCTION') return undefined;
  if (valueMakers.has(nameOf(fields))) return 'values';
  return Object.hasOwn(repeating, nameOf(fields)) ? 'repeats' : undefined;
}

const nameOf = (fields: Readonly<Record<string, unknown>>) =>
  String(fields.function_name).toLowerCase();
