import { badRequest } from '../kernel/errors.ts';

/** How many of each stand around a place in DuckDB's tree. */
export interface Nesting {
  readonly lambdas: number;
  readonly subqueries: number;
  readonly values: number;
}

export const noNesting: Nesting = { lambdas: 0, subqueries: 0, values: 0 };

const namesOf: Readonly<Record<keyof Nesting, string>> = {
  lambdas: "lambda functions or steps of '->'",
  subqueries: 'subqueries inside expressions',
  values: 'lists, structs and rows',
};

const valueMakers = new Set(['list_value', 'list_pack', 'array_value', 'struct_pack', 'row', 'map', 'struct_insert']);

/** What stands around the parts of an expression; throws BAD_REQUEST where one kind of it is deeper than `limit` levels. */
export function nestingWithin(around: Nesting, fields: Readonly<Record<string, unknown>>, limit: number): Nesting {
  const kind = kindOf(fields);
  if (kind === undefined) return around;
  const within = { ...around, [kind]: around[kind] + 1 };
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
  return valueMakers.has(String(fields.function_name).toLowerCase()) ? 'values' : undefined;
}
