import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runQuern } from '../api/run-quern.ts';
import { type RunningService, startService, testToken } from '../service.ts';

let service: RunningService;
let folder: string;
let env: Record<string, string>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'quern-failed-'));
  service = await startService({ env: { QUERN_SOURCES_ALLOW: folder } });
  env = {
    PATH: process.env.PATH ?? '',
    HOME: folder,
    QUERN_URL: service.origin,
    QUERN_TOKEN: testToken,
  };
});
afterAll(async () => {
  await service.dispose();
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
});

const quern = (...args: string[]) => runQuern(args, env);

test('a connection whose tables cannot be read ends with 1, and says why', async () => {
  const path = join(folder, 'broken.db');
  await writeFile(path, 'no database');
  const config = JSON.stringify({ path });
  const made = await quern(
    ...['connections', 'create', '--name', 'broken', '--source-type', 'sqlite', '--config', config],
  );
  expect([made.code, made.stderr]).toEqual([
    1,
    expect.stringMatching(
      /^quern: the connection is registered, and its tables could not be read: ./,
    ),
  ]);
  const { id, discovery_status: status } = JSON.parse(made.stdout);
  expect(status).toBe('failed');
  // A status query does not fail for failed work.
  expect((await quern('connections', 'get', id)).code).toBe(0);
  const health = await quern('connections', 'check-health', id);
  expect([health.code, health.stderr]).toEqual([
    1,
    expect.stringMatching(/does not answer as it should: ./),
  ]);
  const refreshed = await quern('refresh', 'run', '--connection-id', id);
  expect([refreshed.code, refreshed.stderr]).toEqual([1, expect.stringMatching(/^quern: ./)]);
});
