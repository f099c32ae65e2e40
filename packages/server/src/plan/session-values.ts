import { badRequest } from '../kernel/errors.ts';
import {
  allowedAggregates,
  allowedScalars,
  allowedTableFunctions,
  refusedFamilies,
  refusedFunctions,
  refusedTableFunctions,
} from './duckdb/function-lists.ts';
import { foldName } from './duckdb/read-tree.ts';
import type { Fields } from './fields.ts';
import { nearestName } from './nearest-name.ts';
import { serviceFunctionNames } from './service-functions.ts';

/**
 * The parser reads these words without parentheses as columns; without such a column they are
 * functions.
 */
const sessionValues = new Set([
  'current_catalog',
  'current_schema',
  'current_user',
  'current_role',
  'session_user',
]);

export function refuseSessionValue(column: Fields): void {
  const names = Array.isArray(column.column_names) ? column.column_names : [];
  const name = foldName(String(names[0] ?? ''));
  if (names.length === 1 && sessionValues.has(name)) throw badRequest(unavailable(name));
}

export function unavailable(name: string): string {
  const reason =
    refusedFunctions.get(name) ?? refusedFamilies.find(({ pattern }) => pattern.test(name))?.reason;
  if (reason !== undefined)
    return `function '${name}' is not available: it ${reason}`
      .replace('it use ', 'use ')
      .replace('it geo', 'geo');
  if (allowedTableFunctions.has(name)) return `function '${name}' gives rows: use it in FROM`;
  if (refusedTableFunctions.has(name)) return `function '${name}' is not available`;
  const nearest = nearestName(name, [
    ...allowedScalars,
    ...allowedAggregates,
    ...serviceFunctionNames,
  ]);
  return `function '${name}' is not available${nearest === undefined ? '' : `; did you mean '${nearest}'?`}`;
}
