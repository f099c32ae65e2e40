import { execFileSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, expect } from 'vitest';
import { eventually } from '../eventually.ts';
import { inThisLane } from '../lane.ts';
import { type Api, type RunningService, startService } from '../service.ts';
import type { Client } from './workload.ts';

/** Uploads of more than 1 MiB have parts. */
export const settings = { QUERN_UPLOAD_SINGLE_MAX_BYTES: '1MiB' };
/** Unnamed objects go with the first collection, which every start after a crash begins with. */
export const collecting = {
  ...settings,
  QUERN_ORPHAN_GRACE: '0',
  QUERN_COLLECT_WAIT: '0',
  QUERN_COLLECT_SHARE: '100',
  QUERN_SNAPSHOT_RETENTION_DAYS: '0',
  QUERN_LOG_LEVEL: 'debug',
};

/**
 * A service of each test of a file, on a data folder that outlives it; both are gone after the
 * test.
 */
export interface KilledService {
  readonly dataDir: string;
  start(env?: Readonly<Record<string, string>>): Promise<RunningService>;
  /** Settings of workers, in order, if present. */
  stop(): Promise<void>;
}

export function killedService(): KilledService {
  let running: RunningService | undefined;
  let dataDir = '';
  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'quern-crash-'));
  });
  afterEach(async () => {
    await running?.dispose();
    running = undefined;
    await rm(dataDir, { recursive: true, force: true, maxRetries: 5 });
  });
  return {
    get dataDir() {
      return dataDir;
    },
    async start(env = {}) {
      running = await startService({ dataDir, env });
      return running;
    },
    async stop() {
      await running?.stop();
    },
  };
}

/** After so many milliseconds. */
export const after = (workMs: number) => () =>
  new Promise<void>((resolve) => setTimeout(resolve, workMs));

/**
 * Lets all clients work, kills the service when `until` has come, and waits for its workers. Counts
 * steps.
 */
export async function workUntilKilled(
  running: RunningService,
  clients: readonly Client[],
  until: (api: Api, soFar: { readonly steps: number }) => Promise<unknown>,
): Promise<{ steps: number; cutOff: number }> {
  const api = running.api();
  const state = { killed: false, steps: 0, cutOff: 0 };
  const work = async (client: Client) => {
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
  await Promise.race([until(api, state), all]);
  state.killed = true;
  await running.kill();
  await all;
  await eventually(() => expect(processesOf(running.dataDir)).toEqual([]));
  return state;
}

/** Errors of fetch when the other side is gone: before an answer, or in the middle. */
function isLostConnection(error: unknown): boolean {
  return error instanceof TypeError && /fetch failed|terminated/.test(error.message);
}

/** Command lines that name the data folder: the service's and its workers'. */
function processesOf(folder: string): string[] {
  const lines = execFileSync('ps', ['-A', '-ww', '-o', 'args='], { encoding: 'utf8' }).split('\n');
  return lines.filter((line) => line.includes(folder));
}

/**
 * Files in the folder of a dead service. Files replaced by a compaction wait for the next
 * collection; a test that waits for that wants no further compactions.
 */
export function forgetCompactions(dataDir: string): void {
  const metadata = new Database(join(dataDir, 'quern.db'));
  metadata.exec('DELETE FROM lake_compactions');
  metadata.close();
}

/** Waits for a collection of unnamed objects. */
export async function collected({ log }: RunningService): Promise<void> {
  const swept = () => log.map((entry) => entry.sweep);
  await eventually(() =>
    expect(swept()).toEqual(expect.arrayContaining(['collect', 'collect-orphans'])),
  );
}

/** Number of kills in each lane; `npm run kills` takes other numbers and seeds. */
export const kills = (quick: number, slow: number) =>
  Number(process.env.QUERN_KILLS ?? inThisLane(quick, slow));

/**
 * Numbers in [0, 1); the seed is printed, so that a failure can be looked at again (mulberry32).
 */
export function seededRandom(): () => number {
  const seed = Number(process.env.QUERN_KILL_SEED ?? Date.now() % 2 ** 32);
  console.log(`crash test: seed ${seed}`);
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
