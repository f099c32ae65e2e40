import { mkdirSync } from 'node:fs';
import { availableParallelism, totalmem } from 'node:os';
import type { EnginePool } from '../../packages/server/dist/engine/host/engine-pool.js';
import { createEnginePool } from '../../packages/server/dist/engine/host/pool.js';
import type { EnginePoolOptions } from '../../packages/server/dist/engine/host/pool-options.js';
import {
  engineWorkerFile,
  plannerWorkerFile,
} from '../../packages/server/dist/engine/host/worker-file.js';
import type { TaskTable } from '../../packages/server/dist/engine/task.js';
import type { EngineTasks } from '../../packages/server/dist/engine/tasks/engine-tasks.js';
import type { PlannerTasks } from '../../packages/server/dist/engine/tasks/planner-tasks.js';

const memoryBytes = Math.floor(totalmem() * 0.6);
export const mainWorkers = Math.max(2, availableParallelism());

export const taskBudget = {
  workspaceId: 'bench',
  memoryBytes: Math.floor(memoryBytes / mainWorkers),
  threads: availableParallelism(),
  deadlineMs: 60_000,
};

/**
 * The service's own worker processes without the service: they may read and write below
 * `directory`.
 */
export function openEngine(spoolDir: string, directory: string): Promise<EnginePool<EngineTasks>> {
  return openPool(
    { spoolDir, name: 'main', workerFile: engineWorkerFile, allowedDirectories: [directory] },
    mainWorkers,
  );
}

/** A planner process of the service. */
export function openPlanner(spoolDir: string): Promise<EnginePool<PlannerTasks>> {
  return openPool(
    { spoolDir, name: 'planner', workerFile: plannerWorkerFile, allowedDirectories: [] },
    1,
  );
}

async function openPool<Tasks extends TaskTable>(
  options: Pick<EnginePoolOptions, 'spoolDir' | 'name' | 'workerFile' | 'allowedDirectories'>,
  workers: number,
): Promise<EnginePool<Tasks>> {
  mkdirSync(options.spoolDir, { recursive: true });
  const pool = createEnginePool<Tasks>({
    ...options,
    workers,
    warmWorkers: workers,
    memoryBytes,
    maxTempBytes: 2 ** 30,
    maxRunningPerWorkspace: workers,
    maxQueued: 256,
    maxQueuedPerWorkspace: 256,
    queueTimeoutMs: 30_000,
  });
  await pool.ready();
  return pool;
}
