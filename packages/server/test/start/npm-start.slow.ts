import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { eventually } from '../eventually.ts';
import { Api, testToken } from '../service.ts';

/** The README's first command, verbatim: npm and the shell between are part of the test. */
const repository = fileURLToPath(new URL('../../../..', import.meta.url));

let dataDir: string;
const started: Started[] = [];
beforeEach(async () => {
  // A path that a shell has to be told in quotes.
  dataDir = join(await mkdtemp(join(tmpdir(), 'quern-npm-start-')), "it's here");
});
afterEach(async () => {
  for (const { npm } of started.splice(0)) signalGroup(npm, 'SIGKILL');
  await rm(join(dataDir, '..'), { recursive: true, force: true });
});

interface Started {
  readonly npm: ChildProcess;
  readonly stdout: () => string;
  readonly stderr: () => string;
  readonly ended: Promise<number | NodeJS.Signals | null>;
  /** Resolves when the program prints its address. */
  readonly listens: Promise<{ origin: string; pid: number }>;
}

function npmStart(env: Readonly<Record<string, string>> = {}): Started {
  const npm = spawn('npm', ['start'], {
    cwd: repository,
    // A process group of its own, like a terminal's.
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env.PATH ?? '',
      HOME: process.env.HOME ?? '',
      QUERN_PORT: '0',
      QUERN_DATA_DIR: dataDir,
      QUERN_WORKERS: '2',
      QUERN_MEMORY: '2GiB',
      ...env,
    },
  });
  const texts = { stdout: '', stderr: '' };
  npm.stderr.setEncoding('utf8').on('data', (text: string) => {
    texts.stderr += text;
  });
  const ended = new Promise<number | NodeJS.Signals | null>((resolve) =>
    npm.once('close', (code, signal) => resolve(code ?? signal)),
  );
  const listens = new Promise<{ origin: string; pid: number }>((resolve, reject) => {
    createInterface({ input: npm.stdout }).on('line', (line) => {
      texts.stdout += `${line}\n`;
      const entry = line.startsWith('{') ? JSON.parse(line) : {};
      if (entry.msg === 'listening') resolve({ origin: entry.address, pid: npm.pid ?? 0 });
    });
    ended.then((code) => reject(new Error(`npm start ended with ${code}:\n${texts.stderr}`)));
  });
  listens.catch(() => {});
  const running = { npm, stdout: () => texts.stdout, stderr: () => texts.stderr, ended, listens };
  started.push(running);
  return running;
}

/** Signals npm and all processes that it started, orphans included. */
function signalGroup({ pid }: ChildProcess, signal: NodeJS.Signals): void {
  try {
    if (pid !== undefined) process.kill(-pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/** True while any process of npm's group lives. */
function isGroupAlive({ pid }: ChildProcess): boolean {
  try {
    return pid !== undefined && process.kill(-pid, 0);
  } catch {
    return false;
  }
}

function shell(command: string): Promise<{ code: number | null; output: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn('sh', ['-c', command], {
      env: { PATH: process.env.PATH },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let output = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, output }));
  });
}

/** The text below `Try it:`, to the letter. */
function printedCommand({ stderr }: Started): Promise<string> {
  return eventually(() => {
    const [, command] = /^Try it:\n\n([\s\S]*?)\n\n/m.exec(stderr()) ?? [];
    expect(command).toBeDefined();
    return command ?? '';
  }, 120_000);
}

describe('npm start', () => {
  test('is all that a newcomer needs: the printed command answers, and another start finds everything', async () => {
    const first = npmStart();
    const { origin } = await first.listens;
    expect(new URL(origin).hostname).toBe('127.0.0.1');
    const command = await printedCommand(first);
    const { code, output } = await shell(command);
    expect(code).toBe(0);
    expect(JSON.parse(output)).toMatchObject({
      columns: ['flights'],
      rows: [[3_000_000]],
      truncated: false,
    });

    const told = first.stderr().slice(first.stderr().indexOf('Quern listens')).trim();
    expect(told.split('\n').filter(Boolean).length).toBeLessThanOrEqual(10);
    const [, documentation = ''] = /docs +(\S+)/.exec(told) ?? [];
    expect(await (await fetch(documentation)).text()).toContain('Getting started');
    const [, address, linkCode] = /console +(\S+)\/#\/sign-in\/(\w+)/.exec(first.stderr()) ?? [];
    expect(address).toBe(origin);
    expect(await (await fetch(`${origin}/`)).text()).toContain('<title>Quern</title>');
    const signedIn = await new Api(origin, null).post('/v1/auth/code', { code: linkCode });
    expect((await new Api(origin, signedIn.body.token).get('/v1/me')).body.name).toBe(
      'sign-in link',
    );
    const token = (await readFile(join(dataDir, 'token'), 'utf8')).trim();
    expect(((await stat(join(dataDir, 'token'))).mode & 0o777).toString(8)).toBe('600');
    expect((first.stdout() + first.stderr()).split(token)).toHaveLength(2);
    const found = async (api: Api) => ({
      workspaces: (await api.get('/v1/workspaces')).body.workspaces,
      databases: (await api.get('/v1/databases')).body.databases,
    });
    const before = await found(new Api(origin, token));
    expect([before.workspaces.length, before.databases.length]).toEqual([1, 1]);
    expect(command).toContain(`'X-Database-Id: ${before.databases[0].id}'`);
    first.npm.kill('SIGTERM');
    expect(await first.ended).toBe(0);
    expect(isGroupAlive(first.npm)).toBe(false);

    const second = npmStart();
    const again = await second.listens;
    expect((await readFile(join(dataDir, 'token'), 'utf8')).trim()).toBe(token);
    expect(await found(new Api(again.origin, token))).toEqual(before);
    const { output: repeated } = await shell(command.replace(origin, again.origin));
    expect(JSON.parse(repeated).rows).toEqual([[3_000_000]]);
    second.npm.kill('SIGTERM');
    expect(await second.ended).toBe(0);
    expect(second.stdout() + second.stderr()).not.toContain(token);
    // Nobody reads a pipe, so what is printed there lets nobody in.
    expect(second.stderr()).not.toMatch(/Try it|sign-in/);
    expect(isGroupAlive(second.npm)).toBe(false);
  }, 180_000);

  test('lets a query end at an interrupt at the terminal, which reaches the service twice', async () => {
    const service = npmStart({ QUERN_SAMPLE: 'off', QUERN_BOOTSTRAP_TOKEN: testToken });
    const { origin } = await service.listens;
    const api = new Api(origin, testToken);
    const { id } = await api.createDatabase();
    const sql = 'SELECT sum((i * 7) % 13) AS s FROM range(150000000) AS t(i)';
    const answer = api.query(id, sql, { dialect: 'duckdb' });
    await eventually(async () =>
      expect(await (await fetch(`${origin}/metrics`)).text()).toMatch(/^quern_queries_running 1$/m),
    );
    signalGroup(service.npm, 'SIGINT');
    expect((await answer).status).toBe(200);
    expect(await service.ended).toBe(0);
    expect(isGroupAlive(service.npm)).toBe(false);
  });

  test('tells every bad setting at once, by name, and fails', async () => {
    const service = npmStart({ QUERN_PORT: '99999', QUERN_MEMORY: 'lots', QUERN_SAMPLE: 'maybe' });
    expect(await service.ended).toBe(2);
    for (const name of ['QUERN_PORT', 'QUERN_MEMORY', 'QUERN_SAMPLE'])
      expect(service.stderr()).toContain(`${name}: `);
    await expect(stat(dataDir)).rejects.toThrow('ENOENT');
  });
});
