import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import {
  type ClientRequest,
  createServer,
  type IncomingMessage,
  request,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { runQuern } from '../api/run-quern.ts';
import { eventually } from '../eventually.ts';
import { mainFile } from '../main-file.ts';
import { type RunningService, startService, testToken } from '../service.ts';

/** Size: 8 MiB. */
const partCount = 3;
const lineCount = 180_000;

let service: RunningService;
let folder: string;
let env: Record<string, string>;
/**
 * A proxy before the service: passes a number of PUTs, holds the others, and spoils chosen answers.
 */
let proxy: Server;
/** The proxy answers in place of the service, which did the work or did not. */
interface Spoiled {
  readonly what: RegExp;
  readonly status: number;
  readonly body: string;
  readonly isDone: boolean;
}
let spoiled: Spoiled | null = null;
let spoiledCount = 0;
/** Each load is answered with its job. */
let isJobAtOnce = false;
const loads = /^POST .*\/loads$/;
let allowed = Number.POSITIVE_INFINITY;
let puts = 0;
let file: string;

beforeAll(async () => {
  service = await startService();
  folder = await mkdtemp(join(tmpdir(), 'quern-resume-'));
  proxy = createServer((incoming, outgoing) => {
    if (incoming.method === 'PUT') {
      puts += 1;
      // The wait ends when the other requests give up.
      if (puts > allowed) return;
    }
    forward(incoming, outgoing);
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
beforeEach(async () => {
  await rm(uploads(), { recursive: true, force: true });
  spoiled = null;
  spoiledCount = 0;
  isJobAtOnce = false;
  allowed = Number.POSITIVE_INFINITY;
  puts = 0;
});
afterAll(async () => {
  proxy.closeAllConnections();
  proxy.close();
  await service.dispose();
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
});

function forward(incoming: IncomingMessage, outgoing: ServerResponse): void {
  const { hostname, port } = new URL(service.origin);
  const { method, headers, url: path } = incoming;
  const spoil = spoiled?.what.test(`${method} ${path}`) ? spoiled : null;
  const answerSpoiled = ({ status, body }: Spoiled) => {
    spoiledCount += 1;
    const type = body.startsWith('{') ? 'application/json' : 'text/html';
    outgoing.writeHead(status, { 'content-type': type });
    outgoing.end(body);
  };
  if (spoil && !spoil.isDone) {
    incoming.resume().once('end', () => answerSpoiled(spoil));
    return;
  }
  const onward = request({ hostname, port, path, method, headers }, (answer) => {
    if (spoil) {
      answer.resume().once('end', () => answerSpoiled(spoil));
      return;
    }
    outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(outgoing);
  });
  // The asking process was killed.
  onward.on('error', () => outgoing.destroy());
  if (isJobAtOnce && loads.test(`${method} ${path}`)) askAtOnce(incoming, onward);
  else incoming.pipe(onward);
}

/** Asks for a job in place of an answer that waits a second for the end of the load. */
async function askAtOnce(incoming: IncomingMessage, onward: ClientRequest): Promise<void> {
  const { async_after_ms: _, ...body } = (await json(incoming)) as Record<string, unknown>;
  const text = JSON.stringify(body);
  onward.setHeader('content-length', Buffer.byteLength(text));
  onward.end(text);
}

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

/** A load ended by a signal after a number of parts; returns its output. */
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

const unreachable = '<h1>the service is away</h1>';
const jobs = /^GET .*\/jobs\//;
const finalizing = /^POST .*\/finalize$/;
const refusal = (code: string) => JSON.stringify({ error: { code, message: 'not now' } });
const rowsOf = async (table: string) => {
  const asked = await runQuern(['query', `SELECT count(*) AS n FROM ${table}`, '--json'], env);
  return asked.code === 0 ? JSON.parse(asked.stdout)[0].n : asked.stderr;
};

/** Ten rows: one PUT. */
async function smallFile(name: string) {
  const path = join(folder, `${name}.csv`);
  await writeFile(path, `small\n${'1\n'.repeat(10)}`);
  return { path, command: ['load', path, '-m', 'append'] as const };
}

it.each([
  ['done, and its answer lost to a 502', loads, 502, true],
  ['done, and its answer lost to a 200 that is a page', loads, 200, true],
  ['asked for with a token that what stands before refuses', loads, 401, true],
  ['done while nobody can ask about its job', jobs, 503, true],
  ['not done, since the request never arrived', loads, 504, false],
])('an append that is %s is there once after the same command', async (_, what, status, isDone) => {
  const table = `lost_${what === jobs ? 'job' : 'load'}_${status}`;
  const { path, command } = await smallFile(table);
  isJobAtOnce = what === jobs;
  spoiled = { what, status, body: unreachable, isDone };
  const first = await runQuern(command, env);
  expect(first).toMatchObject({ code: 1 });
  expect(first.stderr).toMatch(/the same command asks within a day, and loads it once/);
  expect(spoiledCount).toBeGreaterThan(0);
  expect(await kept()).toHaveLength(1);
  spoiled = null;
  if (what === loads) expect(await rowsOf(table)).toEqual(isDone ? 10 : expect.any(String));
  puts = 0;
  const second = await runQuern(command, env);
  expect(second).toMatchObject({ code: 0 });
  expect(second.stderr).toMatch(/has 10 rows/);
  expect(puts).toBe(0);
  expect(await rowsOf(table)).toBe(10);
  expect(await kept()).toEqual([]);
  // A repeated load gets the rows again.
  expect(await runQuern(['load', path, '-m', 'append'], env)).toMatchObject({ code: 0 });
  expect(await rowsOf(table)).toBe(20);
});

it('a load that the service refuses is begun anew by the same command', async () => {
  const { command } = await smallFile('refused');
  spoiled = { what: loads, status: 400, body: refusal('BAD_REQUEST'), isDone: false };
  const refused = await runQuern(command, env);
  expect(refused.code).toBe(1);
  expect(refused.stderr).not.toMatch(/the same command/);
  expect(await kept()).toEqual([]);
  spoiled = null;
  puts = 0;
  expect(await runQuern(command, env)).toMatchObject({ code: 0 });
  expect([puts, await rowsOf('refused')]).toEqual([1, 10]);
  const broken = await smallFile('broken');
  await writeFile(broken.path, 'small\n1,2\n');
  expect((await runQuern(broken.command, env)).stderr).toMatch(/Line 2/);
  expect(await kept()).toEqual([]);
});

it('an append whose upload is gone is not sent again without a word', async () => {
  const { command } = await smallFile('doubtful');
  spoiled = { what: loads, status: 502, body: unreachable, isDone: true };
  await runQuern(command, env);
  spoiled = { what: finalizing, status: 404, body: refusal('NOT_FOUND'), isDone: false };
  const doubtful = await runQuern(command, env);
  expect(doubtful).toMatchObject({ code: 1 });
  expect(doubtful.stderr).toMatch(/nobody knows whether its rows are there: look at the table/);
  expect(await kept()).toEqual([]);
  expect(await rowsOf('doubtful')).toBe(10);
});

it.each([
  ['another call finalizes it', 409, refusal('RESOURCE_LOCKED')],
  ['the token may not', 403, refusal('ACCESS_DENIED')],
  ['the token is not known', 401, refusal('UNAUTHORIZED')],
  ['what stands before the service has another page', 404, unreachable],
])('an upload that cannot go on because %s is kept, and not sent anew', async (_, status, body) => {
  await runQuern(['query', 'DROP TABLE IF EXISTS wide'], env);
  await endedLoad(partCount - 1, 'SIGKILL');
  allowed = Number.POSITIVE_INFINITY;
  puts = 0;
  spoiled = { what: finalizing, status, body, isDone: false };
  const refused = await load();
  expect(refused).toMatchObject({ code: 1 });
  expect(refused.stderr).toMatch(/the same command goes on from there/);
  expect([puts, spoiledCount]).toEqual([1, 1]);
  spoiled = null;
  expect(await load()).toMatchObject({ code: 0 });
  expect(puts).toBe(1);
  expect(await kept()).toEqual([]);
});

it('a load needs no place for what it keeps, and says once that it has none', async () => {
  const { command } = await smallFile('nowhere');
  for (const words of [command, ['load', file, '-m', 'append', '-t', 'wide_nowhere']]) {
    const loaded = await runQuern(words, { ...env, XDG_STATE_HOME: '/dev/null' });
    expect(loaded).toMatchObject({ code: 0 });
    expect(loaded.stderr.match(/cannot be kept/g)).toHaveLength(1);
  }
});

it('what is not its own in the folder of uploads stays, and hinders no load', async () => {
  const { command } = await smallFile('beside');
  const own = join(uploads(), `${'0f'.repeat(16)}.json`);
  const others = ['notes.json', 'folder'];
  await mkdir(join(uploads(), 'folder', 'inner'), { recursive: true });
  // Has the name of a state, and is no state.
  const odd = join(uploads(), `${'ab'.repeat(16)}.json`);
  await mkdir(odd);
  await writeFile(join(uploads(), 'notes.json'), '{}');
  await writeFile(own, '{}');
  for (const name of await kept()) await utimes(join(uploads(), name), 1, 1);
  expect(await runQuern(command, env)).toMatchObject({ code: 0 });
  expect((await kept()).sort()).toEqual([...others, `${'ab'.repeat(16)}.json`].sort());
});
