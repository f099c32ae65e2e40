import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { tableFromIPC } from 'apache-arrow';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runQuern } from '../api/run-quern.ts';
import { eventually } from '../eventually.ts';
import { mainFile } from '../main-file.ts';
import { type RunningService, startService, testToken } from '../service.ts';

let service: RunningService;
let folder: string;
let env: Record<string, string>;

beforeAll(async () => {
  service = await startService();
  folder = await mkdtemp(join(tmpdir(), 'quern-cli-'));
  env = {
    PATH: process.env.PATH ?? '',
    HOME: folder,
    QUERN_URL: service.origin,
    QUERN_TOKEN: testToken,
  };
  expect((await quern('databases', 'create', '--name', 'trial')).code).toBe(0);
});
afterAll(async () => {
  await service.dispose();
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
});

const quern = (...args: string[]) => runQuern(args, env);

async function fileOf(name: string, content: string | Uint8Array): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, content);
  return path;
}

/** Runs a command on a pseudo-terminal, as for a person. */
function onTerminal(...args: string[]): Promise<string> {
  const words = [process.execPath, mainFile, ...args]
    .map((word) => `'${word.replaceAll("'", `'\\''`)}'`)
    .join(' ');
  return new Promise((resolve, reject) => {
    const child = spawn('script', ['-qec', words, '/dev/null'], {
      env: { ...env, TERM: 'xterm' },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let seen = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      seen += text;
    });
    child.once('error', reject);
    child.once('close', () => resolve(seen.replaceAll('\r', '')));
  });
}

describe('quern load and quern query', () => {
  it('make a file a table, and its rows what a pipe can use', async () => {
    const path = await fileOf('people.csv', 'id,name\n1,Ada\n2,"Grace, Hopper"\n');
    const loaded = await quern('load', path);
    expect(loaded).toMatchObject({ code: 0, stdout: '' });
    expect(loaded.stderr).toBe('trial: main.people has 2 rows (replace, 32 B)\n');
    const sql = 'SELECT * FROM people ORDER BY id';
    expect((await quern('query', sql)).stdout).toBe('id,name\n1,Ada\n2,"Grace, Hopper"\n');
    expect(JSON.parse((await quern('query', sql, '--json')).stdout)).toEqual([
      { id: 1, name: 'Ada' },
      { id: 2, name: 'Grace, Hopper' },
    ]);
    expect((await quern('query', sql, '-f', 'table')).stdout).toBe(
      'id  name\n──  ─────────────\n 1  Ada\n 2  Grace, Hopper\n',
    );
    expect((await quern('query', sql, '-f', 'md')).stdout).toContain('| 1 | Ada |');
    const file = join(folder, 'out.parquet');
    expect(await quern('query', sql, '-o', file)).toMatchObject({
      code: 0,
      stdout: '',
      stderr: '',
    });
    expect((await readFile(file)).subarray(0, 4).toString()).toBe('PAR1');
    const arrow = join(folder, 'out.bin');
    expect((await quern('query', sql, '-f', 'arrow', '-o', arrow)).code).toBe(0);
    expect(
      tableFromIPC(await readFile(arrow))
        .toArray()
        .map(String),
    ).toEqual(['{"id": 1, "name": "Ada"}', '{"id": 2, "name": "Grace, Hopper"}']);
  });

  it('take modes with keys, packed files and standard input', async () => {
    const path = await fileOf('keyed.csv.gz', gzipSync('id,name\n1,Ada\n2,Grace\n'));
    expect((await quern('load', path, '-t', 'stock.keyed')).code).toBe(0);
    const more = await runQuern(
      ['load', '-', '-t', 'stock.keyed', '-m', 'upsert', '-k', 'id', '--json'],
      env,
      'id,name\n2,Joan\n3,Mary\n',
    );
    expect(JSON.parse(more.stdout)).toMatchObject({
      schema_name: 'stock',
      table_name: 'keyed',
      row_count: 3,
    });
    const asked = await runQuern(['query'], env, 'SELECT name FROM stock.keyed ORDER BY id');
    expect(asked.stdout).toBe('name\nAda\nJoan\nMary\n');
    expect(await quern('load', path, '--mode', 'merge')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("'merge'"),
    });
  });

  it('keep every digit, and both of two columns of a name', async () => {
    const { stdout } = await quern(
      'query',
      'SELECT 9223372036854775807 AS n, 1 AS a, 2 AS a',
      '--json',
    );
    expect(stdout).toBe('[\n{"n":9223372036854775807,"a":1,"a_1":2}\n]\n');
  });

  it('say what is wrong on standard error, and by the exit code', async () => {
    const wrong = await quern('query', 'SELECT * FROM nowhere');
    expect(wrong).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(/nowhere.*\n {2}\(BAD_REQUEST, rqst/s),
    });
    expect(await quern('query', 'SELECT 1', '--colour')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('--colour'),
    });
    const slips = [
      ['indexes', 'create', 'main', 't', '--name', 'words', '; did you mean --index-name?'],
      ['query', 'SELECT 1', '--fromat', 'csv', '; did you mean --format?'],
    ];
    for (const words of slips)
      expect(await quern(...words.slice(0, -1))).toMatchObject({
        code: 2,
        stderr: expect.stringContaining(words.at(-1) ?? ''),
      });
    expect(await quern('query', 'SELECT 1', '-f', 'xml')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("'xml'"),
    });
    expect(await quern('qury')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("'qury'"),
    });
    const lost = await runQuern(['query', 'SELECT 1'], { ...env, QUERN_URL: 'http://127.0.0.1:1' });
    expect(lost).toMatchObject({ code: 1, stderr: expect.stringContaining('CONNECTION_LOST') });
  });

  it('show how far an upload is on a terminal, and nothing of it in a pipe', async () => {
    const file = await fileOf('watched.csv', `wide\n${`${'7'.repeat(99)}\n`.repeat(180_000)}`);
    const load = ['load', file, '--table', 'watched', '-d', 'trial', '-m', 'replace'];
    const seen = await onTerminal(...load);
    expect(seen).toMatch(/^watched\.csv {2}░{24} {3}0% {2}0 B\/s/);
    // Parts of 8 MiB: one part arrives before the others.
    expect(seen).toMatch(/█+░+ +\d+% {2}[\d.]+ [KM]iB\/s/);
    expect(seen).toMatch(/█{24} 100% {2}loading/);
    // The bar is taken away at the end.
    expect(seen.slice(seen.lastIndexOf('\u001b[K'))).not.toContain('█');
    const piped = await quern(...load);
    expect(piped.code).toBe(0);
    for (const sign of ['█', '░', '\u001b'])
      expect(`${piped.stdout}${piped.stderr}`).not.toContain(sign);
  });

  it('show a table on a terminal, in which nothing that was stored steers it', async () => {
    const seen = await onTerminal(
      'query',
      String.raw`SELECT E'a\u001b[31mred' AS t, NULL AS n, '名前' AS wide, 7 AS i`,
    );
    expect(seen).toContain(String.raw`a\u{1b}[31mred`);
    expect(seen).not.toContain('\u001b[31m');
    expect(seen).toContain('∅');
    expect(seen).toMatch(/1 row, \d+ ms/);
    const cut = await onTerminal(
      'query',
      'SELECT n FROM generate_series(1, 20) AS t(n)',
      '--max-rows',
      '5',
    );
    expect(cut).toContain('5 of 20 rows');
  });

  it('end a query with the command that asked it', async () => {
    const sql =
      'SELECT count(*) FROM generate_series(1, 100000) a, generate_series(1, 10000000) b WHERE a # b = 7';
    const child = spawn(process.execPath, [mainFile, 'query', sql], { env, stdio: 'ignore' });
    const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
    const newest = async () =>
      JSON.parse((await quern('runs', 'list', '--limit', '1')).stdout).query_runs[0];
    await eventually(async () =>
      expect(await newest()).toMatchObject({ status: 'running', sql_text: sql }),
    );
    child.kill('SIGINT');
    expect(await ended).toBe(130);
    await eventually(async () => expect((await newest()).status).toBe('cancelled'));
  });
});

describe('quern <resource> <verb>', () => {
  it('reaches every endpoint, databases by name or id', async () => {
    const { id } = JSON.parse((await quern('databases', 'get', 'trial')).stdout);
    expect(JSON.parse((await quern('databases', 'get', id)).stdout).name).toBe('trial');
    const tables = JSON.parse(
      (await quern('tables', 'list', '-d', 'trial', '--include-columns', 'true')).stdout,
    ).tables;
    expect(tables.map(({ table }: { table: string }) => table)).toContain('people');
    expect(tables[0].columns[0].name).toBe('id');
    const key = ['databases', 'add-table', 'trial', 'main', '--name', 'declared', '--key', 'a,b'];
    expect(JSON.parse((await quern(...key)).stdout)).toMatchObject({ table: 'declared' });
    // The connection of a database's own tables need not be known.
    const indexes = await quern('indexes', 'list-of-table', 'main', 'people', '-d', 'trial');
    expect(JSON.parse(indexes.stdout)).toEqual({ indexes: [] });
    expect(JSON.parse((await quern('api', 'tokens', 'list')).stdout).tokens).toHaveLength(1);
    expect(await quern('databases', 'delete')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('DATABASE_ID'),
    });
    expect(await quern('databases', 'get', 'nobody')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('NOT_FOUND'),
    });
    expect(await quern('jobs', 'lst')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('list'),
    });
  });

  it('is JSON on a terminal too where it is asked for, as are rows and loads', async () => {
    const path = await fileOf('on_terminal.csv', 'id\n1\n');
    const wanted: readonly (readonly [readonly string[], object])[] = [
      [['databases'], { databases: [expect.objectContaining({ name: 'trial' })] }],
      [['databases', 'get', 'trial'], { name: 'trial' }],
      [['tables', 'list', '-d', 'trial'], { tables: expect.anything() }],
      [['runs', 'list', '-d', 'trial'], { query_runs: expect.anything() }],
      [['results', 'list', '-d', 'trial'], { results: expect.anything() }],
      [['indexes', 'list', '-d', 'trial'], { indexes: [] }],
      [['jobs', 'list'], { jobs: expect.anything() }],
      [['connections', 'list'], { connections: [] }],
      [['usage', 'get-days'], { days: expect.anything() }],
      [['load', path, '-d', 'trial'], { table_name: 'on_terminal' }],
      [['query', 'SELECT 7 AS n', '-d', 'trial'], [{ n: 7 }]],
    ];
    for (const [words, answer] of wanted) {
      // Beside what is said of the work, and the bar of a load.
      const lines = (await onTerminal(...words, '--json')).split(/\n|\r/);
      const parts = lines.flatMap((line) => line.split('\u001b[K'));
      const end = parts.findLastIndex((part) => /[\]}]$/.test(part)) + 1;
      const json = parts.slice(
        parts.findIndex((part) => /^[[{]/.test(part)),
        end,
      );
      expect([words, JSON.parse(json.join('\n'))]).toEqual([
        words,
        Array.isArray(answer) ? answer : expect.objectContaining(answer),
      ]);
    }
  });

  it('is a table on a terminal', async () => {
    expect(await onTerminal('databases')).toMatch(/id .*name .*\n.*─+.*\n.*trial/);
    expect(await onTerminal('databases', 'get', 'trial')).toMatch(/default_schema +main/);
  });

  it('says what it takes, and completes', async () => {
    expect((await quern('indexes', '--help')).stdout).toContain(
      'quern indexes create CONNECTION_ID SCHEMA TABLE',
    );
    expect((await quern('completion', 'words', 'dat')).stdout.split('\n')).toContain('databases');
    expect((await quern('completion', 'words', 'databases', 'list-')).stdout).toBe(
      'list-snapshots\n',
    );
    expect((await quern('completion', 'words', '--', 'load', '--m')).stdout).toBe('--mode\n');
    for (const shell of ['bash', 'zsh', 'fish']) {
      expect((await quern('completion', shell)).stdout).toContain('quern completion words --');
    }
  });
});

describe('a token for one database', () => {
  it('needs no --database, and reaches no other', async () => {
    const made = await quern('api', 'tokens', 'create', '--kind', 'database', '-d', 'trial');
    const { token, database_id: id } = JSON.parse(made.stdout);
    const own = { ...env, QUERN_TOKEN: token };
    const loaded = await runQuern(['load', '-', '-t', 'by_agent'], own, 'n\n5\n');
    expect(loaded).toMatchObject({
      code: 0,
      stderr: expect.stringContaining('main.by_agent has 1 rows'),
    });
    expect((await runQuern(['query', 'SELECT n FROM by_agent'], own)).stdout).toBe('n\n5\n');
    expect((await runQuern(['runs', 'list', '-d', id], own)).code).toBe(0);
    const other = await runQuern(['query', 'SELECT 1', '-d', 'other'], own);
    expect(other).toMatchObject({ code: 2, stderr: expect.stringContaining(id) });
  });
});

describe('quern login', () => {
  it('keeps the token for its owner alone, and is beaten by the environment', async () => {
    const { QUERN_URL: url, QUERN_TOKEN: _, ...bare } = env;
    const unknown = await runQuern(['databases', 'list'], {
      ...bare,
      QUERN_DATA_DIR: join(folder, 'none'),
    });
    expect(unknown).toMatchObject({ code: 2, stderr: expect.stringContaining('quern login') });
    const refused = await runQuern(['login', '--url', String(url)], bare, 'not-the-token\n');
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('UNAUTHORIZED') });
    const login = await runQuern(
      ['login', '--url', String(url), '-d', 'trial'],
      bare,
      `${testToken}\n`,
    );
    expect(login).toMatchObject({ code: 0, stderr: expect.stringContaining('organization') });
    expect(login.stdout + login.stderr).not.toContain(testToken);
    const path = join(folder, '.config', 'quern', 'profile.json');
    expect(((await stat(path)).mode & 0o777).toString(8)).toBe('600');
    expect((await runQuern(['query', 'SELECT 1 AS one'], bare)).stdout).toBe('one\n1\n');
    const again = await runQuern(['login', '--url', String(url), '--json'], bare, testToken);
    expect(JSON.parse(again.stdout)).toMatchObject({ url, kind: 'organization', profile: path });
    // The stored token goes only to its own address.
    const elsewhere = await runQuern(['query', 'SELECT 1'], {
      ...bare,
      QUERN_URL: 'http://127.0.0.1:1',
    });
    expect(elsewhere).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('no token is known'),
    });
    const beaten = await runQuern(['query', 'SELECT 1'], { ...bare, QUERN_TOKEN: 'another' });
    expect(beaten).toMatchObject({ code: 1, stderr: expect.stringContaining('UNAUTHORIZED') });
    expect(JSON.parse((await runQuern(['logout', '--json'], bare)).stdout)).toEqual({
      profile: path,
      removed: true,
    });
    await expect(stat(path)).rejects.toThrow('ENOENT');
  });
});
