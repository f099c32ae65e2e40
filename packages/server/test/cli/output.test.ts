import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import {
  chmod,
  lstat,
  mkdtemp,
  readdir,
  readFile,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { OutputFile } from '../../src/cli/output-file.ts';
import { runQuern } from '../api/run-quern.ts';
import { type SharedService, sharedService } from '../shared-service.ts';

let service: SharedService;
let home: string;
let folder: string;
let env: Record<string, string>;

beforeAll(async () => {
  service = await sharedService();
  home = await mkdtemp(join(tmpdir(), 'quern-output-'));
  env = {
    PATH: process.env.PATH ?? '',
    HOME: home,
    QUERN_URL: service.origin,
    QUERN_TOKEN: service.token,
  };
  expect((await quern('databases', 'create', '--name', 'trial')).code).toBe(0);
});
afterAll(async () => {
  await rm(home, { recursive: true, force: true, maxRetries: 5 });
});
beforeEach(async () => {
  folder = await mkdtemp(join(home, 'out-'));
});

const quern = (...args: string[]) => runQuern(args, env);
const rows = 'SELECT i AS n FROM generate_series(1, 3) AS g(i)';

describe('the file of --output', () => {
  it.each([
    ['csv', 'SELEC 1'],
    ['csv', 'SELECT * FROM no_such_table'],
    ['json', 'SELECT * FROM no_such_table'],
    ['ndjson', 'SELECT * FROM no_such_table'],
    ['md', 'SELECT 1 / 0'],
    ['csv.gz', 'SELECT 1 / 0'],
    ['parquet', 'SELECT no_such_column'],
    // A late row shows the fault.
    ['json', 'SELECT 1 / (150000 - i) FROM generate_series(1, 200000) AS g(i)'],
  ])('stays as it was where the query fails: %s, %s', async (ending, sql) => {
    const path = join(folder, `keep.${ending}`);
    await writeFile(path, 'precious');
    const { code, stderr } = await quern('query', sql, '-o', path);
    expect({ code, stderr }).toMatchObject({ code: 1, stderr: expect.stringMatching(/^quern: /) });
    expect(await readFile(path, 'utf8')).toBe('precious');
    expect(await readdir(folder)).toEqual([`keep.${ending}`]);
  });

  it('is not made where the query fails', async () => {
    expect((await quern('query', 'SELEC 1', '-o', join(folder, 'new.csv'))).code).toBe(1);
    expect(await readdir(folder)).toEqual([]);
  });

  it('is replaced whole, with the rights that it had, behind a link too', async () => {
    const [path, link] = [join(folder, 'keep.csv'), join(folder, 'link.csv')];
    await writeFile(path, 'a much longer text than the rows of the query');
    await chmod(path, 0o640);
    await symlink('keep.csv', link);
    expect(await quern('query', rows, '-o', link)).toMatchObject({ code: 0, stderr: '' });
    expect(await readFile(path, 'utf8')).toBe('n\n1\n2\n3\n');
    expect((await stat(path)).mode & 0o777).toBe(0o640);
    expect((await lstat(link)).isSymbolicLink()).toBe(true);
    expect((await readdir(folder)).sort()).toEqual(['keep.csv', 'link.csv']);
  });

  it('may have a name as long as names may be, and a draft of a killed command beside it', async () => {
    const path = join(folder, `${'é'.repeat(125)}.csv`);
    const drafts = [await OutputFile.open(path), await OutputFile.open(path)];
    await drafts[1]?.write('new');
    await drafts[1]?.keep();
    await drafts[0]?.drop();
    expect(await readFile(path, 'utf8')).toBe('new');
    expect(await readdir(folder)).toHaveLength(1);
  });

  it('is read by nobody else while it is written', async () => {
    const made = join(folder, 'made.csv');
    const kept = join(folder, 'private.csv');
    await writeFile(kept, 'precious');
    await chmod(kept, 0o640);
    for (const [path, mode] of [
      [made, 0o666 & ~process.umask()],
      [kept, 0o640],
    ] as const) {
      const output = await OutputFile.open(path);
      const draft = (await readdir(folder)).find((name) => name.endsWith('.part')) ?? '';
      expect((await stat(join(folder, draft))).mode & 0o777).toBe(0o600);
      await output.keep();
      expect((await stat(path)).mode & 0o777).toBe(mode);
    }
  });

  it('may be a device or a pipe, which take the rows as they come', async () => {
    expect(await quern('query', rows, '-o', '/dev/null')).toMatchObject({ code: 0, stderr: '' });
    expect((await stat('/dev/null')).isCharacterDevice()).toBe(true);
    const pipe = join(folder, 'pipe');
    await promisify(execFile)('mkfifo', [pipe]);
    const reader = createReadStream(pipe, 'utf8');
    let read = '';
    reader.on('data', (text) => {
      read += text;
    });
    const [{ code }] = await Promise.all([quern('query', rows, '-o', pipe), once(reader, 'end')]);
    expect([code, read]).toEqual([0, 'n\n1\n2\n3\n']);
  });

  it.each([
    ['no/such/folder/x.csv', 'there is no folder'],
    ['.', 'is a folder'],
    ['file.txt/x.csv', 'there is no folder'],
    ['x.xlsx', "no format is written to '.xlsx'"],
    ['x.tsv', "no format is written to '.tsv'"],
    ['x.csv.zst', "no format is written to '.zst'"],
    ['x.csv.bz2', "no format is written to '.bz2'"],
    ['x.constructor', "no format is written to '.constructor'"],
    ['x.parquet.gz', 'compressed inside'],
  ])('is refused in a sentence, before the query runs: %s', async (name, words) => {
    await writeFile(join(folder, 'file.txt'), '');
    const before = await runCount();
    const { code, stderr } = await quern('query', rows, '-o', join(folder, name));
    expect({ code, stderr }).toMatchObject({ code: 2, stderr: expect.stringContaining(words) });
    expect(stderr).not.toMatch(/ at .*\d+:\d+/);
    expect(await runCount()).toBe(before);
    expect(await readdir(folder)).toEqual(['file.txt']);
  });

  it('has the format that its ending says', async () => {
    const written = async (name: string, ...more: string[]) => {
      const path = join(folder, name);
      expect(await quern('query', rows, '-o', path, ...more)).toMatchObject({ code: 0 });
      return readFile(path);
    };
    expect(String(await written('x.ndjson'))).toBe('{"n":1}\n{"n":2}\n{"n":3}\n');
    expect(String(await written('x.JSONL'))).toBe('{"n":1}\n{"n":2}\n{"n":3}\n');
    expect(JSON.parse(String(await written('x.json')))).toEqual([{ n: 1 }, { n: 2 }, { n: 3 }]);
    expect(String(await written('plain'))).toBe('n\n1\n2\n3\n');
    expect(String(gunzipSync(await written('x.csv.gz')))).toBe('n\n1\n2\n3\n');
    expect(String(gunzipSync(await written('x.ndjson.gz')))).toBe('{"n":1}\n{"n":2}\n{"n":3}\n');
    expect(String(await written('x.xlsx', '--format', 'csv'))).toBe('n\n1\n2\n3\n');
    const none = ['query', `${rows} WHERE i > 9`, '-o', join(folder, 'none.ndjson')];
    expect((await quern(...none)).code).toBe(0);
    expect(String(await readFile(join(folder, 'none.ndjson')))).toBe('');
  });
});

async function runCount(): Promise<number> {
  const { body } = await service.api().get('/v1/query-runs/all');
  return body.query_runs.length;
}
