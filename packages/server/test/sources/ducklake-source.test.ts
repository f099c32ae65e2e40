/**
 * The DuckLake driver through real source workers, on lakes that DuckDB's own extension made:
 * docs/types.md row by row, and what fails.
 */
import {
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CreateBucketCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parseType, printType } from '../../src/engine/types/duckdb-type.ts';
import type { SourceConfig } from '../../src/sources/source.ts';
import { hasMariaDb, startMariaDb } from '../mariadb.ts';
import type { MySqlServer } from '../mysql-server.ts';
import { createPostgresDatabase, type PostgresDatabase } from '../postgres.ts';
import { canRunS3Server, installTimeoutMs, type S3Server, startS3Server } from '../s3-server.ts';
import {
  intoMysql,
  intoPostgres,
  type MadeLake,
  moveLake,
  unpackLake,
} from './ducklake-fixture.ts';
import { documentedTypes, type ReadTable, SourceFixture } from './source-fixture.ts';

const documented = documentedTypes('Types of a DuckLake as a source');
const folder = realpathSync(mkdtempSync(join(tmpdir(), 'quern-ducklake-')));
const fixture = new SourceFixture('ducklake', {
  rules: {
    allow: [{ kind: 'any' }, { kind: 'folder', path: folder }],
    deny: [],
    loopbackOpen: true,
    own: [],
    ownPaths: [],
  },
});
let lake: MadeLake;
let config: SourceConfig;
let postgres: PostgresDatabase | undefined;
let edits = 0;

beforeAll(() => {
  lake = unpackLake('sqlite', join(folder, 'sqlite'));
  moveLake(lake);
  config = fixture.config({ catalog_url: `sqlite:${lake.catalog}` });
});
afterAll(async () => {
  await fixture.close();
  await postgres?.drop();
  rmSync(folder, { recursive: true });
});

const read = (table: string, of = config) => fixture.read(of, { schema: 'main', table });
const sorted = (rows: readonly (readonly (string | null)[])[]) =>
  rows.map((row) => JSON.stringify(row)).sort();

/** Every table reads as the extension reads it. */
async function readsAsTheExtension(of: SourceConfig, { expected }: MadeLake): Promise<void> {
  for (const [name, { columns, rows }] of Object.entries(expected)) {
    const at = name.indexOf('.');
    const found = await fixture.read(of, { schema: name.slice(0, at), table: name.slice(at + 1) });
    expect([name, found.summary.columns.map((column) => column.name)]).toEqual([name, columns]);
    expect([name, sorted(found.rows)]).toEqual([name, sorted(rows)]);
    expect(found.summary.rows).toBe(rows.length);
  }
}

/** A copy of the catalog with something else in it. */
function edited(sql: string, of = lake): SourceConfig {
  edits += 1;
  const copy = join(folder, `edited-${edits}`);
  cpSync(of.catalog, copy);
  const database = new Database(copy);
  database.exec(sql);
  database.close();
  return fixture.config({ catalog_url: `sqlite:${copy}` });
}

describe.each(['types_file', 'types_inlined'])('of %s', (table) => {
  let found: ReadTable;
  beforeAll(async () => {
    found = await read(table);
  });
  test.each(documented.map((row, index) => [row.sourceType, row.value, row, index] as const))(
    'a column of %s with %s is kept as documented',
    (_type, _value, { type, text }, index) => {
      expect(found.summary.columns[index]).toMatchObject({
        name: `v${index}`,
        type: printType(parseType(type)),
      });
      expect(found.rows.map((row) => row[index])).toEqual([text, null]);
    },
  );
});

describe('a catalog', () => {
  test('on SQLite: files, deletions, inlined rows and altered tables read as with the extension', async () => {
    await readsAsTheExtension(config, lake);
  });

  test('in a file of DuckDB', async () => {
    const other = unpackLake('duckdb', join(folder, 'duckdb'));
    const of = fixture.config({
      catalog_url: `ducklake:${other.catalog}`,
      data_path: other.dataPath,
    });
    await readsAsTheExtension(of, other);
    expect(await fixture.check(of)).toEqual({
      version: expect.stringMatching(/^DuckLake 1\.0 on DuckDB 1\./),
    });
  });

  test('on PostgreSQL, its password kept apart', async () => {
    const other = unpackLake('postgres', join(folder, 'postgres'));
    postgres = await createPostgresDatabase();
    const { url } = postgres;
    await intoPostgres(url, other);
    const of = fixture.config({ catalog_url: url, data_path: other.dataPath });
    expect(of.catalog_url).not.toContain(new URL(url).password);
    await readsAsTheExtension(of, other);
    const inlined = await read('types_inlined', of);
    expect(inlined.rows.map((row) => row.slice(0, documented.length))).toEqual([
      documented.map(({ text }) => text),
      documented.map(() => null),
    ]);
    const wrong = fixture.config({ catalog_url: url.replace(/:[^:@/]+@/, ':wrong@') });
    await expect(fixture.check(wrong)).rejects.toMatchObject({ class: 'authentication' });
  });

  describe.skipIf(!hasMariaDb)('on MariaDB (mariadb-server-core)', () => {
    let server: MySqlServer;
    beforeAll(async () => {
      server = await startMariaDb();
    }, 120_000);
    afterAll(() => server.stop());

    test('reads as with the extension', async () => {
      const other = unpackLake('mysql', join(folder, 'mysql'));
      const client = await server.connect();
      await client.query('CREATE DATABASE lake; USE lake');
      await intoMysql(client, other);
      await client.end();
      const { host, port, password } = server;
      const of = fixture.config({
        catalog_url: `mysql://quern@${host}:${port}/lake`,
        password,
        data_path: other.dataPath,
      });
      await readsAsTheExtension(of, other);
    });
  });

  test('is discovered: names, types in its words, comments, estimates', async () => {
    const found = await fixture.discover(config);
    expect(found[0]).toEqual({
      schema: 'Odd "One',
      name: 'T.1',
      kind: 'table',
      primaryKey: [],
      comment: "of 'all'",
      rowEstimate: 0,
      columns: [
        {
          name: 'a b',
          sourceType: 'int32',
          type: 'INTEGER',
          nullable: false,
          comment: 'first',
          note: null,
        },
        {
          name: 'ü',
          sourceType: 'uuid',
          type: 'VARCHAR',
          nullable: true,
          comment: null,
          note: 'comes as VARCHAR',
        },
      ],
    });
    const [evolved] = await fixture.discover(config, { schema: 'main', table: 'evolved' });
    expect(evolved?.columns.map(({ name, sourceType }) => `${name} ${sourceType}`)).toEqual([
      'i int64',
      'txt varchar',
      'st struct(x int32, y varchar)',
      'li list(int32)',
      'm map(varchar, int32)',
      'extra int32',
      'label varchar',
      'day date',
      'd float64',
    ]);
    expect((await fixture.discover(config, { table: 'plain' }))[0]?.rowEstimate).toBe(400);
  });
});

test('a file that is the table is given as it is, linked and not copied; doubles under a Bloom filter are written anew', async () => {
  const extraction = fixture.extract(config, { schema: 'main', table: 'plain' });
  const { files } = await extraction;
  expect(
    files.map(({ rows, finished }) => [rows, finished?.checksum, finished?.columns.i]),
  ).toEqual([
    [300, undefined, { min: '0', max: '299', nullCount: 0 }],
    [100, expect.any(Number), { min: '300', max: '399', nullCount: 0 }],
  ]);
  const areLinked = files.map(({ name }) => statSync(join(extraction.folder, name)).nlink > 1);
  expect(areLinked).toEqual([true, false]);
  expect(files[1]?.finished?.columns).toMatchObject({
    s: { nullCount: 100 },
    day: { nullCount: 100 },
  });
  expect(files[0]?.finished?.columns.share).toBeUndefined();
});

describe.skipIf(!canRunS3Server())('data on S3 (versitygw)', () => {
  let server: S3Server;
  beforeAll(async () => {
    server = await startS3Server();
    const region = 'us-east-1';
    const client = new S3Client({ endpoint: server.endpoint, region, forcePathStyle: true });
    await client.send(new CreateBucketCommand({ Bucket: 'lakes' }));
    for (const entry of readdirSync(lake.dataPath, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile()) continue;
      const path = join(entry.parentPath, entry.name);
      const Key = `of tests/${path.slice(lake.dataPath.length)}`;
      await client.send(new PutObjectCommand({ Bucket: 'lakes', Key, Body: readFileSync(path) }));
    }
    client.destroy();
  }, installTimeoutMs);
  afterAll(() => server.stop());

  const onS3 = (more: object = {}) =>
    fixture.config({
      catalog_url: `sqlite:${lake.catalog}`,
      data_path: 's3://lakes/of tests/',
      s3_endpoint: server.endpoint,
      s3_access_key_id: server.accessKeyId,
      s3_secret_access_key: server.secretAccessKey,
      ...more,
    });

  test('reads as with the extension', async () => {
    await readsAsTheExtension(onS3(), lake);
  });

  test.each([
    [{ s3_secret_access_key: 'wrong' }, 'authentication', 'does not take the keys'],
    [{ data_path: 's3://other/' }, 'database_missing', "Bucket 'other' does not exist"],
    [
      { data_path: 's3://lakes/elsewhere/' },
      'not_found',
      "File 's3://lakes/elsewhere/main/evolved/",
    ],
    [
      { s3_endpoint: 'http://127.0.0.1:1' },
      'unreachable',
      "Cannot connect to '127.0.0.1' on port 1",
    ],
    [
      { s3_endpoint: 'http://169.254.169.254' },
      'address_refused',
      "Cannot connect to '169.254.169.254'",
    ],
    [{ s3_endpoint: 'ftp://here' }, 'configuration', 'not of the form https://host:port'],
  ])('with %o it is told what is wrong', async (more, errorClass, words) => {
    const failure = await read('evolved', onS3(more)).catch((error) => error);
    expect([failure.class, failure.message]).toEqual([errorClass, expect.stringContaining(words)]);
    expect(failure.message).not.toContain(server.secretAccessKey);
  });
});

describe('what is not read is refused by its name', () => {
  const reading = (table: string, of = config) => read(table, of).catch((error) => error);
  const refusal = (words: string) => ({
    class: 'unsupported',
    message: expect.stringContaining(words),
  });

  test.each([
    ['refused_names', 'not written by DuckLake (name-mapped)'],
    ['refused_parts', "from before column 's' got other fields"],
    ['refused_new_parts', "from before column 's' got other fields"],
    ['refused_type', "column 'v' of type 'variant'"],
  ])('%s', async (table, words) => {
    expect(await reading(table)).toMatchObject(refusal(words));
  });

  test('encrypted lakes, deletions of other forms, other versions and cursors', async () => {
    const secret = unpackLake('encrypted', join(folder, 'encrypted'));
    expect(
      await reading('plain', fixture.config({ catalog_url: `sqlite:${secret.catalog}` })),
    ).toMatchObject(refusal('is encrypted'));
    const quiet = edited(
      "UPDATE ducklake_metadata SET value = 'false' WHERE key = 'encrypted'",
      secret,
    );
    expect(await reading('plain', quiet)).toMatchObject(refusal('has encrypted files'));
    expect(
      await reading('evolved', edited("UPDATE ducklake_delete_file SET format = 'avro'")),
    ).toMatchObject(refusal("the form 'avro'"));
    expect(
      await reading(
        'plain',
        edited("UPDATE ducklake_metadata SET value = '9.1' WHERE key = 'version'"),
      ),
    ).toMatchObject(refusal("is of version '9.1', and this service reads 1.0 and 1.1"));
    const above = fixture.extract(config, {
      schema: 'main',
      table: 'plain',
      cursor: { column: 'i', value: null },
    });
    await expect(above).rejects.toMatchObject(refusal('over a cursor'));
  });
});

describe('a failure', () => {
  const reading = (table: string, of = config) => read(table, of).catch((error) => error);

  test('of the catalog is told by class and sentence', async () => {
    const none = new Database(join(folder, 'none.db'));
    none.exec('CREATE TABLE t (i)');
    none.close();
    const check = (url: string) =>
      fixture.check(fixture.config({ catalog_url: url })).catch((error) => error);
    expect(await check(`sqlite:${join(folder, 'none.db')}`)).toMatchObject({
      class: 'configuration',
      message: expect.stringContaining('There is no DuckLake'),
    });
    expect(await check(`sqlite:${join(folder, 'absent')}`)).toMatchObject({
      class: 'address_refused',
    });
    expect(await check('sqlite:/etc/passwd')).toMatchObject({ class: 'address_refused' });
    expect(await reading('absent')).toMatchObject({ class: 'not_found' });
    const damaged = edited(
      "UPDATE ducklake_inlined_data_tables SET table_name = 'x; DROP TABLE t'",
    );
    expect(await reading('evolved', damaged)).toMatchObject({
      class: 'source_failed',
      message: expect.stringContaining('is damaged'),
    });
  });

  test('of a file: gone, cut, another one, of another folder', async () => {
    const database = new Database(lake.catalog, { readonly: true });
    const [{ path } = { path: '' }] = database
      .prepare<[], { path: string }>(
        "SELECT f.path FROM ducklake_data_file f JOIN ducklake_table t USING (table_id) WHERE table_name = 'plain'",
      )
      .all();
    database.close();
    const file = join(lake.dataPath, 'main/plain', path);
    const kept = join(folder, 'kept.parquet');
    cpSync(file, kept);
    rmSync(file);
    expect(await reading('plain')).toMatchObject({
      class: 'address_refused',
      message: expect.stringContaining(path),
    });
    cpSync(kept, file);
    truncateSync(file, 100);
    expect(await reading('plain')).toMatchObject({
      class: 'source_failed',
      message: expect.stringContaining('is not the one'),
    });
    writeFileSync(file, Buffer.alloc(statSync(kept).size, 'x'));
    expect(await reading('plain')).toMatchObject({
      class: 'source_failed',
      message: expect.stringContaining('is damaged'),
    });
    rmSync(file);
    cpSync(kept, file);
    const elsewhere = edited(
      "UPDATE ducklake_data_file SET path = '/etc/passwd', path_is_relative = 0",
    );
    expect(await reading('plain', elsewhere)).toMatchObject({
      class: 'address_refused',
      message: expect.stringContaining('/etc/passwd'),
    });
    const counted = edited('UPDATE ducklake_data_file SET record_count = record_count + 1');
    expect(await reading('plain', counted)).toMatchObject({
      class: 'source_failed',
      message: expect.stringContaining('is not the one'),
    });
    expect((await read('plain')).summary.rows).toBe(400);
  });

  test.each([
    ['oracle://a@b/c', 'is not of one of the forms'],
    ['postgres://host/db', 'needs a host, a user and a database'],
    ['postgres://u@host/db?service=x', "has the parameter 'service'"],
    ['relative/path', 'is not of one of the forms'],
    ['postgres://u:%@host/db', "'%' that is not part of an escape"],
  ])('of the URL %s', (url, words) => {
    expect(() => fixture.config({ catalog_url: url })).toThrow(words);
  });
});
