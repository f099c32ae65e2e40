import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { runQuern } from '../api/run-quern.ts';
import { connectionConfigOf, createPostgresDatabase } from '../postgres.ts';

let root: string;
let folder: string;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'quern-operator-'));
});
afterAll(() => rm(root, { recursive: true, force: true }));
beforeEach(async () => {
  folder = await mkdtemp(join(root, 'empty-'));
});

const commands = [
  ['tokens', 'list'],
  ['tokens', 'create'],
  ['tokens', 'revoke', 'tokn1'],
  ['collect'],
  ['collect', '--allow'],
  ['adopt'],
  ['check'],
  ['secrets', 'rotate'],
];

describe('a command beside a service', () => {
  test.each(commands.map((words) => [words]))(
    '%j makes nothing where there is none, and says where to go',
    async (words) => {
      const quern = (dataDir: string) => runQuern(words, { QUERN_DATA_DIR: dataDir });
      const refusal = {
        code: 2,
        stdout: '',
        stderr: expect.stringMatching(/there is no metadata/),
      };
      expect(await quern(join(folder, 'quern-data'))).toEqual(refusal);
      expect(await readdir(folder)).toEqual([]);
      await mkdir(join(folder, 'quern-data'));
      expect(await quern(join(folder, 'quern-data'))).toEqual(refusal);
      expect(await readdir(join(folder, 'quern-data'))).toEqual([]);
    },
  );

  test('makes no tables in a database of PostgreSQL that is another program’s', async () => {
    const postgres = await createPostgresDatabase();
    try {
      const env = {
        QUERN_DATA_DIR: join(folder, 'quern-data'),
        QUERN_METADATA_URL: postgres.url,
        QUERN_OBJECTS_URL: `file:${join(folder, 'objects')}`,
        QUERN_SECRET_KEY: 'a-secret-key-of-more-than-32-characters',
      };
      for (const words of [['tokens', 'list'], ['collect'], ['adopt'], ['secrets', 'rotate']]) {
        const { code, stderr } = await runQuern(words, env);
        expect([words, code, stderr]).toEqual([
          words,
          2,
          expect.stringContaining('no metadata here'),
        ]);
      }
      const client = new pg.Client(connectionConfigOf(postgres.url));
      await client.connect();
      const { rows } = await client.query(
        "SELECT table_name FROM information_schema.tables WHERE table_schema = 'public'",
      );
      await client.end();
      expect(rows).toEqual([]);
      expect(await readdir(folder)).toEqual([]);
    } finally {
      await postgres.drop();
    }
  });
});

test.each([
  ['start', '--help'],
  ['start', '-h'],
  ['serve', '--help'],
  ['tokens', '--help'],
  ['tokens', 'list', '--help'],
  ['collect', '--help'],
  ['adopt', '--help'],
  ['check', '--help'],
  ['secrets', '--help'],
  ['settings', '--help'],
  ['-h'],
])('quern %s %s says what there is, and does nothing', async (...words) => {
  const { code, stdout, stderr } = await runQuern(
    words.filter((word) => word !== undefined),
    { QUERN_DATA_DIR: join(folder, 'quern-data'), QUERN_PORT: 'no port' },
  );
  expect([code, stdout, stderr]).toEqual([0, expect.stringContaining('quern [start]'), '']);
  expect(await readdir(folder)).toEqual([]);
});

test.each([
  ['start', '--port=8080'],
  ['start', 'now'],
  ['serve', '--dry-run'],
])('quern %s %s is refused, and starts nothing', async (...words) => {
  const { code, stderr } = await runQuern(words, { QUERN_DATA_DIR: join(folder, 'quern-data') });
  expect([code, stderr]).toEqual([2, expect.stringContaining(`was given '${words[1]}'`)]);
  expect(await readdir(folder)).toEqual([]);
});
