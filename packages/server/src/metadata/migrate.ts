import { type Kysely, sql } from 'kysely';
import { invariant } from '../kernel/invariant.ts';
import { allMigrations } from './migrations/all-migrations.ts';
import { createTable, type MigrationDialect } from './migrations/create-table.ts';
import type { Migration } from './migrations/migration.ts';
import type { Metadata } from './open-metadata.ts';
import { retryConflicts } from './retry-conflicts.ts';

/** Any number that no other program on the same PostgreSQL database uses: "quern" in ASCII. */
const advisoryLockKey = 0x717565726e;

/** Records the migrations that ran; the newest version is the schema's. */
type VersionSchema = {
  schema_versions: { version: number; name: string; applied_at: number };
};

/**
 * Brings the metadata to the newest version of `migrations`, and gives that version. Only forward;
 * each migration in a transaction of its own with its record, so a failed one leaves the version
 * before it. Nodes that start together migrate once: the others wait, then find it done.
 *
 * Throws an Error that names both versions when the schema is newer than this program knows.
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
 * Deliberately not `metadata.transaction`: a serializable snapshot is taken by the statement that
 * waits for the lock, so it would not see what the node that held it did. READ COMMITTED looks anew
 * with each statement.
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

/** 0 on an empty database, where it also makes the table that keeps the version. */
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
