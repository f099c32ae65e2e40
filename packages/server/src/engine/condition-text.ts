import type { DuckDBConnection } from '@duckdb/node-api';
import type { ConditionPlace } from '../plan/types.ts';

/**
 * The text of a SELECT of the column `place` for the rows that meet a condition of a parsed tree.
 * DuckDB itself cuts the condition out of the tree, because other readers lose digits of long
 * numbers. Nothing is bound or run. Null where the text cannot be written.
 */
export async function conditionText(
  connection: DuckDBConnection,
  tree: string,
  { select, parts }: ConditionPlace,
  place: string,
): Promise<string | null> {
  const path = `$.statements[0]${select}`;
  const column = { class: 'COLUMN_REF', type: 'COLUMN_REF', alias: '', query_location: 0 };
  const changed = JSON.stringify({
    select_list: [{ ...column, column_names: [place] }],
    modifiers: [],
  });
  const conjuncts = (parts ?? []).map((part) => `${path}.where_clause.children[${part}]`);
  const children = conjuncts.map((_path, index) => `json_extract($1::JSON, $${index + 4})`);
  const where = `json_object('where_clause', json_object('class', 'CONJUNCTION', 'type', 'CONJUNCTION_AND',
    'alias', '', 'query_location', 0, 'children', [${children.join(', ')}]))`;
  const patches = parts === undefined ? '$3::JSON' : `$3::JSON, ${where}`;
  const prepared = await connection.prepare(
    `SELECT json_deserialize_sql(json_object('error', false, 'statements', json_array(
      json_object('node', json_merge_patch(json_extract($1::JSON, $2), ${patches})))))`,
  );
  try {
    prepared.bindVarchar(1, tree);
    prepared.bindVarchar(2, path);
    prepared.bindVarchar(3, changed);
    for (const [index, conjunct] of conjuncts.entries()) prepared.bindVarchar(index + 4, conjunct);
    const text = (await prepared.runAndReadAll()).getRows()[0]?.[0];
    return typeof text === 'string' ? text : null;
  } catch {
    return null;
  } finally {
    prepared.destroySync();
  }
}
