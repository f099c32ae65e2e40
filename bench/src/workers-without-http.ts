import { mkdirSync } from 'node:fs';
import { availableParallelism, totalmem } from 'node:os';
import { join } from 'node:path';
import { createEnginePool } from '../../packages/server/dist/engine/pool.js';
import type { EngineTasks } from '../../packages/server/dist/engine/tasks/registry.js';
import { throughput } from './measure.ts';

/** `SELECT 1` per second through the same worker processes, planned and kept as Parquet each time, but without a service. */
export async function workersWithoutHttp(folder: string, clients: number, durationMs: number): Promise<number> {
  const workers = Math.max(2, availableParallelism());
  const memoryBytes = Math.floor(totalmem() * 0.6);
  const spoolDir = join(folder, 'without-http');
  const results = join(spoolDir, 'results');
  mkdirSync(results, { recursive: true });
  const limits = {
    maxRunningPerWorkspace: workers,
    maxQueued: 256,
    maxQueuedPerWorkspace: 256,
    queueTimeoutMs: 30_000,
  };
  const shared = { ...limits, memoryBytes, spoolDir, maxTempBytes: 2 ** 30 };
  const main = createEnginePool<EngineTasks>({
    ...shared,
    name: 'main',
    workers,
    warmWorkers: workers,
    allowedDirectories: [results],
  });
  const planner = createEnginePool<EngineTasks>({
    ...shared,
    name: 'planner',
    workers: 1,
    warmWorkers: 1,
    allowedDirectories: [],
  });
  await Promise.all([main.ready(), planner.ready()]);
  const budget = {
    workspaceId: 'bench',
    memoryBytes: Math.floor(memoryBytes / workers),
    threads: availableParallelism(),
    deadlineMs: 60_000,
  };
  let count = 0;
  try {
    const work = async () => {
      const planned = await planner.run('planSql', { sql: 'SELECT 1', dialect: 'hotsql' }, budget);
      if ('tables' in planned) throw new Error('SELECT 1 needs no table');
      count += 1;
      await main.run(
        'runQuery',
        {
          catalogs: [],
          defaultCatalog: null,
          defaultSchema: null,
          sql: planned.translation.sql,
          kind: planned.translation.statementKind,
          resultPath: join(results, `${count}.parquet`),
          inlineBytes: 0,
          previewRows: 10_000,
          previewBytes: 8 * 2 ** 20,
        },
        budget,
      );
    };
    await throughput(clients, 1000, work);
    return await throughput(clients, durationMs, work);
  } finally {
    await Promise.all([main.close(), planner.close()]);
  }
}
