import type { DuckDBAppender, DuckDBConnection } from '@duckdb/node-api';
import { quoteIdentifier, quoteName } from '../../kernel/quoting.ts';
import { workerCatalog } from '../sandbox.ts';

/** The table in which a worker builds results, for FROM. */
export const resultTable = quoteName(workerCatalog, 'main', 'result');

/** Creates the result table with the columns. `fill` appends chunks with the columns' types. */
export async function fillResultTable(
  connection: DuckDBConnection,
  columns: readonly { readonly storedName: string; readonly storedType: string }[],
  fill: (appender: DuckDBAppender) => Promise<void> | void,
): Promise<void> {
  const declared = columns.map(
    ({ storedName, storedType }) => `${quoteIdentifier(storedName)} ${storedType}`,
  );
  await connection.run(`CREATE TABLE ${resultTable} (${declared.join(', ')})`);
  const appender = await connection.createAppender('result', 'main', workerCatalog);
  await fill(appender);
  appender.closeSync();
}

export async function dropResultTable(connection: DuckDBConnection): Promise<void> {
  await connection.run(`DROP TABLE IF EXISTS ${resultTable}`);
}
