import { join } from 'node:path';
import type { Logger } from 'pino';
import type { Settings } from '../config/settings.ts';
import type { Engine, EngineFiles } from '../engine/engine.ts';
import type { EnginePool } from '../engine/host/engine-pool.ts';
import { createLocalEngine, type TaskRunner } from '../engine/host/local-engine.ts';
import { LocalFiles } from '../engine/host/local-files.ts';
import { createEnginePool } from '../engine/host/pool.ts';
import type { EnginePoolOptions } from '../engine/host/pool-options.ts';
import { SmallFiles, withSmallFiles } from '../engine/host/small-files.ts';
import type { ObjectAccess } from '../engine/host/stored-objects.ts';
import { engineWorkerFile, plannerWorkerFile } from '../engine/host/worker-file.ts';
import type { TaskTable } from '../engine/task.ts';
import type { EngineTasks } from '../engine/tasks/engine-tasks.ts';
import type { PlannerTasks } from '../engine/tasks/planner-tasks.ts';
import type { SearchTasks } from '../search/worker/search-tasks.ts';
import { poolEvents } from './pool-events.ts';
import { readableDirectories } from './readable-directories.ts';
import { createSearchPool } from './search-pool.ts';

/** The pools of worker processes, and the view of each for operations. */
export interface EnginePools {
  readonly tasks: {
    readonly engine: Engine<EngineTasks>;
    readonly planner: Engine<PlannerTasks>;
    readonly search: Engine<SearchTasks>;
    readonly files: EngineFiles;
  };
  readonly main: EnginePool<EngineTasks>;
  readonly planning: EnginePool<PlannerTasks>;
  ready(): Promise<void>;
  close(): Promise<void>;
}

/** Longest planning time of one text, and its memory. */
const planningDeadlineMs = 5_000;
const planningMemoryBytes = 1024 * 2 ** 20;
const plannerCount = 2;

/** The stores for the files of the pools. */
export type EngineStores = Pick<ObjectAccess, 'objects' | 'damage'> & {
  /** A folder in the spool folder, for files outside any task. */
  readonly ownDir: string;
  /** The bytes of a small file in the metadata; null if the metadata have none. */
  readSmall(key: string): Promise<Uint8Array | null>;
};

export function createEnginePools(
  settings: Settings,
  log: Logger,
  stores: EngineStores,
): EnginePools {
  const shared = {
    spoolDir: join(settings.dataDir, 'spool'),
    maxTempBytes: settings.spillBytes,
    onEvent: poolEvents(log, 'engine'),
  };
  const main = createMainPool(settings, shared);
  const planning = createEnginePool<PlannerTasks>({
    ...shared,
    name: 'planner',
    workerFile: plannerWorkerFile,
    // A workspace uses one planner at a time: during the planning of one workspace's hostile text,
    // the other process serves the rest.
    workers: plannerCount,
    warmWorkers: 1,
    memoryBytes: plannerCount * planningMemoryBytes,
    maxRunningPerWorkspace: 1,
    maxQueued: 1000,
    maxQueuedPerWorkspace: 200,
    queueTimeoutMs: settings.queueTimeoutMs,
    allowedDirectories: [],
  });
  const searching = createSearchPool(settings, log);
  const runner = withBudgets(main, {
    memoryBytes: settings.queryMemoryBytes,
    threads: settings.queryThreads,
    deadlineMs: settings.queryTimeoutS * 1000,
  });
  const smallFiles = new SmallFiles(stores.readSmall, join(stores.ownDir, 'small'));
  const files = createFiles(runner, searching.runner, {
    ...stores,
    objects: withSmallFiles(stores.objects, smallFiles),
    log,
    spoolDir: shared.spoolDir,
  });
  return {
    main,
    planning,
    tasks: {
      engine: createLocalEngine<EngineTasks>(runner, files),
      planner: withBudgets(planning, {
        memoryBytes: planningMemoryBytes,
        threads: 1,
        deadlineMs: planningDeadlineMs,
      }) as Engine<PlannerTasks>,
      search: createLocalEngine<SearchTasks>(searching.runner, files),
      files,
    },
    ready: async () => {
      await Promise.all([main.ready(), planning.ready()]);
    },
    close: async () => {
      await Promise.all([main.close(), planning.close(), searching.close()]);
      files.close();
      smallFiles.close();
    },
  };
}

function createMainPool(
  settings: Settings,
  shared: Pick<EnginePoolOptions, 'spoolDir' | 'maxTempBytes' | 'onEvent'>,
): EnginePool<EngineTasks> {
  return createEnginePool<EngineTasks>({
    ...shared,
    name: 'main',
    workerFile: engineWorkerFile,
    workers: settings.workers,
    warmWorkers: settings.workers,
    memoryBytes: settings.memoryBytes,
    maxRunningPerWorkspace: settings.workers,
    maxQueued: settings.queueLength,
    // One workspace never fills the queue alone: another workspace finds room.
    maxQueuedPerWorkspace: Math.ceil((settings.queueLength * 3) / 4),
    queueTimeoutMs: settings.queueTimeoutMs,
    allowedDirectories: readableDirectories(settings),
  });
}

function createFiles(
  main: TaskRunner<EngineTasks>,
  search: TaskRunner<SearchTasks>,
  options: EngineStores & Pick<ObjectAccess, 'log'> & { readonly spoolDir: string },
): LocalFiles {
  return new LocalFiles({
    ...options,
    verify: (request, workspaceId) => {
      const use = { workspaceId, waitsForTurn: true, subject: 'check of stored data' };
      return main.run('verifyFile', request, use);
    },
    writeKeptRows: (request, use) => {
      const own = { subject: 'result', removeOnFailure: [request.path] };
      return main.run('writeKeptRows', request, { ...use, ...own });
    },
    checkFile: (request) => {
      const use = { workspaceId: 'indexes', waitsForTurn: true, subject: 'check of an index' };
      return search.run('checkFile', request, use);
    },
  });
}

function withBudgets<Tasks extends TaskTable>(
  pool: EnginePool<Tasks>,
  budgets: { memoryBytes: number; threads: number; deadlineMs: number },
): TaskRunner<Tasks> {
  return {
    run: (task, request, options) => pool.run(task, request, { ...budgets, ...options }),
    assertRoom: (workspaceId) => pool.assertRoom(workspaceId),
  };
}
