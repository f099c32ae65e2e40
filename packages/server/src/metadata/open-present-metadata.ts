import { existsSync } from 'node:fs';
import { sql } from 'kysely';
import { type Metadata, openMetadata, sqlitePath } from './open-metadata.ts';

/**
 * The metadata of a service that started at least once; null, with nothing created, if no service
 * has started. Commands beside a service work only on existing metadata.
 */
export async function openPresentMetadata(url: string): Promise<Metadata | null> {
  if (url.startsWith('sqlite:') && !existsSync(sqlitePath(url))) return null;
  const metadata = await openMetadata(url);
  try {
    const { rows } = await sql<{ found: string | null }>`${
      metadata.kind === 'postgres'
        ? sql`select cast(to_regclass('lake_snapshots') as text) as found`
        : sql`select name as found from sqlite_master where type = 'table' and name = 'lake_snapshots'`
    }`.execute(metadata.db);
    if (rows.some(({ found }) => found !== null)) return metadata;
  } catch (error) {
    await metadata.close();
    throw error;
  }
  await metadata.close();
  return null;
}
