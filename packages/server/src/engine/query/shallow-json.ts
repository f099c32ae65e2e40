import type { DuckDBConnection } from '@duckdb/node-api';
import { tooDeep } from '../functions/json/json-scanner.ts';

/**
 * The depth that the service's own functions read (functions/json/json-scanner.ts). DuckDB's
 * functions end the process at some 16,000 levels.
 */
export const maxJsonDepth = 3000;

/**
 * A condition in SQL that is true where the JSON of `value` nests too deeply. A text shorter than
 * the limit cannot.
 */
export function nestsTooDeeply(value: string, levels = maxJsonDepth): string {
  const text = `CAST(${value} AS VARCHAR)`;
  return `(strlen(${text}) > ${levels} AND hotsql_json_nests_deeper(${text}, ${levels}))`;
}

/** Evaluates to `x`, computed once; raises for a value that nests too deeply. */
const shallow = (parameter: string) =>
  `list_transform([${parameter}], lambda json_value: CASE WHEN ${nestsTooDeeply('json_value')}
    THEN error('[54001] ${tooDeep}') ELSE json_value END)[1]`;

const parameters = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];
/**
 * The numbers of arguments of each function that walks its values by recursion (DuckDB 1.5.6,
 * measured; the other JSON functions do not).
 */
const recursive: Readonly<Record<string, readonly number[]>> = {
  json_structure: [1],
  json_contains: [2],
  json_merge_patch: [2, 3, 4, 5, 6, 7, 8],
};

const macros = Object.entries(recursive).map(([name, counts]) => {
  const overloads = counts.map((count) => {
    const taken = parameters.slice(0, count);
    return `(${taken.join(', ')}) AS system.main.${name}(${taken.map(shallow).join(', ')})`;
  });
  return `CREATE TEMP MACRO ${name}${overloads.join(', ')}`;
});

/** `json_group_structure` is a DuckDB macro over `json_structure`. */
const mayCall = /json_(?:group_)?structure|json_contains|json_merge_patch/i;

/** True where a text may call a recursive function. */
export const mayShield = (sql: string) => mayCall.test(sql);

/**
 * Puts macros in front of the recursive functions, for a text that may call one. DuckDB looks names
 * up among a connection's temporary objects first, even after `main.`. The macros end with the
 * connection.
 */
export async function shieldRecursiveJson(
  connection: DuckDBConnection,
  sql: string,
): Promise<void> {
  if (mayShield(sql)) await connection.run(macros.join(';\n'));
}
