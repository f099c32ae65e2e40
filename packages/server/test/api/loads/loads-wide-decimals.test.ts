import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { beforeAll, expect, test } from 'vitest';
import { eventually } from '../../eventually.ts';
import type { Api, Json } from '../../service.ts';
import { type SharedService, sharedService } from '../../shared-service.ts';
import { nested, wide } from '../../wide-decimals.ts';

let service: SharedService;
let api: Api;
let database: Json;
beforeAll(async () => {
  service = await sharedService();
  api = service.organization();
  database = await api.createDatabase({
    schemas: [{ name: 'main', tables: [{ name: 'keyed', key: ['id'] }] }],
  });
});

const most = '9'.repeat(76);
const values = [
  [0, '0', '0.0000000001'],
  [1, `1${'0'.repeat(74)}7`, '-1234567890123456789012345678901234567890.0123456789'],
  [2, `-1${'0'.repeat(74)}1`, null],
  [3, null, '1.5000000000'],
  [4, '-1', '0.0000000000'],
  [5, most, '-0.5000000000'],
];
const warnings = [
  "Column 'wei' is DECIMAL(76,0) in the file and is kept as text: a number has at most 38 digits",
  "Column 'rate' is DECIMAL(60,10) in the file and is kept as text: a number has at most 38 digits",
];
const rowsOf = async (table: string) =>
  (await api.query(database.id, `SELECT id, wei, rate FROM ${table} ORDER BY id`)).body.rows;

test('decimals of more than 38 digits are kept as text, every digit of them, and the answer says so', async () => {
  const { status, body } = await api.load(database.id, 'wide', {
    mode: 'replace',
    upload_id: await api.upload(wide),
  });
  expect([status, body.row_count, body.warnings]).toEqual([200, 6, warnings]);
  expect(await rowsOf('wide')).toEqual(values);
  expect(
    (await api.query(database.id, 'SELECT max(wei::numeric) + 1 AS m FROM wide')).body.rows,
  ).toEqual([[`1${'0'.repeat(76)}`]]);
});

test('so they are by a job, from a compressed file, and by key', async () => {
  const upload = await api.upload(gzipSync(wide), { content_encoding: 'gzip' });
  const asked = await api.load(database.id, 'later', {
    mode: 'replace',
    upload_id: upload,
    async: true,
  });
  const job = await eventually(async () => {
    const { body } = await api.get(`/v1/jobs/${asked.body.id}`);
    expect(body).toMatchObject({ status: 'succeeded', result: { row_count: 6, warnings } });
    return body;
  });
  expect(job.error_message).toBeNull();
  expect(await rowsOf('later')).toEqual(values);
  await api.load(database.id, 'keyed', { mode: 'replace', data: 'id,wei,rate\n5,x,y\n9,a,b\n' });
  const { status, body } = await api.load(database.id, 'keyed', {
    mode: 'upsert',
    upload_id: await api.upload(wide),
  });
  expect([status, body.row_count, body.warnings]).toEqual([200, 7, warnings]);
  expect(await rowsOf('keyed')).toEqual([...values, [9, 'a', 'b']]);
});

test('a column of numbers does not take them, and inside structs they are refused, with nothing left behind', async () => {
  await api.load(database.id, 'numbers', { mode: 'replace', data: 'id,wei,rate\n1,2,3\n' });
  const { status, body } = await api.load(database.id, 'numbers', {
    mode: 'append',
    upload_id: await api.upload(wide),
  });
  expect([status, body.error.code]).toEqual([409, 'CONFLICT']);
  const refused = await api.load(database.id, 'nested', {
    mode: 'replace',
    upload_id: await api.upload(nested),
  });
  expect(refused).toMatchObject({
    status: 400,
    body: {
      error: { message: expect.stringMatching(/'w' of the Parquet file is a DECIMAL of 50/) },
    },
  });
  expect(
    readdirSync(join(service.dataDir, 'spool')).filter((name) => name.endsWith('.parquet')),
  ).toEqual([]);
});
