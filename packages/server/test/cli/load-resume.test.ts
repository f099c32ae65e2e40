import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { mainFile, runQuern } from '../api/run-quern.ts';
import { eventually } from '../eventually.ts';
import { type RunningService, startService, testToken } from '../service.ts';

/** Of 8 MiB. */
const partCount = 3;
const lineCount = 180_000;

let service: RunningService;
let folder: string;
let env: Record<string, string>;
/** Before the service: lets so many PUTs through and holds the others. */
let proxy: Server;
let allowed = Number.POSITIVE_INFINITY;
let puts = 0;
let file: string;

beforeAll(async () => {
  service = await startService();
  folder = await mkdtemp(join(tmpdir(), 'quern-resume-'));
  const { hostname, port } = new URL(service.origin);
  proxy = createServer((incoming, outgoing) => {
    if (incoming.method === 'PUT') {
      puts += 1;
      // Whoever waits for the others waits until they give up.
      if (puts > allowed) return;
    }
    const { method, headers, url: path } = incoming;
    const onward = request({ hostname, port, path, method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    // The one that asked was killed.
    onward.on('error', () => outgoing.destroy());
    incoming.pipe(onward);
  });
  await once(proxy.listen(0, '127.0.0.1'), 'listening');
  env = {
    PATH: process.env.PATH ?? '',
    HOME: folder,
    QUERN_URL: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    QUERN_TOKEN: testToken,
    QUERN_DATABASE: 'trial',
  };
  await service.api().createDatabase({ name: 'trial' });
  file = join(folder, 'wide.csv');
  await writeFile(file, `wide\n${`${'7'.repeat(99)}\n`.repeat(lineCount)}`);
});
beforeEach(() => {
  allowed = Number.POSITIVE_INFINITY;
  puts = 0;
});
afterAll(async () => {
  proxy.closeAllConnections();
  proxy.close();
  await service.dispose();
  await rm(folder, { recursive: true, force: true });
});

const uploads = () => join(folder, '.local/state/quern/uploads');
const kept = async (): Promise<string[]> => readdir(uploads()).catch(() => []);
const sentParts = async () => {
  const [name = ''] = await kept();
  const state = JSON.parse(await readFile(join(uploads(), name), 'utf8'));
  return state.parts.length as number;
};
const load = (...more: string[]) => runQuern(['load', file, '-m', 'append', ...more], env);
const rowCount = async () =>
  (await runQuern(['query', 'SELECT count(*) AS n FROM wide'], env)).stdout;

/** A load that is ended by a signal once so many of its parts are there; what it said. */
async function endedLoad(parts: number, signal: 'SIGKILL' | 'SIGINT') {
  allowed = puts + parts;
  const before = (await kept()).length === 0 ? 0 : await sentParts();
  const child = spawn(process.execPath, [mainFile, 'load', file, '-m', 'append'], {
    env,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  const closed = once(child, 'close');
  await eventually(async () => expect(await sentParts()).toBe(before + parts), 30_000);
  child.kill(signal);
  const [code] = await closed;
  return { code, stderr };
}

it('a load goes on where it was killed or interrupted, and sends no part twice', async () => {
  await endedLoad(1, 'SIGKILL');
  const [name = ''] = await kept();
  expect(((await stat(join(uploads(), name))).mode & 0o777).toString(8)).toBe('600');
  const interrupted = await endedLoad(1, 'SIGINT');
  expect(interrupted.code).toBe(130);
  expect(interrupted.stderr).toMatch(/wide\.csv: an upload that stopped goes on/);
  expect(interrupted.stderr).toMatch(/the same command goes on from there/);
  allowed = Number.POSITIVE_INFINITY;
  puts = 0;
  expect(await load()).toMatchObject({ code: 0 });
  expect(puts).toBe(partCount - 2);
  expect(await rowCount()).toBe(`n\n${lineCount}\n`);
  expect(await kept()).toEqual([]);
});

it('another command, a changed file or an upload that is gone is uploaded anew', async () => {
  await endedLoad(1, 'SIGKILL');
  allowed = Number.POSITIVE_INFINITY;
  const [name = ''] = await kept();
  const path = join(uploads(), name);
  puts = 0;
  expect((await load('-t', 'other')).code).toBe(0);
  expect(puts).toBe(partCount);
  expect(await kept()).toEqual([name]);
  const state = JSON.parse(await readFile(path, 'utf8'));
  await writeFile(path, JSON.stringify({ ...state, uploadId: `upld${'0'.repeat(26)}` }));
  puts = 0;
  expect((await load('-t', 'wide')).code).toBe(0);
  expect(puts).toBe(partCount);
  expect(await kept()).toEqual([]);
  await endedLoad(1, 'SIGKILL');
  allowed = Number.POSITIVE_INFINITY;
  await utimes(file, new Date(), new Date(Date.now() + 5000));
  puts = 0;
  const changed = await load('--json');
  expect(changed.stderr).not.toContain('goes on');
  expect(JSON.parse(changed.stdout).row_count).toBe(3 * lineCount);
  expect(puts).toBe(partCount);
});
