import { execFileSync, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { judgeFileLimit } from '../../src/start/file-limit.ts';
import { eventually } from '../eventually.ts';
import { mainFile } from '../main-file.ts';
import { type Api, type ApiResponse, type RunningService, startService } from '../service.ts';

/**
 * A full disk that every machine can have: the service and its workers may not make any file longer
 * (RLIMIT_FSIZE), which fails as a full file system does.
 */
function limitFiles(pid: number, limit: 'none' | 'all'): void {
  const children = execFileSync('ps', ['-o', 'pid=', '--ppid', String(pid)], { encoding: 'utf8' });
  for (const each of [String(pid), ...children.trim().split(/\s+/)]) {
    try {
      execFileSync('prlimit', [
        '--pid',
        each,
        `--fsize=${limit === 'all' ? '0' : 'unlimited'}:unlimited`,
      ]);
    } catch (error) {
      // The listing's own process is included, and gone.
      if (each === String(pid)) throw error;
    }
  }
}

describe('while nothing can be stored', () => {
  let service: RunningService;
  let api: Api;
  let databaseId: string;
  beforeAll(async () => {
    service = await startService({ env: { QUERN_SWEEP_INTERVAL: '60' } });
    api = service.api();
    databaseId = (await api.createDatabase()).id;
    await api.loadCsv(databaseId, 't', 'id,a\n1,x\n2,y\n');
    limitFiles(service.pid, 'all');
  });
  afterAll(() => service.dispose());

  const rows = async () =>
    (await api.query(databaseId, 'SELECT id, a FROM t ORDER BY id')).body.rows;
  const ready = async () => (await fetch(`${service.origin}/readyz`)).status;

  test('each request that would store is 503 with Retry-After and a sentence, and none is half done', async () => {
    const answers: Record<string, ApiResponse> = {
      load: await api.load(databaseId, 't', { data: 'id,a\n9,z\n' }),
      append: await api.load(databaseId, 't', { mode: 'append', data: 'id,a\n9,z\n' }),
      upsert: await api.load(databaseId, 't', { mode: 'upsert', key: ['id'], data: 'id,a\n1,z\n' }),
      upload: await api.post('/v1/uploads', { declared_size_bytes: 10 }),
      fork: await api.post(`/v1/databases/${databaseId}/fork`, {}),
      database: await api.post('/v1/databases', {}),
      batch: await api.post('/v1/databases/bulk', { count: 2 }),
      query: await api.query(
        databaseId,
        'SELECT i, md5(CAST(i AS text)) FROM generate_series(1, 5000) AS s(i)',
      ),
    };
    for (const [what, { status, headers, body }] of Object.entries(answers)) {
      expect([what, status, body.error.code]).toEqual([what, 503, 'PERSISTENCE_UNAVAILABLE']);
      expect(headers.get('retry-after'), what).toBe('5');
      expect(body.error.message, what).toMatch(/cannot store anything at present[,;]/);
    }
    expect(await ready()).toBe(503);
    const metrics = await (await fetch(`${service.origin}/metrics`)).text();
    expect(metrics).toMatch(/quern_storage_failures_total\{reason="\w+"\} [1-9]/);
  });

  test('and once there is room, everything goes on where it was', async () => {
    limitFiles(service.pid, 'none');
    await eventually(async () => expect(await ready()).toBe(200));
    expect(await rows()).toEqual([
      [1, 'x'],
      [2, 'y'],
    ]);
    expect(
      (await api.load(databaseId, 't', { mode: 'upsert', key: ['id'], data: 'id,a\n1,z\n' }))
        .status,
    ).toBe(200);
    expect(await rows()).toEqual([
      [1, 'z'],
      [2, 'y'],
    ]);
  });
});

describe('the limit of open files', () => {
  test.each([256, 420, 515])('of %i ends a start with a sentence', async (limit) => {
    const folder = await mkdtemp(join(tmpdir(), 'quern-limit-'));
    const env = {
      PATH: process.env.PATH,
      QUERN_DATA_DIR: folder,
      QUERN_PORT: '0',
      QUERN_SAMPLE: 'off',
    };
    const command = `ulimit -n ${limit}; exec '${process.execPath}' '${mainFile}'`;
    const child = spawn('sh', ['-c', command], { env, stdio: ['ignore', 'ignore', 'pipe'] });
    let said = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      said += text;
    });
    const code = await new Promise((resolve) => child.once('close', resolve));
    expect([code, said]).toEqual([
      1,
      expect.stringMatching(
        new RegExp(`^quern: this process may have ${limit} files open.*ulimit -n.*\n$`),
      ),
    ]);
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  });

  test('that a start takes is enough for a crowd: who finds no room is told to come again, and nothing is lost', async () => {
    const service = await startService({ openFiles: 520 });
    try {
      const api = service.api();
      const { id } = await api.createDatabase();
      await api.loadCsv(id, 't', 'n\n0\n');
      const one = async (n: number) => {
        const load = await api.load(id, `t${n % 40}`, { mode: 'append', data: `n\n${n}\n` });
        const query = await api.query(
          id,
          `SELECT i, md5(CAST(i AS text)) FROM generate_series(1, ${1000 + n}) AS s(i)`,
        );
        return [load.status, query.status];
      };
      const answers = (await Promise.all(Array.from({ length: 120 }, (_, n) => one(n)))).flat();
      expect(answers.filter((status) => ![200, 202, 409, 429, 503].includes(status))).toEqual([]);
      expect(answers).toContain(200);
      expect((await api.query(id, 'SELECT n FROM t')).body.rows).toEqual([[0]]);
      expect((await fetch(`${service.origin}/readyz`)).status).toBe(200);
    } finally {
      await service.dispose();
    }
  });

  test('is judged by what the workers need too, and is of no account where it is not known', () => {
    expect(judgeFileLimit(null, 4)).toEqual({});
    expect(judgeFileLimit(4096, 4)).toEqual({});
    expect(judgeFileLimit(1024, 4)).toEqual({ warning: expect.stringContaining('1024 files') });
    expect(judgeFileLimit(520, 2)).toEqual({ warning: expect.any(String) });
    expect(judgeFileLimit(420, 2)).toEqual({
      problem: expect.stringContaining('needs 520 at least'),
    });
    expect(judgeFileLimit(1024, 200)).toEqual({ problem: expect.any(String) });
  });
});
