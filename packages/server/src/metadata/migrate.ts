import { type Kysely, sql } from 'kysely';
import { invariant } from '../kernel/invariant.ts';
import { allMigrations } from './migrations/all-migrations.ts';
import { createTable, type MigrationDialect } from './migrations/create-table.ts';
import type { Migration } from './migrations/migration.ts';
import type { Metadata } from './open-metadata.ts';
import { retryConflicts } from './retry-conflicts.ts';

/** A number that no other program uses on the PostgreSQL database: "quern" in ASCII. */
const advisoryLockKey = 0x717565726e;

/** Records the executed migrations; the highest version is the schema's version. */
type VersionSchema = {
  schema_versions: { version: number; name: string; applied_at: number };
};

/**
 * Upgrades the metadata to the newest version of `migrations` and returns the version. Each
 * migration runs in a transaction with its record, so a failed migration leaves the previous
 * version. If several nodes start together, one migrates, and the others wait and find the work
 * done.
 *
 * Throws an Error with both versions if the schema is newer than this program knows.
 */
export async function migrateMetadata(
  metadata: Metadata,
  nowMs: number,
  migrations: readonly Migration[] = allMigrations,
): Promise<number> {
  migrations.forEach((migration, index) => {
    invariant(migration.version === index + 1, 'migrations are numbered 1, 2, 3 without gaps');
  });
  const db = metadata.db as unknown as Kysely<unknown>;
  for (;;) {
    const step = await retryConflicts(() => migrateOneStep(db, metadata.kind, nowMs, migrations));
    if (step === 'done') return migrations.length;
  }
}

/**
 * Deliberately not `metadata.transaction`. A serializable transaction takes its snapshot with the
 * statement that waits for the lock, and would not see the changes of the previous lock owner. READ
 * COMMITTED takes a new snapshot per statement.
 */
function migrateOneStep(
  db: Kysely<unknown>,
  dialect: MigrationDialect,
  nowMs: number,
  migrations: readonly Migration[],
): Promise<'migrated' | 'done'> {
  return db.transaction().execute(async (trx) => {
    if (dialect === 'postgres') {
      await sql`set local statement_timeout = 0`.execute(trx);
      await sql`select pg_advisory_xact_lock(${advisoryLockKey})`.execute(trx);
    }
    const version = await schemaVersion(trx, dialect);
    if (version > migrations.length) {
      throw new Error(
        `the metadata has schema version ${version}, but this program knows versions up to ${migrations.length} only; ` +
          'start a newer program, or restore the metadata from before the upgrade',
      );
    }
    const next = migrations[version];
    if (next === undefined) return 'done';
    await next.up({ trx, dialect });
    await trx
      .withTables<VersionSchema>()
      .insertInto('schema_versions')
      .values({ version: next.version, name: next.name, applied_at: nowMs })
      .execute();
    return 'migrated';
  });
}

/** Returns 0 for an empty database, after creating the version table. */
async function schemaVersion(trx: Kysely<unknown>, dialect: MigrationDialect): Promise<number> {
  if (!(await hasVersionTable(trx, dialect))) {
    const columns = { version: 'integer', name: 'text', applied_at: 'integer' } as const;
    await createTable({ trx, dialect }, 'schema_versions', { columns, primaryKey: ['version'] });
  }
  const row = await trx
    .withTables<VersionSchema>()
    .selectFrom('schema_versions')
    .select((eb) => eb.fn.max('version').as('version'))
    .executeTakeFirst();
  return row?.version ?? 0;
}

async function hasVersionTable(trx: Kysely<unknown>, dialect: MigrationDialect): Promise<boolean> {
  const query =
    dialect === 'postgres'
      ? sql`select 1 where to_regclass('schema_versions') is not null`
      : sql`select 1 from sqlite_master where type = 'table' and name = 'schema_versions'`;
  return (await query.execute(trx)).rows.length > 0;
}
