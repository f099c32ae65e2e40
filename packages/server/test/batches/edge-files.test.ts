import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { installPython, installTimeoutMs } from '../clients/python-environment.ts';
import type { Api, Json } from '../service.ts';
import { sharedService } from '../shared-service.ts';

const script = fileURLToPath(new URL('edge_files.py', import.meta.url));

let api: Api;
let folder: string;
let database: Json;
beforeAll(async () => {
  const programs = await installPython(['pandas==3.1.1', 'pyarrow==26.0.1']);
  folder = await mkdtemp(join(tmpdir(), 'quern-edge-files-'));
  await promisify(execFile)(join(programs, 'python'), [script, folder]);
  api = (await sharedService()).organization();
  database = await api.createDatabase();
}, installTimeoutMs);
afterAll(() => rm(folder, { recursive: true, force: true }));

async function load(table: string, name: string, mode = 'append', key = ['id']) {
  const upload = await api.upload(await readFile(join(folder, `${name}.parquet`)));
  const { status, body } = await api.load(database.id, table, { mode, upload_id: upload, key });
  return status === 200 ? (body.warnings ?? []) : `${status} ${body.error.message}`;
}

const valuesOf = async (table: string) =>
  (await api.query(database.id, `SELECT x FROM ${table}`)).body.rows.flat();

const cut = ["Column 'x' has nanoseconds in the file and is kept to the microsecond"];

describe('nanoseconds of a file', () => {
  test.each([
    ['plain', ['1970-01-01T00:00:00.000001', '1969-12-31T23:59:59.999999']],
    ['zoned', ['1970-01-01T00:00:00.000001Z', '1970-01-01T00:00:00Z']],
    ['int96', ['1970-01-01T00:00:00.000001', '1969-12-31T23:59:59.999999']],
    ['time', ['00:00:00.000001', '00:00:00']],
    ['list', [['1970-01-01T00:00:00.000001'], ['1969-12-31T23:59:59.999999']]],
    ['zoned-list', [['1970-01-01T00:00:00.000001Z'], ['1970-01-01T00:00:00Z']]],
  ])('that are %s go with a warning, and without one where there are none', async (kind, kept) => {
    const table = `cut_${kind.replace('-', '_')}`;
    expect(await load(table, `${kind}-whole`)).toEqual([]);
    expect(await load(table, `${kind}-cut`)).toEqual(cut);
    expect((await valuesOf(table)).slice(2)).toEqual(kept);
  });

  test.each(['plain', 'zoned', 'int96'])(
    'of a key (%s) are refused: rows would replace each other',
    async (kind) => {
      const table = `key_${kind}`;
      expect(await load(table, `${kind}-whole`, 'replace')).toEqual([]);
      for (const mode of ['upsert', 'update', 'delete'])
        expect(await load(table, `${kind}-cut`, mode, ['x'])).toBe(
          "409 Column 'x' is in the key and has nanoseconds in the file, of which it keeps the microseconds; round it, or load by another key",
        );
    },
  );
});

describe('durations', () => {
  const inUnit = (unit: string) => [
    `Column 'x' is a duration in the file and is kept as a whole number of ${unit}`,
  ];

  test('keep the unit of the first file, whatever the unit of the next', async () => {
    for (const unit of ['ns', 'us', 'ms', 's'])
      expect(await load('durations', `duration-${unit}`)).toEqual(inUnit('nanoseconds'));
    const second = 1_000_000_000;
    expect(await valuesOf('durations')).toEqual([
      1.5 * second,
      1,
      1.5 * second,
      1.5 * second,
      2 * second,
      null,
    ]);
  });

  test('are refused where they are none of that unit', async () => {
    expect(await load('coarse', 'duration-us')).toEqual(inUnit('microseconds'));
    const refused = (unit: string) =>
      `409 Column 'x' holds durations as whole numbers of us, and the file has one in ${unit} that is none; load it with mode 'replace'`;
    expect(await load('coarse', 'duration-ns')).toBe(refused('ns'));
    expect(await load('coarse', 'duration-s-largest')).toBe(refused('s'));
    expect(await valuesOf('coarse')).toEqual([1_500_000]);
  });

  test('beside numbers of a table that says no unit are kept, and the answer says so', async () => {
    await api.loadCsv(database.id, 'unknown', 'id,x\n7,5\n');
    expect(await load('unknown', 'duration-us')).toEqual([
      "Column 'x' is a duration in the file, in microseconds; the table does not say what its numbers are, and they are kept as they are",
    ]);
  });
});

test('fractions of JSON that a double changes are named', async () => {
  const lines = '{"id":1,"x":[0.12345678901234567890]}\n{"id":2,"x":[0.30000000000000004]}\n';
  const upload = await api.upload(Buffer.from(lines));
  const { body } = await api.load(database.id, 'fractions', { upload_id: upload });
  expect(body.warnings).toEqual([
    "'x' in the JSON file has numbers of more digits than a double keeps: the nearest ones are kept",
  ]);
});
