/** The Iceberg driver against a catalog with prepared answers. */
import { mkdtempSync, readFileSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type AvroFileOptions, absent, avroFile, present } from './avro-bytes.ts';
import { vectorOfRuns } from './deletion-vector-bytes.ts';
import { avroField, entrySchema, fileOf, listSchema, type MadeFile } from './iceberg-avro.ts';
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

const entries = entrySchema([avroField(1000, 'day', ['null', 'int'])]);
const leapDay = present(19_782);

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
  const file = fileOf({ path, format, partition: [leapDay], rows: 3, size, ...(key && { key }) });
  writeFileSync(at('manifest.avro'), avroFile(entries, [[status, absent, file]], options));
  const manifest = [`file:${at('manifest.avro')}`, 0, 1n, absent];
  writeFileSync(at('list.avro'), avroFile(listSchema, [manifest]));
}

/** A manifest of each list of files, in their order. */
function makeFiles(manifests: readonly (readonly MadeFile[])[]): void {
  const list = manifests.map((files, index) => {
    const path = at(`manifest-${index}.avro`);
    writeFileSync(
      path,
      avroFile(
        entries,
        files.map((file) => [1, absent, fileOf(file)]),
      ),
    );
    return [path, 0, BigInt(index + 1), absent];
  });
  writeFileSync(at('list.avro'), avroFile(listSchema, list));
}

async function copyTo(name: string, rows: string, more: string): Promise<void> {
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  await connection.run(`COPY (${rows}) TO '${at(name)}' (FORMAT parquet${more})`);
  connection.closeSync();
  instance.closeSync();
}

beforeAll(async () => {
  const rows = 'SELECT i::INTEGER AS renamed FROM range(3) r(i)';
  await copyTo('data.parquet', rows, ', FIELD_IDS {renamed: 1}');
  await copyTo('plain.parquet', rows, '');
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
  ['data in Puffin', { format: 'PUFFIN' }, {}, {}, 'unsupported', "'PUFFIN'"],
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

/** Bytes of pyroaring 1.2 for the deleted row 1, after the first bytes of every Puffin file. */
const puffin = Buffer.from(
  '5046413100000022d1d339640100000000000000000000003a3000000100000000000000100000000100eebd85f4',
  'hex',
);

describe('rows of several files', () => {
  const whole = { partition: [leapDay] };
  const data = () => ({ ...whole, rows: 3, size: statSync(at('data.parquet')).size });
  const names = ['many-0.parquet', 'many-1.parquet', 'many-2.parquet'];
  const rowsOf = (rows: readonly (readonly (string | null)[])[]) =>
    rows.map(([i]) => Number(i)).sort();
  beforeAll(() => {
    for (const name of names) writeFileSync(at(name), readFileSync(at('data.parquet')));
  });

  test('are gone by the vectors of one Puffin file, each of the data file that it names', async () => {
    writeFileSync(at('vectors.puffin'), puffin);
    const vector = (name: string) => ({
      ...{ ...whole, path: at('vectors.puffin'), content: 'position' as const, format: 'PUFFIN' },
      ...{ rows: 1, size: puffin.length, referenced: at(name), vector: [4, 42] as const },
    });
    const files = names.map((name) => ({ ...data(), path: at(name) }));
    makeFiles([files, [vector('many-0.parquet'), vector('many-2.parquet')]]);
    answerWith({ 'format-version': 3 });
    expect(rowsOf((await read()).rows)).toEqual([0, 0, 1, 2, 2, 2, 0].sort());
  });

  test('are gone by a vector of more positions than are set out one by one', async () => {
    const rows = 5_000_000;
    const gone = 76 * 65_536;
    const blob = vectorOfRuns(76);
    writeFileSync(at('runs.puffin'), Buffer.concat([Buffer.from('PFA1'), blob]));
    const numbers = `SELECT i::INTEGER AS i FROM range(${rows}) r(i)`;
    await copyTo('large.parquet', numbers, ', FIELD_IDS {i: 1}');
    const { size } = statSync(at('large.parquet'));
    const vector = {
      ...{ ...whole, path: at('runs.puffin'), content: 'position' as const, format: 'PUFFIN' },
      ...{ rows: gone, size: blob.length + 4, referenced: at('large.parquet') },
    };
    makeFiles([
      [{ ...whole, path: at('large.parquet'), rows, size }],
      [{ ...vector, vector: [4, blob.length] as const }],
    ]);
    answerWith({ 'format-version': 3 });
    const left = rowsOf((await read()).rows);
    expect([left.length, Math.min(...left)]).toEqual([rows - gone, gone]);
  });

  test('of which a vector says more than there are, or that is damaged, are not read', async () => {
    writeFileSync(at('vectors.puffin'), Buffer.from(puffin).fill(7, 20, 24));
    const vector = {
      ...{ ...whole, path: at('vectors.puffin'), content: 'position' as const, format: 'PUFFIN' },
      ...{ rows: 1, size: puffin.length, referenced: at('many-0.parquet') },
    };
    const files = [{ ...data(), path: at('many-0.parquet') }];
    makeFiles([files, [{ ...vector, vector: [4, 42] as const }]]);
    await expect(read()).rejects.toMatchObject({
      class: 'source_failed',
      message: expect.stringContaining('a deletion vector'),
    });
  });

  test('are gone by deletions of the whole partition, which they share, and by their own', async () => {
    const gone = (name: string, pos: number) => `('${at(name)}', ${pos}::BIGINT)`;
    const ids = 'FIELD_IDS {file_path: 2147483546, pos: 2147483545}';
    const positions = async (name: string, ...values: string[]) => {
      const rows = `SELECT * FROM (VALUES ${values.join(', ')}) v(file_path, pos)`;
      await copyTo(name, rows, `, ${ids}`);
      const { size } = statSync(at(name));
      const file = { ...whole, path: at(name), rows: values.length, size };
      return { ...file, content: 'position' as const };
    };
    const shared = await positions(
      'shared.parquet',
      gone('many-0.parquet', 0),
      gone('many-1.parquet', 1),
      gone('elsewhere', 2),
    );
    // Under another form of the path, as another writer has it.
    const own = await positions('own.parquet', `('file://${at('many-2.parquet')}', 2::BIGINT)`);
    await copyTo('value.parquet', 'SELECT 2 AS i', ', FIELD_IDS {i: 1}');
    const { size } = statSync(at('value.parquet'));
    const value = { ...whole, path: at('value.parquet'), content: 'equality' as const };
    const files = names.map((name) => ({ ...data(), path: at(name) }));
    makeFiles([
      files.slice(0, 2),
      [{ ...value, rows: 1, size, equalityIds: [1] }],
      files.slice(2),
      [shared, { ...own, referenced: at('many-2.parquet') }],
    ]);
    expect(rowsOf((await read()).rows)).toEqual([1, 0, 0, 1].sort());
  });
});

test('files without ids are read by the mapping of names, and not without one', async () => {
  make({ path: at('plain.parquet') });
  const { size } = statSync(at('plain.parquet'));
  const file = fileOf({ path: at('plain.parquet'), partition: [absent], rows: 3, size });
  writeFileSync(at('manifest.avro'), avroFile(entries, [[1, absent, file]]));
  await expect(read()).rejects.toMatchObject({ message: expect.stringContaining('name-mapping') });
  const mapping = json([{ 'field-id': 1, names: ['i', 'renamed'] }]);
  answerWith({ properties: { 'schema.name-mapping.default': mapping } });
  expect((await read()).rows).toEqual([0, 1, 2].map((i) => [String(i), null]));
});

/** DuckDB cannot name two columns so; the names are patched into its files. */
async function writeCaseFiles(): Promise<void> {
  const pair = (from: string) => `{amount: ${from}, zmount: ${from} * 100}`;
  const ids = 'amount: 1, zmount: 2, parts: {__duckdb_field_id: 3, amount: 4, zmount: 5}';
  const rows = `SELECT i AS amount, i * 100 AS zmount, ${pair('i')} AS parts,
    [${pair('i')}] AS items FROM range(1, 3) r(i)`;
  const listIds =
    'items: {__duckdb_field_id: 6, element: {__duckdb_field_id: 7, amount: 8, zmount: 9}}';
  await copyTo('case.parquet', rows, `, FIELD_IDS {${ids}, ${listIds}}`);
  const bytes = readFileSync(at('case.parquet')).toString('latin1');
  writeFileSync(at('case.parquet'), bytes.replaceAll('zmount', 'Amount'), 'latin1');
  const byValue = 'SELECT 9 AS amount, 200::BIGINT AS zmount';
  await copyTo('case-value.parquet', byValue, ', FIELD_IDS {amount: 1, zmount: 2}');
  const deletes = readFileSync(at('case-value.parquet')).toString('latin1');
  writeFileSync(at('case-value.parquet'), deletes.replaceAll('zmount', 'Amount'), 'latin1');
}

const long = (id: number, name: string) => ({ id, name, type: 'long', required: false });
const struct = (...fields: object[]) => ({ type: 'struct', fields });
const withFields = (...fields: object[]) => answerWith({ schemas: [{ ...schema, fields }] });
const makeCase = (...deleted: MadeFile[]) => {
  const { size } = statSync(at('case.parquet'));
  const file = { path: at('case.parquet'), partition: [absent], rows: 2, size };
  makeFiles([[file], deleted]);
};

describe('a file with names that differ by case alone', () => {
  beforeAll(writeCaseFiles);

  test('has each of them read by its id, renamed since or not', async () => {
    makeCase();
    withFields(long(1, 'amount'), long(2, 'total'));
    expect((await read()).rows).toEqual([
      ['1', '100'],
      ['2', '200'],
    ]);
    withFields(long(2, 'Amount'), long(1, 'amount'));
    const found = await read();
    expect(found.summary.columns.map(({ name }) => name)).toEqual(['Amount_2', 'amount']);
    expect(found.rows).toEqual([
      ['100', '1'],
      ['200', '2'],
    ]);
  });

  test('has them read by their ids within structs and lists', async () => {
    makeCase();
    const inner = { id: 3, name: 'inner', type: struct(long(5, 'total')) };
    const list = {
      id: 6,
      name: 'list',
      type: { type: 'list', 'element-id': 7, element: struct(long(9, 'total'), long(8, 'n')) },
    };
    withFields(inner, list);
    expect((await read()).rows).toEqual([
      ["{'total': 100}", "[{'total': 100, 'n': 1}]"],
      ["{'total': 200}", "[{'total': 200, 'n': 2}]"],
    ]);
  });

  test('has rows deleted by the values of the one that is meant', async () => {
    const path = at('case-value.parquet');
    const { size } = statSync(path);
    const partition = [absent];
    makeCase({ path, content: 'equality', partition, rows: 1, size, equalityIds: [2] });
    withFields(long(1, 'amount'), long(2, 'Amount'));
    expect((await read()).rows).toEqual([['1', '100']]);
  });

  test('is a table of columns of names apart, and structs of such names are refused', async () => {
    makeCase();
    const inner = { id: 3, name: 'inner', type: struct(long(4, 'amount'), long(5, 'Amount')) };
    withFields(long(2, 'Amount'), long(1, 'amount'), inner);
    const filter = { schema: 'main', table: 't' };
    const [table] = await fixture.discover(fixture.config({ uri }), filter);
    expect(table?.columns).toMatchObject([
      { name: 'Amount_2', sourceName: 'Amount' },
      { name: 'amount' },
      { name: 'inner', note: expect.stringContaining('not read') },
    ]);
    await expect(read()).rejects.toMatchObject({
      class: 'unsupported',
      message: expect.stringContaining("'inner' of type 'struct<amount: long, Amount: long>'"),
    });
  });
});

test('rows are deleted by position from a file with a column of the name that DuckDB gives the position', async () => {
  await copyTo(
    'numbered.parquet',
    'SELECT 7 - i::INTEGER AS file_row_number FROM range(3) r(i)',
    ', FIELD_IDS {file_row_number: 1}',
  );
  const path = at('numbered.parquet');
  const rows = `SELECT '${path}' AS file_path, 1::BIGINT AS pos`;
  const ids = 'file_path: 2147483546, pos: 2147483545';
  await copyTo('positions.parquet', rows, `, FIELD_IDS {${ids}}`);
  const made = (name: string, count: number, content: 'data' | 'position') => {
    const { size } = statSync(at(name));
    return { path: at(name), content, partition: [absent], rows: count, size };
  };
  makeFiles([[made('numbered.parquet', 3, 'data')], [made('positions.parquet', 1, 'position')]]);
  expect((await read()).rows).toEqual([
    ['7', null],
    ['5', null],
  ]);
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

/** A catalog of the namespace `main`, with prepared answers for tables. */
function answerTables(
  tables: Readonly<Record<string, Answer>>,
  below: Exclude<Answer, string> = {},
): void {
  answer = (path) => {
    if (path === '/v1/config') return { json: {} };
    // Requested first without a parent, then with a parent.
    const isFirst = asked.filter((one) => one === '/v1/namespaces').length === 1;
    if (path === '/v1/namespaces')
      return isFirst ? { json: { namespaces: [['main']] } } : { json: {}, ...below };
    const identifiers = Object.keys(tables).map((name) => ({ namespace: ['main'], name }));
    if (path === '/v1/namespaces/main/tables') return { json: { identifiers } };
    return tables[path.split('/').at(-1) ?? ''] ?? { status: 404, json: {} };
  };
}

test('tables that cannot be described are listed with the reason, and leave the others', async () => {
  const lost = { status: 500, json: { error: { type: 'NotFoundException' } } };
  const good = { text: json({ metadata: usual }) };
  const bad = { text: json({ metadata: { ...usual, 'format-version': 9 } }) };
  answerTables({
    bad,
    garbled: { text: 'no JSON' },
    good,
    hidden: { status: 403, json: {} },
    lost,
  });
  const found = await fixture.discover(fixture.config({ uri }));
  expect(found).toMatchObject([
    { name: 'bad', isUndescribed: true, columns: [], comment: expect.stringContaining("'9'") },
    { name: 'garbled', isUndescribed: true, columns: [] },
    { name: 'good', columns: [{ name: 'i' }, { name: 'day' }] },
    { name: 'lost', isUndescribed: true, comment: expect.stringContaining('500') },
  ]);
  expect(found[2]).not.toHaveProperty('isUndescribed');
  const asking = fixture.discover(fixture.config({ uri }), { schema: 'main', table: 'bad' });
  await expect(asking).rejects.toMatchObject({ class: 'unsupported' });
});

test.each([401, 503])(
  'a catalog that answers %i for a table fails the discovery',
  async (status) => {
    answerTables({ good: { text: json({ metadata: usual }) }, other: { status, json: {} } });
    await expect(fixture.discover(fixture.config({ uri }))).rejects.toMatchObject({
      class: status === 401 ? 'authentication' : 'too_many_connections',
    });
  },
);

test('a namespace that the user may not look into has none below', async () => {
  answerTables({ good: { text: json({ metadata: usual }) } }, { status: 403, json: {} });
  const found = await fixture.discover(fixture.config({ uri }));
  expect(found.map(({ name }) => name)).toEqual(['good']);
});

test('namespaces that are listed twice, or under others, are read once', async () => {
  answerTables(
    { good: { text: json({ metadata: usual }) } },
    { json: { namespaces: [['main'], ['other', 'inner'], ['main']] } },
  );
  const found = await fixture.discover(fixture.config({ uri }));
  expect(found.map(({ schema: of, name }) => [of, name])).toEqual([['main', 'good']]);
});

test('namespaces and pages of them that have no end are left', async () => {
  answer = (path) => {
    if (path === '/v1/config') return { json: {} };
    return { json: { namespaces: [Array.from({ length: asked.length }, () => 'x')] } };
  };
  await expect(fixture.discover(fixture.config({ uri }))).rejects.toMatchObject({
    class: 'unsupported',
    message: expect.stringContaining('in more than 32 others'),
  });
  asked = [];
  answer = (path) =>
    path === '/v1/config' ? { json: {} } : { json: { 'next-page-token': `${asked.length % 3}` } };
  expect(await fixture.discover(fixture.config({ uri }))).toEqual([]);
  expect(asked.length).toBeLessThan(10);
});
