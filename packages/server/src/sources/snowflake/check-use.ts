import type { CheckReport } from '../source.ts';
import { SourceError } from '../source-error.ts';
import { schemaNames } from './catalog.ts';
import type { SnowflakeSession } from './connect-snowflake.ts';

/**
 * Signing in succeeds without database and warehouse: a small question of the catalogs takes both.
 */
export async function checkUse(session: SnowflakeSession): Promise<CheckReport> {
  const { account, version } = session;
  const names = await schemaNames(session);
  if (account.schema !== undefined && names.length === 0) {
    throw new SourceError(
      'database_missing',
      `Database '${account.database}' has no schema '${account.schema}' that the role may use; check 'schema' and 'role'`,
    );
  }
  return { version: `Snowflake ${version}` };
}
