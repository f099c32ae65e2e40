import { execFileSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { eventually } from '../eventually.ts';
import { createPostgresDatabase } from '../postgres.ts';
import { type RunningService, startService } from '../service.ts';
import { expectOnlyNamedFiles, filesBelow } from './files-of-service.ts';
import { Workload } from './workload.ts';

/** Uploads of more than 1 MiB have parts. */
const settings = { QUERN_UPLOAD_SINGLE_MAX_BYTES: '1MiB' };
/** What nobody names goes with the first collection, which every start after a crash begins with. */
const collecting = {
  ...settings,
  QUERN_ORPHAN_GRACE: '0',
  QUERN_SNAPSHOT_RETENTION_DAYS: '0',
  QUERN_LOG_LEVEL: 'debug',
};
const rounds = 32;
const longestWorkMs = 1_200;

let service: RunningService | undefined;
let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'quern-crash-'));
});
afterEach(async () => {
  await service?.dispose();
  await rm(dataDir, { recursive: true, force: true });
});

it('loses nothing acknowledged, shows nothing half done and leaves nothing behind, killed at any point', async () => {
  const random = seededRandom();
  service = await startService({ dataDir, env: settings });
  const workload = new Workload(await service.api().createDatabase());
  const total = { steps: 0, cutOff: 0 };
  for (let round = 0; round < rounds; round++) {
    const { steps, cutOff } = await workUntilKilled(service, workload, random() * longestWorkMs);
    total.steps += steps;
    total.cutOff += cutOff;
    service = await startService({ dataDir, env: settings });
    await workload.recover(service.api());
  }
  console.log(`crash test: ${total.steps} steps acknowledged, ${total.cutOff} cut off`);
  expect(total.steps).toBeGreaterThan(rounds);
  expect(total.cutOff).toBeGreaterThan(rounds);
  await service.kill();

  const before = filesBelow(join(dataDir, 'objects')).length;
  service = await startService({ dataDir, env: collecting });
  await collected(service);
  const metrics = await (await fetch(`${service.origin}/metrics`)).text();
  expect(metrics).toMatch(/quern_sweep_removed\{sweep="collect"\} [1-9]/);
  await workload.recover(service.api());
  await service.stop();
  await expectOnlyNamedFiles(dataDir);
  expect(filesBelow(join(dataDir, 'objects')).length).toBeLessThan(before);
}, 1_200_000);

it('is whole again on PostgreSQL once the dead node has been noticed', async () => {
  const postgres = await createPostgresDatabase();
  const env = {
    ...settings,
    QUERN_METADATA_URL: postgres.url,
    QUERN_SECRET_KEY: 'a-secret-key-of-more-than-32-characters',
    QUERN_NODE_TIMEOUT: '1',
    QUERN_SWEEP_INTERVAL: '1',
  };
  try {
    service = await startService({ dataDir, env });
    const workload = new Workload(await service.api().createDatabase());
    await workUntilKilled(service, workload, 3_000);
    service = await startService({ dataDir, env });
    // The dead node's last heartbeat has to be late first; its row is the last that is removed of it.
    await eventually(async () => expect(await countNodes(postgres.url)).toBe(1));
    await workload.recover(service.api());
  } finally {
    await service?.stop();
    await postgres.drop();
  }
}, 120_000);

/** Lets all clients work, kills the service after `workMs`, and waits for its workers. Counts steps. */
async function workUntilKilled(
  running: RunningService,
  { clients }: Workload,
  workMs: number,
): Promise<{ steps: number; cutOff: number }> {
  const api = running.api();
  const state = { killed: false, steps: 0, cutOff: 0 };
  const work = async (client: Workload['clients'][number]) => {
    while (!state.killed) {
      await client.step(api);
      state.steps += 1;
    }
  };
  const ended = clients.map((client) =>
    work(client).catch((error: unknown) => {
      if (!state.killed || !isLostConnection(error)) throw error;
      state.cutOff += 1;
    }),
  );
  const all = Promise.all(ended);
  await Promise.race([new Promise((resolve) => setTimeout(resolve, workMs)), all]);
  state.killed = true;
  await running.kill();
  await all;
  await eventually(() => expect(processesOf(dataDir)).toEqual([]));
  return state;
}

/** What fetch throws when the other side is gone: before an answer, or in the middle of one. */
function isLostConnection(error: unknown): boolean {
  return error instanceof TypeError && /fetch failed|terminated/.test(error.message);
}

async function collected({ log }: RunningService): Promise<void> {
  const swept = () => log.map((entry) => entry.sweep);
  await eventually(() => expect(swept()).toEqual(expect.arrayContaining(['collect', 'collect-orphans'])));
}

/** Command lines that name the data folder: the service's and its workers'. */
function processesOf(folder: string): string[] {
  const lines = execFileSync('ps', ['-A', '-ww', '-o', 'args='], { encoding: 'utf8' }).split('\n');
  return lines.filter((line) => line.includes(folder));
}

async function countNodes(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return Number((await client.query('select count(*) as count from nodes')).rows[0].count);
  } finally {
    await client.end();
  }
}

/** Numbers in [0, 1); the seed is printed, so that a failure can be looked at again (mulberry32). */
function seededRandom(): () => number {
  const seed = Date.now() % 2 ** 32;
  console.log(`crash test: seed ${seed}`);
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
