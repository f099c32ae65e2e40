import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runQuern } from '../api/run-quern.ts';
import { eventually } from '../eventually.ts';
import { mainFile } from '../main-file.ts';
import {
  type Json,
  type RunningService,
  type ServiceOptions,
  startService,
  testToken,
} from '../service.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'quern-start-'));
});
afterAll(async () => {
  // A failed test has not stopped its service.
  for (const service of started) await service.dispose();
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
});

const started: RunningService[] = [];

async function start(options: ServiceOptions = {}): Promise<RunningService> {
  const service = await startService(options);
  started.push(service);
  return service;
}

/** Started as a newcomer would: no token of the caller's choice. */
const plain = (dataDir: string, env: Record<string, string> = {}) =>
  start({ dataDir, env: { QUERN_BOOTSTRAP_TOKEN: '', ...env } });

const modeOf = async (path: string) => ((await stat(path)).mode & 0o777).toString(8);
const tokenOf = (dataDir: string) =>
  readFile(join(dataDir, 'token'), 'utf8').then((text) => text.trim());

function runShell(command: string, env: Record<string, string> = {}): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn('sh', ['-c', command], {
      env: { PATH: process.env.PATH, ...env },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let output = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
    child.once('error', reject);
    child.once('close', () => resolve(output));
  });
}

/** The printed command, once the sample is loaded. */
function printedCurl(service: RunningService): Promise<string> {
  return eventually(() => {
    const [command] = /^ {2}curl [\s\S]*?'$(?![\s\S]*\\\n)/m.exec(service.stderr()) ?? [];
    expect(command).toBeDefined();
    return command ?? '';
  }, 60_000);
}

describe('the first start', () => {
  test('prints a token once, keeps it for the owner only, loads the sample, and its curl works', async () => {
    const dataDir = join(folder, 'first');
    const first = await plain(dataDir, { QUERN_SAMPLE: 'on' });
    const token = await tokenOf(dataDir);
    expect(token).toMatch(/^qn_[0-9A-Za-z]{43}$/);
    expect([
      await modeOf(join(dataDir, 'token')),
      await modeOf(join(dataDir, 'secret.key')),
    ]).toEqual(['600', '600']);
    expect(await modeOf(dataDir)).toBe('700');
    const command = await printedCurl(first);
    expect(first.stderr().split(token)).toHaveLength(2);
    expect(JSON.stringify(first.log)).not.toContain(token);
    expect(JSON.parse(await runShell(command))).toMatchObject({
      columns: ['flights'],
      rows: [[3_000_000]],
    });

    const api = first.api(token);
    const [sample] = (await api.get('/v1/databases')).body.databases;
    expect(sample.name).toBe('sample');
    const counts = await api.query(
      sample.id,
      'SELECT (SELECT count(*) FROM weather), (SELECT count(*) FROM cars)',
    );
    expect(counts.body.rows).toEqual([[1461, 406]]);
    expect((await api.get('/v1/tokens')).body.tokens.map((row: Json) => row.kind)).toEqual([
      'organization',
    ]);
    expect((await api.get('/v1/jobs')).body.jobs).toEqual([]);
    const own = await api.createDatabase({ name: 'own' });
    await api.loadCsv(own.id, 't', 'a\n41\n');
    expect(await first.stop()).toBe(0);

    const second = await plain(dataDir, { QUERN_SAMPLE: 'on' });
    expect(await tokenOf(dataDir)).toBe(token);
    expect(second.stderr()).not.toContain(token);
    const again = second.api(token);
    expect((await again.query(own.id, 'SELECT a + 1 FROM t')).body.rows).toEqual([[42]]);
    expect((await again.query(sample.id, 'SELECT count(*) FROM cars')).body.rows).toEqual([[406]]);
    expect((await again.get('/v1/workspaces')).body.workspaces).toHaveLength(1);
    expect((await again.delete(`/v1/databases/${sample.id}`)).status).toBe(204);
    expect(await second.stop()).toBe(0);

    const third = await plain(dataDir, { QUERN_SAMPLE: 'on' });
    await eventually(async () => expect((await fetch(`${third.origin}/readyz`)).status).toBe(200));
    const left = (await third.api(token).get('/v1/databases')).body.databases;
    expect(left.map((row: Json) => row.name)).toEqual(['own']);
    expect(await third.stop()).toBe(0);
  });

  test('that ends in the middle of the sample exits 0, and the next start completes it', async () => {
    const dataDir = join(folder, 'interrupted');
    const first = await plain(dataDir, { QUERN_SAMPLE: 'on' });
    await eventually(() =>
      expect(first.log.some((line) => line.operation === 'uploads.create')).toBe(true),
    );
    expect(await first.stop()).toBe(0);
    expect(first.stderr()).not.toMatch(/Error|\n\s+at /);
    // The public address leads nowhere, and the sample is loaded all the same.
    const second = await plain(dataDir, {
      QUERN_SAMPLE: 'on',
      QUERN_PUBLIC_URL: 'http://quern.invalid',
    });
    const api = second.api(await tokenOf(dataDir));
    await eventually(async () => {
      const [sample] = (await api.get('/v1/databases')).body.databases;
      const { body } = await api.query(
        sample.id,
        'SELECT (SELECT count(*) FROM flights), (SELECT count(*) FROM cars)',
      );
      expect(body.rows).toEqual([[3_000_000, 406]]);
    }, 60_000);
    expect((await api.get('/v1/databases')).body.databases).toHaveLength(1);
    await second.dispose();
  });

  test('with a token of the caller’s choice uses that, keeps no file and shows it nowhere', async () => {
    const service = await start({ env: { QUERN_SAMPLE: 'on' } });
    expect((await service.api(testToken).get('/v1/workspaces')).status).toBe(200);
    expect(existsSync(join(service.dataDir, 'token'))).toBe(false);
    const command = await printedCurl(service);
    expect(service.stderr()).not.toContain(testToken);
    const output = await runShell(command, { QUERN_BOOTSTRAP_TOKEN: testToken });
    expect(JSON.parse(output).rows).toEqual([[3_000_000]]);
    expect(await service.stop()).toBe(0);
    const other = await start({
      dataDir: service.dataDir,
      env: { QUERN_BOOTSTRAP_TOKEN: 'another-token-of-more-than-32-characters' },
    });
    expect(
      (await other.api('another-token-of-more-than-32-characters').get('/v1/workspaces')).status,
    ).toBe(401);
    expect((await other.api(testToken).get('/v1/workspaces')).status).toBe(200);
    await other.dispose();
  });

  test('that died after it wrote the token file is continued with that token', async () => {
    const dataDir = await mkdtemp(join(folder, 'died-'));
    const token = `qn_${'k'.repeat(43)}`;
    await writeFile(join(dataDir, 'token'), `${token}\n`);
    await chmod(join(dataDir, 'token'), 0o600);
    const service = await plain(dataDir);
    expect((await service.api(token).get('/v1/workspaces')).status).toBe(200);
    await service.dispose();
  });
});

describe('a start that cannot be', () => {
  let running: RunningService;
  beforeAll(async () => {
    running = await start();
  });
  afterAll(() => running.dispose());

  test('on the data folder of a running service is refused with a sentence, and the other goes on', async () => {
    const { code, stdout, stderr } = await runQuern([], {
      QUERN_DATA_DIR: running.dataDir,
      QUERN_PORT: '0',
    });
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(/^quern: another Quern works in the data folder .* QUERN_DATA_DIR\n$/);
    expect((await running.api().get('/v1/workspaces')).status).toBe(200);
  });

  test('on a port that is taken ends with a sentence', async () => {
    const { port } = new URL(running.origin);
    const env = {
      QUERN_DATA_DIR: join(folder, 'port'),
      QUERN_PORT: port,
      QUERN_SAMPLE: 'off',
      QUERN_LOG_LEVEL: 'silent',
    };
    const { code, stderr } = await runQuern([], env);
    expect([code, stderr]).toEqual([1, expect.stringMatching(new RegExp(`^quern: .*${port}`))]);
    expect(stderr).not.toMatch(/\n\s+at /);
  });

  test('on a metadata database that is not there ends with a sentence', async () => {
    const { code, stderr } = await runQuern([], {
      QUERN_DATA_DIR: join(folder, 'nowhere'),
      QUERN_METADATA_URL: 'postgres://user:hunter2@127.0.0.1:1/x',
      QUERN_SECRET_KEY: 's'.repeat(32),
    });
    expect(code).toBe(1);
    expect(stderr).toMatch(/^quern: \S/);
    expect(stderr).not.toMatch(/hunter2|\n\s+at /);
  });
});

describe('SIGTERM', () => {
  test('in the middle of the start is obeyed once the start is done, with 0', async () => {
    const dataDir = join(folder, 'early');
    const env = {
      PATH: process.env.PATH,
      QUERN_DATA_DIR: dataDir,
      QUERN_PORT: '0',
      QUERN_SAMPLE: 'off',
    };
    const child = spawn(process.execPath, [mainFile], { env, stdio: 'ignore' });
    const ended = new Promise((resolve) =>
      child.once('exit', (code, signal) => resolve(code ?? signal)),
    );
    // The folder's lock is the first thing a start makes.
    await eventually(() => expect(existsSync(join(dataDir, 'lock'))).toBe(true));
    child.kill('SIGTERM');
    expect(await ended).toBe(0);
  });

  test('lets a query under way end, and then the process, with 0', async () => {
    const service = await start();
    const api = service.api();
    const { id } = await api.createDatabase();
    const sql = 'SELECT sum((i * 7) % 13) AS s FROM range(150000000) AS t(i)';
    const answer = api.query(id, sql, { dialect: 'duckdb' });
    await eventually(async () => {
      const text = await (await fetch(`${service.origin}/metrics`)).text();
      expect(text).toMatch(/^quern_queries_running 1$/m);
    });
    let code: number | null | undefined;
    service.stop().then((ended) => {
      code = ended;
    });
    expect((await answer).status).toBe(200);
    // The client keeps its connection open; waiting for the client would last until the cut-off, 15
    // seconds.
    await eventually(() => expect(code).toBe(0), 10_000);
    await expect(fetch(`${service.origin}/healthz`)).rejects.toThrow();
    await service.dispose();
  });
});
