import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { migrateMetadata } from '../../src/metadata/migrate.ts';
import { allMigrations } from '../../src/metadata/migrations/all-migrations.ts';
import { createTable } from '../../src/metadata/migrations/create-table.ts';
import type { Migration } from '../../src/metadata/migrations/migration.ts';
import type { Metadata } from '../../src/metadata/open-metadata.ts';
import { createMetadataBackend, type MetadataBackend, metadataKinds } from './metadata-backends.ts';
import { readColumns } from './read-columns.ts';
import { schemaColumns } from './schema-columns.ts';

const newest = allMigrations.length;

const addPets: Migration = {
  version: newest + 1,
  name: 'pets',
  up: (context) =>
    createTable(context, 'pets', { columns: { id: 'text', age: 'integer?' }, primaryKey: ['id'] }),
};

const failsHalfWay: Migration = {
  version: newest + 1,
  name: 'half',
  async up(context) {
    await addPets.up(context);
    await sql`insert into pets (id, no_such_column) values ('a', 'b')`.execute(context.trx);
  },
};

async function versionsOf(metadata: Metadata): Promise<unknown[]> {
  const { rows } = await sql<{
    version: number;
  }>`select version from schema_versions order by version`.execute(metadata.db);
  return rows.map((row) => row.version);
}

const allVersions = allMigrations.map((migration) => migration.version);

describe.each(metadataKinds)('migrations on %s', (kind) => {
  let backend: MetadataBackend;
  let metadata: Metadata;

  beforeEach(async () => {
    backend = await createMetadataBackend(kind);
    metadata = await backend.open();
  });
  afterEach(() => backend.remove());

  test('make exactly the tables and columns that the schema declares', async () => {
    expect(await migrateMetadata(metadata, 5)).toBe(newest);
    expect(await readColumns(metadata)).toEqual(schemaColumns);
  });

  test('do nothing the second time', async () => {
    await migrateMetadata(metadata, 5);
    await metadata.db
      .insertInto('nodes')
      .values({ id: 'n1', started_at: 0, heartbeat_at: 0 })
      .execute();
    expect(await migrateMetadata(metadata, 6)).toBe(newest);
    expect(await versionsOf(metadata)).toEqual(allVersions);
    expect(await metadata.db.selectFrom('nodes').select('id').execute()).toEqual([{ id: 'n1' }]);
  });

  test('run once when many connections begin together', async () => {
    const others = await Promise.all(Array.from({ length: 5 }, () => backend.open()));
    const migrations = [...allMigrations, addPets];
    const reached = await Promise.all(
      [metadata, ...others].map((node) => migrateMetadata(node, 5, migrations)),
    );
    expect(reached).toEqual([
      newest + 1,
      newest + 1,
      newest + 1,
      newest + 1,
      newest + 1,
      newest + 1,
    ]);
    expect(await versionsOf(metadata)).toEqual([...allVersions, newest + 1]);
  });

  test('run once when two processes begin together', async () => {
    const compiled = new URL('../../dist/metadata/', import.meta.url);
    const program = `
      const { openMetadata } = await import('${new URL('open-metadata.js', compiled)}');
      const { migrateMetadata } = await import('${new URL('migrate.js', compiled)}');
      const metadata = await openMetadata(process.argv[1]);
      console.log(await migrateMetadata(metadata, 5));
      await metadata.close();`;
    const runProcess = () =>
      promisify(execFile)(process.execPath, ['--input-type=module', '-e', program, backend.url]);
    const outputs = await Promise.all([runProcess(), runProcess(), runProcess()]);
    expect(outputs.map((output) => output.stdout.trim())).toEqual([
      `${newest}`,
      `${newest}`,
      `${newest}`,
    ]);
    expect(await versionsOf(metadata)).toEqual(allVersions);
  });

  test('refuse a schema that is newer than the program, naming both versions', async () => {
    await migrateMetadata(metadata, 5, [...allMigrations, addPets]);
    const refusal = migrateMetadata(metadata, 6);
    await expect(refusal).rejects.toThrow(`schema version ${newest + 1}`);
    await expect(migrateMetadata(metadata, 6)).rejects.toThrow(`versions up to ${newest} only`);
    expect(await versionsOf(metadata)).toEqual([...allVersions, newest + 1]);
  });

  test('leave the version before a migration that fails, and go on from there once it is mended', async () => {
    await expect(migrateMetadata(metadata, 5, [...allMigrations, failsHalfWay])).rejects.toThrow(
      /no_such_column/,
    );
    expect(await versionsOf(metadata)).toEqual(allVersions);
    expect(await readColumns(metadata)).toEqual(schemaColumns);
    expect(await migrateMetadata(metadata, 6, [...allMigrations, addPets])).toBe(newest + 1);
  });

  test('are refused as a list with gaps', async () => {
    const late = { ...addPets, version: newest + 2 };
    await expect(migrateMetadata(metadata, 5, [...allMigrations, late])).rejects.toThrow('gaps');
  });
});
