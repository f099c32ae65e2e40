import type { DuckDBConnection } from '@duckdb/node-api';
import { quoteIdentifier } from '../../kernel/quoting.ts';
import { macroCatalog } from '../../plan/macros.ts';
import { serviceFunctionNames, serviceFunctions } from '../../plan/service-functions.ts';

const macros = serviceFunctions.map(({ name, overloads }) => {
  const bodies = overloads.map(([parameters]) => {
    const call = `${quoteIdentifier(macroCatalog)}.main.${quoteIdentifier(name)}(${parameters})`;
    return `(${parameters}) AS ${call}`;
  });
  return `CREATE TEMP MACRO ${name}${bodies.join(', ')}`;
});

/** A bare name. The printer writes a macro with its catalog. */
const mayCall = new RegExp(`(?<!main\\.")\\b(?:${[...serviceFunctionNames].join('|')})\\b`, 'i');

/** True where a text may call a service function by its bare name. */
export const mayCallService = (sql: string) => mayCall.test(sql);

/**
 * Defines the service's own functions under bare names, for a text that runs as written. The
 * definitions end with the connection.
 */
export async function addServiceFunctions(
  connection: DuckDBConnection,
  sql: string,
): Promise<void> {
  if (mayCallService(sql)) await connection.run(macros.join(';\n'));
}
