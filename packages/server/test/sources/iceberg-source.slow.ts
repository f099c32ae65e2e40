/**
 * The Iceberg driver through real source workers, on tables written by pyiceberg: docs/types.md row
 * by row, pyiceberg's own reading, and failures.
 */
import { mkdtempSync, readdirSync, realpathSync, rmSync, truncateSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parseType, printType } from '../../src/engine/types/duckdb-type.ts';
import type { SourceConfig } from '../../src/sources/source.ts';
import { canRunPython, installTimeoutMs } from '../clients/python-environment.ts';
import { canRunS3Server, type S3Server, startS3Server } from '../s3-server.ts';
import { type IcebergCatalog, startIcebergCatalog } from './iceberg-catalog.ts';
import { documentedTypes, type ReadTable, SourceFixture } from './source-fixture.ts';

const documented = documentedTypes('Types of Iceberg as a source');
const folder = realpathSync(mkdtempSync(join(tmpdir(), 'quern-iceberg-')));
const bucket = 'lake';

describe.skipIf(!canRunPython() || !canRunS3Server())('Iceberg (pyiceberg, versitygw)', () => {
  const fixture = new SourceFixture('iceberg', {
    rules: {
      allow: [{ kind: 'any' }, { kind: 'folder', path: folder }],
      deny: [],
      loopbackOpen: true,
      own: [],
      ownPaths: [],
    },
  });
  let s3: S3Server;
  let catalog: IcebergCatalog;
  let config: SourceConfig;

  beforeAll(async () => {
    s3 = await startS3Server();
    const credentials = { accessKeyId: s3.accessKeyId, secretAccessKey: s3.secretAccessKey };
    const place = { endpoint: s3.endpoint, region: 'us-east-1', forcePathStyle: true };
    const client = new S3Client({ ...place, credentials });
    await client.send(new CreateBucketCommand({ Bucket: bucket }));
    client.destroy();
    catalog = await startIcebergCatalog(folder, documented, { endpoint: s3.endpoint, bucket });
    config = fixture.config({ uri: catalog.uri, token: 'fixed-token' });
  }, installTimeoutMs);
  afterAll(async () => {
    await fixture.close();
    await catalog?.stop();
    await s3?.stop();
    rmSync(folder, { recursive: true });
  });

  const read = (table: string, of = config) => fixture.read(of, { schema: 'main', table });
  const sorted = (rows: readonly (readonly (string | null)[])[]) =>
    rows.map((row) => JSON.stringify(row)).sort();

  describe('of types', () => {
    let found: ReadTable;
    beforeAll(async () => {
      found = await read('types');
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

  test('every table reads as pyiceberg reads it: renames, promotions, nested fields, deleted positions, partitions, both versions', async () => {
    const { tables } = catalog.expected;
    expect(Object.keys(tables).length).toBeGreaterThanOrEqual(9);
    for (const [name, { columns, rows }] of Object.entries(tables)) {
      const [schema = '', table = ''] = name.split('|');
      const found = await fixture.read(config, { schema, table });
      expect([name, found.summary.columns.map((column) => column.name)]).toEqual([name, columns]);
      expect([name, sorted(found.rows)]).toEqual([name, sorted(rows)]);
      expect(found.summary.rows).toBe(rows.length);
    }
    expect(tables['main|deleted']?.rows.length).toBe(60 - 9 + 30 - 2 + 10);
  });

  test('rows deleted by their values are gone, of files that are older, null and NaN among them', async () => {
    const found = await read('equal');
    expect(found.summary.columns.map(({ name }) => name)).toEqual(['number', 's', 'd']);
    expect(sorted(found.rows)).toEqual(sorted(catalog.expected.equal));
  });

  test('tables of all namespaces are discovered, but for those that the user may not read', async () => {
    const found = await fixture.discover(config);
    const names = found.map(({ schema, name }) => `${schema}|${name}`);
    const known = [...Object.keys(catalog.expected.tables), 'main|equal', 'main|types'];
    expect([...names].sort()).toEqual(known.sort());
    expect(names).toContain('main.inner|deep');
    const evolved = found.find(({ name }) => name === 'evolved');
    expect(evolved).toMatchObject({
      kind: 'table',
      primaryKey: ['id'],
      comment: "of 'all'",
      rowEstimate: 22,
    });
    expect(evolved?.columns.slice(0, 4)).toEqual([
      {
        name: 'share',
        sourceType: 'double',
        type: 'DOUBLE',
        nullable: true,
        comment: null,
        note: null,
      },
      {
        name: 'id',
        sourceType: 'long',
        type: 'BIGINT',
        nullable: false,
        comment: 'what it is known by',
        note: null,
      },
      {
        name: 'now',
        sourceType: 'string',
        type: 'VARCHAR',
        nullable: true,
        comment: null,
        note: null,
      },
      {
        name: 'st',
        sourceType: 'struct<x2: int, z: int>',
        type: 'STRUCT("x2" INTEGER, "z" INTEGER)',
        nullable: true,
        comment: null,
        note: null,
      },
    ]);
    const one = await fixture.discover(config, { schema: 'main.inner', table: 'deep' });
    expect(one.map(({ name }) => name)).toEqual(['deep']);
  });

  test('columns are read in the order that is asked for', async () => {
    const request = { schema: 'main', table: 'first', columns: ['s'] };
    const found = await fixture.read(config, request);
    expect(found.summary.columns).toEqual([{ name: 's', stagedType: 'VARCHAR', type: 'VARCHAR' }]);
    expect(found.rows).toHaveLength(25);
  });

  test('a client signs in for a token, and again when the catalog takes it no more', async () => {
    const client = { client_id: 'reader', client_secret: 'pass word&' };
    const of = fixture.config({ uri: catalog.uri, warehouse: 'made', ...client });
    expect(await fixture.check(of)).toEqual({ version: 'Iceberg REST catalog' });
    const discovering = fixture.discover(of);
    await catalog.expireTokens();
    expect((await discovering).length).toBeGreaterThan(5);
    const wrong = fixture.config({ uri: catalog.uri, ...client, client_secret: 'wrong' });
    await expect(fixture.check(wrong)).rejects.toMatchObject({
      class: 'authentication',
      message: expect.not.stringContaining('wrong'),
    });
  });

  test.each([
    [{ token: 'wrong-token' }, 'authentication', "check 'token'"],
    [{ token: 'fixed-token', warehouse: 'none' }, 'not_found', "'warehouse'"],
    [{}, 'authentication', "check 'token'"],
    [{ token: 'fixed-token', client_id: 'a', client_secret: 'b' }, 'configuration', 'exclude'],
    [{ client_id: 'reader' }, 'configuration', 'together'],
    [{ token: 'fixed-token', uri: 'http://198.51.100.7' }, 'configuration', 'https:// alone'],
  ])('%j is refused as %s', async (change, errorClass, said) => {
    const of = fixture.config({ uri: catalog.uri, ...change });
    await expect(fixture.check(of)).rejects.toMatchObject({
      class: errorClass,
      message: expect.stringContaining(said),
    });
  });

  test('a catalog at an address that is not allowed is not asked', async () => {
    const strict = new SourceFixture('iceberg', {
      rules: { allow: [], deny: [], loopbackOpen: false, own: [], ownPaths: [] },
    });
    try {
      await expect(strict.check(config)).rejects.toMatchObject({ class: 'address_refused' });
    } finally {
      await strict.close();
    }
  });

  test('files outside of the folders that are allowed are not read', async () => {
    const strict = new SourceFixture('iceberg');
    try {
      const reading = strict.read(config, { schema: 'main', table: 'first' });
      await expect(reading).rejects.toMatchObject({ class: 'address_refused' });
    } finally {
      await strict.close();
    }
  });

  test("keys of the connection are used in place of the catalog's", async () => {
    const keys = { s3_access_key_id: s3.accessKeyId, s3_secret_access_key: s3.secretAccessKey };
    const own = { uri: catalog.uri, token: 'fixed-token', s3_endpoint: s3.endpoint, ...keys };
    expect((await read('remote', fixture.config(own))).rows).toHaveLength(1000);
    const wrong = fixture.config({ ...own, s3_secret_access_key: 'another' });
    await expect(read('remote', wrong)).rejects.toMatchObject({ class: 'authentication' });
  });

  test('a table that is not there, and a cursor, are refused by name', async () => {
    await expect(read('missing')).rejects.toMatchObject({ class: 'not_found' });
    const cursor = { column: 'i', value: '1' };
    const asked = fixture.read(config, { schema: 'main', table: 'first', cursor });
    await expect(asked).rejects.toMatchObject({ class: 'unsupported' });
  });

  test('files that were cut off are said to be others, and nothing of them is left', async () => {
    const [plain = ''] = readdirSync(folder).filter((name) => name.startsWith('plain'));
    truncateSync(join(folder, plain), 100);
    const extraction = fixture.extract(config, { schema: 'main', table: 'added' });
    await expect(extraction).rejects.toMatchObject({
      class: 'source_failed',
      message: expect.stringContaining('is not the one'),
    });
  });
});
