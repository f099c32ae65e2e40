import { join } from 'node:path';
import type { Logger } from 'pino';
import type { Settings } from '../config/settings.ts';
import type { EnginePool } from '../engine/host/engine-pool.ts';
import type { TaskRunner } from '../engine/host/local-engine.ts';
import { createEnginePool } from '../engine/host/pool.ts';
import type { SearchTasks } from '../search/worker/search-tasks.ts';
import { searchWorkerFile } from '../search/worker-file.ts';
import { poolEvents } from './pool-events.ts';
import { readableDirectories } from './readable-directories.ts';

export interface SearchPool {
  readonly runner: TaskRunner<SearchTasks>;
  close(): Promise<void>;
}

/** Search workers, started on the first use: most services have no index. */
export function createSearchPool(settings: Settings, log: Logger): SearchPool {
  let pool: EnginePool<SearchTasks> | null = null;
  const budgets = {
    memoryBytes: settings.searchMemoryBytes,
    threads: 1,
    deadlineMs: settings.queryTimeoutS * 1000,
  };
  const open = () => {
    pool ??= createEnginePool<SearchTasks>({
      name: 'search',
      workerFile: searchWorkerFile,
      workers: settings.searchWorkers,
      warmWorkers: 1,
      memoryBytes: settings.searchMemoryBytes * settings.searchWorkers,
      maxRunningPerWorkspace: settings.searchWorkers,
      maxQueued: settings.queueLength,
      maxQueuedPerWorkspace: Math.ceil((settings.queueLength * 3) / 4),
      queueTimeoutMs: settings.queueTimeoutMs,
      spoolDir: join(settings.dataDir, 'spool'),
      maxTempBytes: settings.spillBytes,
      allowedDirectories: readableDirectories(settings),
      onEvent: poolEvents(log, 'search'),
    });
    return pool;
  };
  return {
    runner: {
      run: (task, request, options) => open().run(task, request, { ...budgets, ...options }),
      assertRoom: (workspaceId) => pool?.assertRoom(workspaceId),
    },
    close: async () => pool?.close(),
  };
}
