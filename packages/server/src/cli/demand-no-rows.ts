import type { Database } from '@quern/client';
import { shown } from './table-text.ts';
import { UsageError } from './usage-error.ts';

export interface TableName {
  readonly schema: string;
  readonly table: string;
}

/**
 * Throws a UsageError if the table has rows: only an option of the command line may replace rows,
 * and a table named by its file gives no such option. `what` describes the new rows.
 */
export async function demandNoRows(
  database: Database & { readonly name: string },
  { schema, table }: TableName,
  what: string,
): Promise<void> {
  const isNamed = (column: string, name: string) =>
    `lower(${column}) = '${name.toLowerCase().replaceAll("'", "''")}'`;
  const { rows: found } = await database.query<{ s: string; t: string }>(
    `SELECT table_schema AS s, table_name AS t FROM information_schema.tables WHERE table_catalog = current_database() AND ${isNamed('table_schema', schema)} AND ${isNamed('table_name', table)}`,
  );
  const [known] = found;
  if (known === undefined) return;
  const name = [known.s, known.t].map((part) => `"${part.replaceAll('"', '""')}"`).join('.');
  const { rows } = await database.query<{ n: number }>(`SELECT count(*) AS n FROM ${name}`);
  const count = Number(rows[0]?.n ?? 0);
  if (count === 0) return;
  throw new UsageError(
    `${known.s}.${known.t} of '${shown(database.name)}' has ${count === 1 ? '1 row' : `${count} rows`}: say --mode replace to put ${what} in their place, or another --mode to keep them`,
  );
}
