/**
 * Files on S3 and on the web through real source workers: a real S3 server, and HTTP and HTTPS
 * servers of this process.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CreateBucketCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { DuckDBInstance } from '@duckdb/node-api';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { httpsType } from '../../src/sources/https/properties.ts';
import { completeConfig, readConfig } from '../../src/sources/read-config.ts';
import { extractTable } from '../../src/sources/remote-files/extract.ts';
import type { RemoteStore } from '../../src/sources/remote-files/remote-files.ts';
import type { SourceContext } from '../../src/sources/source.ts';
import { eventually } from '../eventually.ts';
import { canRunS3Server, installTimeoutMs, type S3Server, startS3Server } from '../s3-server.ts';
import { nested, wide } from '../wide-decimals.ts';
import { makeCertificates } from './certificates.ts';
import { parquetOfElements } from './hostile-parquet.ts';
import { SourceFixture } from './source-fixture.ts';

const folder = mkdtempSync(join(tmpdir(), 'quern-remote-'));
const files = new Map<string, Buffer>();
/** Columns of `wide`. */
const wideRows = [
  ['0', '0', '0.0000000001'],
  ['1', `1${'0'.repeat(74)}7`, '-1234567890123456789012345678901234567890.0123456789'],
  ['2', `-1${'0'.repeat(74)}1`, null],
  ['3', null, '1.5000000000'],
  ['4', '-1', '0.0000000000'],
  ['5', '9'.repeat(76), '-0.5000000000'],
];

/** Parquet written by DuckDB. */
async function parquet(name: string, select: string, options = ''): Promise<void> {
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  const path = join(folder, 'made.parquet');
  await connection.run(`COPY (${select}) TO '${path}' (FORMAT parquet${options})`);
  connection.closeSync();
  instance.closeSync();
  files.set(name, readFileSync(path));
}

beforeAll(async () => {
  await parquet(
    'sales/2024/orders.parquet',
    "SELECT i, 'ü' || i AS s, i / 2 AS share, {'u': uuid()} AS nested FROM range(1000) t(i)",
  );
  // More columns than the first look at a file's end holds.
  await parquet(
    'wide.parquet',
    `SELECT ${Array.from({ length: 1500 }, (_, index) => `${index} AS "a column ${index}"`).join(', ')}`,
  );
  await parquet('parts/a.parquet', 'SELECT i FROM range(10) t(i)');
  await parquet('parts/b.parquet', 'SELECT i FROM range(10, 20) t(i)');
  await parquet('mixed/a.parquet', 'SELECT 1 AS i');
  await parquet('mixed/b.parquet', "SELECT 'x' AS i");
  files.set(
    'people.csv',
    Buffer.from('id,name,born,score\n1,"Ann, ""A""",2001-02-03,1.5\n2,,,\n3,Zoë,1999-12-31,2\n'),
  );
  files.set('odd & more/tabs.tsv', Buffer.from('a\tb\n1\tx,y\n'));
  files.set('texts/1.csv', Buffer.from('v,w\n1,\n2,\n'));
  files.set('texts/2.csv', Buffer.from('v,w\nx,7\n'));
  files.set('broken.csv', Buffer.from('a,b\n1,2\n3\n'));
  files.set(
    'broken.parquet',
    Buffer.concat([Buffer.from('PAR1'), Buffer.alloc(500, 'x'), Buffer.from('PAR1')]),
  );
  files.set('notes.txt', Buffer.from('no table'));
  files.set(
    'large.csv',
    Buffer.from(
      `n,t\n${Array.from({ length: 90_000 }, (_, index) => `${index},"${'z'.repeat(20)}"`).join('\n')}\n90000.5,end\n`,
    ),
  );
});
afterAll(() => rmSync(folder, { recursive: true }));

describe.skipIf(!canRunS3Server())('S3 (versitygw)', () => {
  const fixture = new SourceFixture('s3');
  let server: S3Server;
  beforeAll(async () => {
    server = await startS3Server();
    const client = new S3Client({
      endpoint: server.endpoint,
      region: 'us-east-1',
      forcePathStyle: true,
    });
    await client.send(new CreateBucketCommand({ Bucket: 'exports' }));
    for (const [Key, Body] of files)
      await client.send(new PutObjectCommand({ Bucket: 'exports', Key: `all/${Key}`, Body }));
    client.destroy();
  }, installTimeoutMs);
  afterAll(async () => {
    await fixture.close();
    await server.stop();
  });

  const config = (more: object = {}) =>
    fixture.config({
      bucket: 'exports',
      prefix: 'all/',
      endpoint: server.endpoint,
      access_key_id: server.accessKeyId,
      secret_access_key: server.secretAccessKey,
      ...more,
    });

  test('each file is a table, named by its path', async () => {
    const found = await fixture.discover(config({ prefix: 'all/sales/' }));
    expect(found).toMatchObject([
      {
        schema: '2024',
        name: 'orders',
        columns: [
          { name: 'i', type: 'BIGINT', note: null },
          { name: 's', type: 'VARCHAR' },
          { name: 'share', type: 'DOUBLE' },
          { name: 'nested', type: 'STRUCT("u" VARCHAR)', note: 'comes as STRUCT("u" VARCHAR)' },
        ],
      },
    ]);
    const { summary, rows, progress } = await fixture.read(config(), {
      schema: 'sales/2024',
      table: 'orders',
    });
    expect([summary.rows, rows[999]?.slice(0, 3)]).toEqual([1000, ['999', 'ü999', '499.5']]);
    expect(summary.files).toMatchObject([
      { rows: 1000, finished: { columns: { i: { min: '0', max: '999' } } } },
    ]);
    expect(progress).toBeDefined();
    const wide = await fixture.discover(config(), { table: 'wide' });
    expect(wide[0]?.columns).toHaveLength(1500);
  });

  test('CSV has the types of all its values; names may hold anything', async () => {
    const people = await fixture.read(config(), { schema: 'main', table: 'people' });
    expect(people.summary.columns.map(({ name, type }) => `${name} ${type}`)).toEqual([
      'id BIGINT',
      'name VARCHAR',
      'born DATE',
      'score DOUBLE',
    ]);
    expect(people.rows).toEqual([
      ['1', 'Ann, "A"', '2001-02-03', '1.5'],
      ['2', null, null, null],
      ['3', 'Zoë', '1999-12-31', '2.0'],
    ]);
    expect((await fixture.read(config(), { schema: 'odd & more', table: 'tabs' })).rows).toEqual([
      ['1', 'x,y'],
    ]);
    const [sampled] = await fixture.discover(config(), { table: 'large' });
    expect(sampled?.columns[0]).toMatchObject({
      type: 'BIGINT',
      note: expect.stringContaining('first MiB'),
    });
    const large = await fixture.read(config(), { schema: 'main', table: 'large', columns: ['n'] });
    expect([large.summary.rows, large.summary.columns, large.rows.at(-1)]).toMatchObject([
      90_001,
      [{ type: 'DOUBLE' }],
      ['90000.5'],
    ]);
  });

  test('a folder may be a table', async () => {
    const folders = config({ table_per: 'folder' });
    const read = (table: string) => fixture.read(folders, { schema: 'main', table });
    expect((await read('parts')).rows.flat()).toEqual(
      Array.from({ length: 20 }, (_, index) => String(index)),
    );
    const texts = await read('texts');
    expect([texts.summary.columns, texts.rows]).toMatchObject([
      [{ type: 'VARCHAR' }, { type: 'BIGINT' }],
      [
        ['1', null],
        ['2', null],
        ['x', '7'],
      ],
    ]);
    await expect(read('mixed')).rejects.toMatchObject({
      class: 'incompatible_type',
      message: expect.stringContaining("differ in column 'i'"),
    });
  });

  test.each([
    [{ secret_access_key: 'wrong' }, 'authentication', 'does not take the keys'],
    [{ bucket: 'absent' }, 'database_missing', "Bucket 'absent' does not exist"],
    [{ bucket: 'a/b' }, 'configuration', 'is no name of a bucket'],
    [{ endpoint: 'http://127.0.0.1:1' }, 'unreachable', "Cannot connect to '127.0.0.1'"],
    [{ endpoint: 'http://169.254.169.254' }, 'address_refused', 'Cannot connect to'],
  ])('with %o it is told what is wrong', async (more, errorClass, words) => {
    const failure = await fixture.check(config(more)).catch((error) => error);
    expect([failure.class, failure.message]).toEqual([errorClass, expect.stringContaining(words)]);
    expect(failure.message).not.toContain(server.secretAccessKey);
  });

  test('what cannot be read says why', async () => {
    const failing = (table: string) =>
      fixture.extract(config(), { schema: 'main', table }).catch((error) => error);
    expect(await failing('broken')).toMatchObject({
      class: 'configuration',
      message: expect.stringContaining("would both be table 'main.broken'"),
    });
    expect(await failing('notes')).toMatchObject({ class: 'not_found' });
    const cursor = fixture.extract(config(), {
      schema: 'main',
      table: 'people',
      cursor: { column: 'id', value: null },
    });
    await expect(cursor).rejects.toMatchObject({ class: 'unsupported' });
  });
});

describe('the web', () => {
  const fixture = new SourceFixture('https');
  const certificates = makeCertificates(folder, 'localhost');
  const asked: string[] = [];
  let mode: 'as usual' | 'no ranges' | 'moved' | 'cut' | 'changing' | 'silent size' | 'silent' =
    'as usual';
  const answer = (request: IncomingMessage, response: ServerResponse): void => {
    const content = files.get(
      decodeURIComponent(new URL(request.url ?? '/', 'http://host').pathname).slice(1),
    );
    asked.push(request.url ?? '');
    // The first byte tells the size; nothing comes of what is asked for then.
    if (mode === 'silent' && request.headers.range !== 'bytes=0-0') return;
    if (mode === 'moved')
      return void response.writeHead(302, { location: 'http://169.254.169.254/' }).end();
    if (
      request.url?.startsWith('/private') &&
      request.headers.authorization !== 'Bearer of-four-words'
    )
      return void response.writeHead(401).end();
    if (!content) return void response.writeHead(404).end();
    const etag = mode === 'changing' ? `"${Math.random()}"` : '"1"';
    if (request.headers['if-match'] !== undefined && request.headers['if-match'] !== etag)
      return void response.writeHead(412).end();
    const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? [];
    if (mode === 'silent size') return void response.writeHead(200).end(content);
    if (first === undefined || mode === 'no ranges') {
      response.writeHead(200, { etag, 'content-length': content.length });
      if (mode === 'cut')
        return void response.write(content.subarray(0, 10), () => response.destroy());
      return void response.end(content);
    }
    const part = content.subarray(Number(first), Number(last) + 1);
    response
      .writeHead(206, { etag, 'content-range': `bytes ${first}-${last}/${content.length}` })
      .end(part);
  };
  const plain = createServer(answer);
  const secure = createTlsServer(
    { cert: readFileSync(certificates.server.cert), key: readFileSync(certificates.server.key) },
    answer,
  );
  let at = '';
  let secureAt = '';
  beforeAll(async () => {
    for (const server of [plain, secure])
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    at = `http://127.0.0.1:${(plain.address() as AddressInfo).port}`;
    secureAt = `https://localhost:${(secure.address() as AddressInfo).port}`;
  });
  afterAll(async () => {
    await fixture.close();
    for (const server of [plain, secure]) {
      server.closeAllConnections();
      server.close();
    }
  });

  const failing = (config: object, table?: string) => {
    const work = async () => {
      const made = fixture.config({ urls: `${at}/people.csv`, ...config });
      return table === undefined
        ? fixture.check(made)
        : fixture.extract(made, { schema: 'main', table });
    };
    return work().catch((error) => error);
  };

  test('addresses are tables; a token goes over TLS to a server that is trusted', async () => {
    const urls = `${at}/people.csv?version=3\n${at}/sales/2024/orders.parquet`;
    const found = await fixture.discover(fixture.config({ urls }));
    expect(found.map(({ schema, name }) => [schema, name])).toEqual([
      ['main', 'orders'],
      ['main', 'people'],
    ]);
    expect(
      (await fixture.read(fixture.config({ urls }), { schema: 'main', table: 'orders' })).summary
        .rows,
    ).toBe(1000);
    files.set('private/data.csv', Buffer.from('a\n1\n'));
    const token = {
      urls: `${secureAt}/private/data.csv`,
      bearer_token: 'of-four-words',
      sslrootcert: certificates.authority,
    };
    expect(
      (await fixture.read(fixture.config(token), { schema: 'main', table: 'data' })).rows,
    ).toEqual([['1']]);
    expect(await failing({ ...token, bearer_token: 'other' })).toMatchObject({
      class: 'authentication',
    });
    expect(await failing({ urls: token.urls })).toMatchObject({ class: 'certificate' });
    expect(await failing({ ...token, urls: `${at}/private/data.csv` })).toMatchObject({
      class: 'configuration',
      message: expect.stringContaining('over https:// alone'),
    });
  });

  test('addresses that would be one table are refused, and one that is gone or damaged fails its own table alone', async () => {
    const twice = await failing({
      urls: `${at}/people.csv?version=3&key=secret\n${at}/people.csv?version=4`,
    });
    expect(twice).toMatchObject({
      class: 'configuration',
      message: expect.stringContaining('would be one table'),
    });
    expect(twice.message).not.toContain('secret');
    const urls = `${at}/gone.csv\n${at}/people.csv\n${at}/people.csv`;
    expect(
      (await fixture.read(fixture.config({ urls }), { schema: 'main', table: 'people' })).summary
        .rows,
    ).toBe(3);
    expect(await fixture.discover(fixture.config({ urls }), { table: 'people' })).toHaveLength(1);
    expect(await failing({ urls }, 'gone')).toMatchObject({ class: 'not_found' });
    // The health check asks for all files.
    expect(await failing({ urls })).toMatchObject({
      class: 'not_found',
      message: expect.stringContaining('gone.csv'),
    });
    const bad = ['gone.csv', 'broken.csv', 'private.csv'];
    const ofAll = (names: readonly string[], filter = {}) =>
      fixture.discover(
        fixture.config({ urls: names.map((name) => `${at}/${name}`).join('\n') }),
        filter,
      );
    const found = await ofAll([...bad, 'people.csv']);
    const told = Object.fromEntries(found.map((table) => [table.name, table]));
    expect(Object.keys(told)).toEqual(['broken', 'gone', 'people', 'private']);
    expect(told.people?.columns.map(({ name }) => name)).toContain('id');
    expect(told.people).not.toHaveProperty('isUndescribed');
    for (const [name, reason] of [
      ['gone', "gone.csv' is not there"],
      ['broken', 'line 3'],
      ['private', 'asks for credentials'],
    ] as const) {
      expect(told[name]).toMatchObject({ isUndescribed: true, columns: [] });
      expect(told[name]?.comment?.toLowerCase()).toContain(reason);
    }
    await expect(ofAll(bad, { table: 'gone' })).rejects.toMatchObject({ class: 'not_found' });
    await expect(ofAll(['gone.csv', 'private.csv'])).rejects.toMatchObject({ class: 'not_found' });
  });

  test('decimals of more than 38 digits come as text, and are named where they are within another', async () => {
    files.set('tall.parquet', wide);
    files.set('deep.parquet', nested);
    const config = fixture.config({ urls: `${at}/tall.parquet\n${at}/deep.parquet` });
    const [deep, tall] = await fixture.discover(config);
    const note = 'comes as text: a number has at most 38 digits';
    expect(tall?.columns).toMatchObject([
      { name: 'id', note: null },
      { name: 'wei', sourceType: 'DECIMAL(76,0)', type: 'VARCHAR', note },
      { name: 'rate', sourceType: 'DECIMAL(60,10)', type: 'VARCHAR', note },
    ]);
    expect(deep?.columns).toMatchObject([
      { name: 's', type: 'VARCHAR', note: expect.stringContaining('not read') },
    ]);
    const read = (table: string, columns?: string[]) =>
      fixture.read(config, { schema: 'main', table, ...(columns && { columns }) });
    const { summary, rows } = await read('tall');
    expect(summary.columns.map(({ type }) => type)).toEqual(['BIGINT', 'VARCHAR', 'VARCHAR']);
    expect(rows).toEqual(wideRows);
    await expect(read('deep')).rejects.toMatchObject({
      class: 'unsupported',
      message: expect.stringMatching(/Column 's' .* holds DECIMAL\(50,2\) within/),
    });
    expect((await read('tall', ['id'])).rows.flat()).toEqual(['0', '1', '2', '3', '4', '5']);
  });

  test('a footer of more columns than a worker has room for is refused, found and fetched', async () => {
    files.set('hostile.parquet', parquetOfElements(2 ** 23));
    const urls = `${at}/hostile.parquet`;
    const refusal = {
      class: 'unsupported',
      message: expect.stringMatching(/hostile.parquet' cannot be read as it is: .* 20000 columns/),
    };
    await expect(fixture.discover(fixture.config({ urls }))).rejects.toMatchObject(refusal);
    expect(await failing({ urls }, 'hostile')).toMatchObject(refusal);
    expect(fixture.events).toEqual([]);
  });

  test('CSV whose first line does not end within what is looked at says so', async () => {
    files.set('endless.csv', Buffer.from(`a,${'b'.repeat(2 ** 20)}\n1,2\n`));
    const urls = `${at}/endless.csv`;
    await expect(fixture.discover(fixture.config({ urls }))).rejects.toMatchObject({
      class: 'unsupported',
      message: expect.stringMatching(
        /^The first line of file '.*\/endless.csv' has no end within 1 MiB/,
      ),
    });
  });

  test('what stands behind a question mark is a secret, and is sent', async () => {
    const { clear, secrets } = readConfig(
      httpsType,
      { urls: `${at}/people.csv?sig=hidden-1  ${at}/tall.parquet` },
      [],
    );
    expect(clear).toEqual({ urls: `${at}/people.csv\n${at}/tall.parquet` });
    expect(secrets).toEqual({ signed_urls: `${at}/people.csv?sig=hidden-1` });
    const config = completeConfig(httpsType, clear, secrets);
    asked.length = 0;
    const { summary } = await fixture.read(config, { schema: 'main', table: 'people' });
    expect(summary.rows).toBe(3);
    expect(new Set(asked)).toEqual(new Set(['/people.csv?sig=hidden-1']));
    const gone = await failing({ urls: `${at}/gone.csv?sig=hidden-2` }, 'gone');
    expect(gone).toMatchObject({ class: 'not_found' });
    expect(gone.message).not.toContain('hidden');
  });

  test('a table with more bytes than there may be, or is room for, is fetched of not a byte', async () => {
    const file = (sizeBytes: number) => ({ name: 'n', path: 'n', sizeBytes, etag: null });
    const context = { signal: new AbortController().signal, memoryBytes: 2 ** 28 };
    const reading = (at: string, ...sizes: number[]) =>
      extractTable(
        context as SourceContext,
        {} as RemoteStore,
        { schema: 'a', name: 'b', form: 'csv', files: sizes.map(file) },
        { schema: 'a', table: 'b', folder: at },
      ).next();
    await expect(reading(folder, 40 * 2 ** 30, 40 * 2 ** 30)).rejects.toMatchObject({
      class: 'unsupported',
      message: expect.stringContaining("Table 'a.b' has 2 files of 80 GiB together"),
    });
    await expect(reading('/proc', 1)).rejects.toMatchObject({ class: 'disk_full' });
  });

  test('what a killed discovery leaves is in the folder of the service', async () => {
    mode = 'silent';
    try {
      const config = fixture.config({ urls: `${at}/tall.parquet` });
      const discovery = fixture.discover(config).catch((error) => error);
      await eventually(() => expect(readdirSync(fixture.scratchFolder)).toHaveLength(1));
      for (const pid of fixture.workers.workerPids()) process.kill(pid, 'SIGKILL');
      expect(await discovery).toMatchObject({ class: 'reader_ended' });
      expect(readdirSync(fixture.scratchFolder)).toEqual([expect.stringMatching(/^files-/)]);
    } finally {
      mode = 'as usual';
    }
  });

  test('Parquet whose names differ only by case is refused', async () => {
    await parquet('cases.parquet', 'SELECT 1 AS some_name, 2 AS else_name');
    const made =
      files.get('cases.parquet')?.toString('latin1').replaceAll('else_name', 'SOME_NAME') ?? '';
    files.set('cases.parquet', Buffer.from(made, 'latin1'));
    expect(await failing({ urls: `${at}/cases.parquet` }, 'cases')).toMatchObject({
      class: 'source_failed',
      message: expect.stringContaining('differ only by case'),
    });
  });

  test('what goes wrong is told by class and sentence', async () => {
    expect(await failing({ urls: `${at}/absent.csv` })).toMatchObject({ class: 'not_found' });
    expect(await failing({ urls: 'http://169.254.169.254/latest/meta-data.csv' })).toMatchObject({
      class: 'address_refused',
    });
    expect(await failing({ urls: 'file:///etc/passwd' })).toMatchObject({ class: 'configuration' });
    expect(await failing({ urls: `http://user:secret@127.0.0.1/a.csv` })).toMatchObject({
      message: expect.not.stringContaining('secret'),
    });
    expect(await failing({ urls: `${at}/broken.csv` }, 'broken')).toMatchObject({
      class: 'source_failed',
      message: expect.stringMatching(/line 3/i),
    });
    expect(await failing({ urls: `${at}/broken.parquet` }, 'broken')).toMatchObject({
      class: 'source_failed',
      message: expect.stringContaining('is damaged'),
    });
  });

  test.each([
    ['moved', 'configuration', 'redirects are not followed'],
    ['changing', 'definition_changed', 'was changed while it was read'],
    ['cut', 'unreachable', 'ended the connection'],
    ['silent size', 'unsupported', 'does not say how large'],
  ] as const)('a server whose file is %s', async (how, errorClass, words) => {
    mode = how;
    try {
      const failure = await failing({}, 'people');
      expect([failure.class, failure.message]).toEqual([
        errorClass,
        expect.stringContaining(words),
      ]);
    } finally {
      mode = 'as usual';
    }
  });

  test('a server without ranges serves whole files, and cannot say what is in Parquet', async () => {
    mode = 'no ranges';
    try {
      expect(
        (
          await fixture.read(fixture.config({ urls: `${at}/people.csv` }), {
            schema: 'main',
            table: 'people',
          })
        ).summary.rows,
      ).toBe(3);
      const parquetFile = fixture.discover(fixture.config({ urls: `${at}/wide.parquet` }));
      await expect(parquetFile).rejects.toMatchObject({
        class: 'unsupported',
        message: expect.stringContaining('gives no parts of files'),
      });
    } finally {
      mode = 'as usual';
    }
  });
});
