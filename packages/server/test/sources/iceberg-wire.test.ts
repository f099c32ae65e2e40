/** The Iceberg driver against a catalog that says what the test has it say. */
import { mkdtempSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type AvroFileOptions, absent, avroFile, present } from './avro-bytes.ts';
import { SourceFixture } from './source-fixture.ts';

type Answer = { status?: number; json?: object; text?: string; headers?: object } | 'hang';

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'quern-iceberg-wire-')));
const fixture = new SourceFixture('iceberg', {
  rules: {
    allow: [{ kind: 'any' }, { kind: 'folder', path: folder }],
    deny: [],
    loopbackOpen: true,
    own: [],
    ownPaths: [],
  },
});
const at = (name: string) => join(folder, name);
let server: Server;
let uri: string;
let asked: string[];
let answer: (path: string) => Answer;

const schema = {
  'schema-id': 0,
  fields: [
    { id: 1, name: 'i', type: 'int', required: false },
    { id: 2, name: 'day', type: 'date', required: false },
  ],
};
const usual = {
  'format-version': 2,
  'current-schema-id': 0,
  schemas: [schema],
  'partition-specs': [
    {
      'spec-id': 0,
      fields: [{ 'field-id': 1000, 'source-id': 2, transform: 'identity', name: 'day' }],
    },
  ],
  // Both are the same number to who reads numbers as doubles.
  'current-snapshot-id': 9007199254740993n,
  snapshots: [
    { 'snapshot-id': 9007199254740992n, 'manifest-list': `file://${at('other.avro')}` },
    { 'snapshot-id': 9007199254740993n, 'manifest-list': `file://${at('list.avro')}` },
  ],
};
const json = (value: object) =>
  JSON.stringify(value, (_key, one) => (typeof one === 'bigint' ? `#${one}#` : one)).replace(
    /"#(-?\d+)#"/g,
    '$1',
  );

function answerWith(metadata: object, config: object = {}): void {
  answer = (path) => {
    if (path === '/v1/config') return { json: {} };
    return { text: json({ metadata: { ...usual, ...metadata }, config }) };
  };
}

const column = (id: number, name: string, type: unknown) => ({ name, type, 'field-id': id });
const record = (name: string, fields: object[]) => ({ type: 'record', name, fields });
const listSchema = record('manifest_file', [
  column(500, 'manifest_path', 'string'),
  column(502, 'partition_spec_id', 'int'),
  column(515, 'sequence_number', 'long'),
  column(519, 'key_metadata', ['null', 'bytes']),
]);
const partition = record('r102', [column(1000, 'day', ['null', 'int'])]);
const entrySchema = record('manifest_entry', [
  column(0, 'status', 'int'),
  column(3, 'sequence_number', ['null', 'long']),
  column(
    2,
    'data_file',
    record('r2', [
      column(134, 'content', 'int'),
      column(100, 'file_path', 'string'),
      column(101, 'file_format', 'string'),
      column(102, 'partition', partition),
      column(103, 'record_count', 'long'),
      column(104, 'file_size_in_bytes', 'long'),
      column(131, 'key_metadata', ['null', 'bytes']),
    ]),
  ),
]);

interface Made {
  readonly path?: string;
  readonly format?: string;
  readonly key?: Buffer;
  readonly status?: number;
  readonly options?: AvroFileOptions;
}

/** A manifest of the one data file. */
function make({ path = at('data.parquet'), format = 'PARQUET', key, status = 1, options }: Made) {
  const { size } = statSync(at('data.parquet'));
  const keys = key ? present(key) : absent;
  const file = [0, path, format, [present(19_782)], 3n, BigInt(size), keys];
  writeFileSync(at('manifest.avro'), avroFile(entrySchema, [[status, absent, file]], options));
  const manifest = [`file:${at('manifest.avro')}`, 0, 1n, absent];
  writeFileSync(at('list.avro'), avroFile(listSchema, [manifest]));
}

beforeAll(async () => {
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  const write = (name: string, rows: string, more: string) =>
    connection.run(`COPY (${rows}) TO '${at(name)}' (FORMAT parquet${more})`);
  const rows = 'SELECT i::INTEGER AS renamed FROM range(3) r(i)';
  await write('data.parquet', rows, ', FIELD_IDS {renamed: 1}');
  await write('plain.parquet', rows, '');
  connection.closeSync();
  instance.closeSync();
  server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '', 'http://host');
    asked.push(pathname);
    const said = answer(pathname);
    if (said === 'hang') return;
    const { status = 200, json: body, text = JSON.stringify(body), headers = {} } = said;
    response.writeHead(status, { ...headers }).end(text);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  uri = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  await fixture.close();
  server.closeAllConnections();
  server.close();
  rmSync(folder, { recursive: true });
});
beforeEach(() => {
  asked = [];
  answerWith({});
  make({});
});

const read = () => fixture.read(fixture.config({ uri }), { schema: 'main', table: 't' });

test('the snapshot whose number is the current one to its last digit is read, and what the partition alone knows', async () => {
  const { rows } = await read();
  expect(rows).toEqual([0, 1, 2].map((i) => [String(i), '2024-02-29']));
});

test('a file that is removed in its manifest is not read', async () => {
  make({ status: 2 });
  expect((await read()).rows).toEqual([]);
});

test('an answer that says to come again is asked for again', async () => {
  const usualAnswer = answer;
  answer = (path) =>
    asked.filter((one) => one === path).length === 1
      ? { status: 503, json: {} }
      : usualAnswer(path);
  expect((await read()).rows).toHaveLength(3);
  expect(asked).toHaveLength(4);
});

describe.each<[string, Made | null, object, object, string, string]>([
  ['a version to come', null, { 'format-version': 9 }, {}, 'unsupported', "version '9'"],
  ['keys', null, { 'encryption-keys': [{}] }, {}, 'unsupported', 'is encrypted'],
  ['encrypted files', { key: Buffer.from('k') }, {}, {}, 'unsupported', 'encrypted files'],
  ['deletion vectors', { format: 'PUFFIN' }, {}, {}, 'unsupported', 'deletion vectors'],
  ['ORC', { format: 'ORC' }, {}, {}, 'unsupported', "'ORC'"],
  ['another store', { path: 'gs://bucket/key' }, {}, {}, 'unsupported', "'gs://'"],
  [
    'requests that the catalog signs',
    { path: 's3://bucket/key' },
    {},
    { 's3.remote-signing-enabled': 'true' },
    'unsupported',
    'signs each request',
  ],
  ['packed otherwise', { options: { codec: 'snappy' } }, {}, {}, 'unsupported', "'snappy'"],
  ['a manifest that is cut off', { options: { count: 2 } }, {}, {}, 'source_failed', 'a manifest'],
  [
    'a manifest that never ends',
    { options: { count: 2_000_000_000 } },
    {},
    {},
    'source_failed',
    'a manifest',
  ],
  [
    'a snapshot that is not there',
    null,
    { 'current-snapshot-id': 5 },
    {},
    'source_failed',
    'current snapshot',
  ],
  [
    'a type of version 3',
    null,
    { schemas: [{ ...schema, fields: [{ id: 1, name: 'at', type: 'timestamptz_ns' }] }] },
    {},
    'unsupported',
    "'timestamptz_ns'",
  ],
  ['no snapshots that are lists', null, { snapshots: 'secret' }, {}, 'source_failed', 'snapshots'],
])('a table with %s', (_what, made, metadata, config, errorClass, said) => {
  test('is refused by name', async () => {
    if (made) make(made);
    answerWith(metadata, config);
    await expect(read()).rejects.toMatchObject({
      class: errorClass,
      message: expect.stringContaining(said),
    });
  });
});

test('files without ids are read by the mapping of names, and not without one', async () => {
  make({ path: at('plain.parquet') });
  const { size } = statSync(at('plain.parquet'));
  const file = [0, at('plain.parquet'), 'PARQUET', [absent], 3n, BigInt(size), absent];
  writeFileSync(at('manifest.avro'), avroFile(entrySchema, [[1, absent, file]]));
  await expect(read()).rejects.toMatchObject({ message: expect.stringContaining('name-mapping') });
  const mapping = json([{ 'field-id': 1, names: ['i', 'renamed'] }]);
  answerWith({ properties: { 'schema.name-mapping.default': mapping } });
  expect((await read()).rows).toEqual([0, 1, 2].map((i) => [String(i), null]));
});

test('a catalog that names files of this machine outside of the allowed folders is given none', async () => {
  make({ path: 'file:///etc/passwd' });
  await expect(read()).rejects.toMatchObject({ class: 'address_refused' });
});

test('a redirect is told and not followed', async () => {
  answer = () => ({ status: 307, json: {}, headers: { location: `${uri}/elsewhere` } });
  await expect(read()).rejects.toMatchObject({ class: 'configuration' });
  expect(asked).toEqual(['/v1/config']);
});

test.each([
  ['garbage', { text: 'secret garbage' }],
  ['a failure', { status: 400, json: { error: { message: 'secret words', type: 'BadRequest' } } }],
] as const)('%s is told without a word of it', async (_what, said) => {
  answer = () => said;
  await expect(read()).rejects.toMatchObject({ message: expect.not.stringContaining('secret') });
});

test('a catalog that hangs is left when the time is over', async () => {
  answer = () => 'hang';
  const request = { schema: 'main', table: 't' };
  const extraction = fixture.extract(fixture.config({ uri }), request, { deadlineMs: 1500 });
  await expect(extraction).rejects.toMatchObject({ class: 'time_limit' });
});
