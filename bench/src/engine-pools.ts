import { mkdirSync } from 'node:fs';
import { availableParallelism, totalmem } from 'node:os';
import { createEnginePool, type EnginePool } from '../../packages/server/dist/engine/pool.js';
import type { EngineTasks } from '../../packages/server/dist/engine/tasks/registry.js';

const memoryBytes = Math.floor(totalmem() * 0.6);
export const mainWorkers = Math.max(2, availableParallelism());

export const taskBudget = {
  workspaceId: 'bench',
  memoryBytes: Math.floor(memoryBytes / mainWorkers),
  threads: availableParallelism(),
  deadlineMs: 60_000,
};

/** The service's own worker processes without the service: they may read and write below `allowedDirectories`. */
export async function openPool(
  spoolDir: string,
  name: string,
  workers: number,
  allowedDirectories: readonly string[] = [],
): Promise<EnginePool<EngineTasks>> {
  mkdirSync(spoolDir, { recursive: true });
  const pool = createEnginePool<EngineTasks>({
    name,
    workers,
    warmWorkers: workers,
    allowedDirectories,
    memoryBytes,
    spoolDir,
    maxTempBytes: 2 ** 30,
    maxRunningPerWorkspace: workers,
    maxQueued: 256,
    maxQueuedPerWorkspace: 256,
    queueTimeoutMs: 30_000,
  });
  await pool.ready();
  return pool;
}
