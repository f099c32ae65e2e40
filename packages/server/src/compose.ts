import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { type Logger, pino } from 'pino';
import type { Settings } from './config/settings.ts';
import { createEnginePool, type EnginePool } from './engine/pool.ts';
import type { PoolEvent } from './engine/pool-options.ts';
import type { EngineTasks } from './engine/tasks/registry.ts';
import { engineGauges } from './engine-gauges.ts';
import { buildApp } from './http/app.ts';
import { createMetrics } from './http/metrics.ts';
import { serveUploadUrls } from './http/upload-urls.ts';
import { createJobRunner, type JobHandler, type JobRunner } from './jobs/job-runner.ts';
import { createJobStore } from './jobs/job-store.ts';
import { createSchedule, type Schedule } from './jobs/schedule.ts';
import { type Clock, systemClock } from './kernel/clock.ts';
import { newId } from './kernel/ids.ts';
import { LakeCatalogs } from './lake/lake-catalogs.ts';
import { claimDataDir } from './metadata/claim-data-dir.ts';
import { createLocks } from './metadata/locks.ts';
import { migrateMetadata } from './metadata/migrate.ts';
import { createNodes } from './metadata/nodes.ts';
import { type Metadata, openMetadata } from './metadata/open-metadata.ts';
import { openObjectStore } from './objects/open-object-store.ts';
import { parseObjectsUrl } from './objects/parse-objects-url.ts';
import { jobHandlers } from './operations/jobs/job-handlers.ts';
import { waitForJob } from './operations/jobs/wait-for-job.ts';
import { recoverFromDeadNodes } from './operations/maintenance/recover-nodes.ts';
import { maintenanceTasks } from './operations/maintenance/sweeps.ts';
import { operations } from './operations/operations.ts';
import { JsonBudget } from './operations/results/json-budget.ts';
import type { Engine, Services } from './operations/services.ts';
import { loadSample } from './sample.ts';
import { loadSecretKey } from './secrets/secret-key.ts';

export const version = '0.1.0';

/** A built service: everything constructed, nothing listening. */
export interface Service {
  readonly services: Services;
  readonly app: FastifyInstance;
  /** Ends what dead nodes left, then takes part in jobs and maintenance. */
  start(): Promise<void>;
  /** Ends requests and jobs in order; what is not done within `deadlineMs` is cut off. */
  stop(deadlineMs: number): Promise<void>;
}

/** The one place where adapters are made and wired. Brings the metadata to this version first. */
export async function compose(settings: Settings, clock: Clock = systemClock): Promise<Service> {
  const log = pino({ level: settings.logLevel, base: null, timestamp: pino.stdTimeFunctions.isoTime });
  const releaseDataDir = claimDataDir(settings.dataDir);
  const metadata = await openMetadata(settings.metadataUrl, {
    onConnectionError: (error) => log.warn({ err: error }, 'a metadata connection broke'),
  });
  await migrateMetadata(metadata, clock.now());
  const secretKey = loadSecretKey(settings.secretKey, settings.dataDir);
  const objects = await openObjectStore({
    url: settings.objectsUrl,
    dataDir: settings.dataDir,
    cacheBytes: settings.cacheBytes,
    secretKey,
    clock,
  });
  const spoolDir = join(settings.dataDir, 'spool', 'service');
  rmSync(spoolDir, { recursive: true, force: true });
  mkdirSync(spoolDir, { recursive: true });
  const pools = createPools(settings, log);
  const state = { started: false, stopping: false };
  const jobs = createJobStore(metadata, clock);
  const services: Services = {
    settings,
    clock,
    log,
    nodeId: newId('node'),
    isStopping: () => state.stopping,
    metadata,
    nodes: createNodes(metadata, clock),
    locks: createLocks(metadata, clock),
    jobs,
    waitForJob: (id, timeoutMs, signal) => waitForJob(jobs, id, timeoutMs, signal),
    objects,
    lakes: new LakeCatalogs(metadata.db),
    spoolDir,
    engine: pools.engine,
    planner: pools.planner,
    jsonBudget: new JsonBudget(settings.jsonFetchTotalBytes),
    runningQueries: new Map(),
  };
  const app = buildApp({
    services,
    operations,
    version,
    metrics: createMetrics(engineGauges(pools.main, pools.planning, services)),
    isReady: async () => state.started && !state.stopping && (await isReachable(metadata)),
  });
  if (objects.receivePut) serveUploadUrls(app, objects.receivePut, settings.uploadMaxBytes);
  const background = createBackground(services, { load_sample: loadSample(services, () => addressOf(app)) });
  return {
    services,
    app,
    async start() {
      await pools.ready();
      await services.nodes.register(services.nodeId);
      // SQLite has one node at a time (its file is locked), so every other one is dead; PostgreSQL's may be alive.
      await recoverFromDeadNodes(services, metadata.kind === 'sqlite' ? 0 : settings.nodeTimeoutS * 1000);
      background.start();
      state.started = true;
    },
    async stop(deadlineMs) {
      state.stopping = true;
      await app.close();
      await background.stop(deadlineMs);
      await pools.close();
      await Promise.all([...services.runningQueries.values()].map((execution) => execution.done));
      if (state.started) await services.nodes.remove(services.nodeId);
      await objects.close();
      await metadata.close();
      releaseDataDir();
    },
  };
}

async function isReachable(metadata: Metadata): Promise<boolean> {
  try {
    await metadata.db.selectFrom('nodes').select('id').limit(1).execute();
    return true;
  } catch {
    return false;
  }
}

interface Background {
  start(): void;
  stop(deadlineMs: number): Promise<void>;
}

/** Jobs, maintenance and the heartbeat of this node. */
function createBackground(services: Services, extraHandlers: Readonly<Record<string, JobHandler>>): Background {
  const { settings, clock, log, nodeId, locks, jobs, nodes } = services;
  const runner: JobRunner = createJobRunner({
    store: jobs,
    clock,
    log,
    owner: nodeId,
    handlers: { ...jobHandlers(services), ...extraHandlers },
    concurrency: settings.jobConcurrency,
  });
  const schedule: Schedule = createSchedule({ locks, clock, log, owner: nodeId, tasks: maintenanceTasks(services) });
  let heartbeat: NodeJS.Timeout | undefined;
  const beat = async () => {
    try {
      const known = await nodes.heartbeat(nodeId);
      // The others took this node for dead and ended its runs; it may go on under the same id, for new ones.
      if (!known) await nodes.register(nodeId);
    } catch (error) {
      log.warn({ err: error }, 'the heartbeat of this node cannot be written');
    }
  };
  return {
    start() {
      heartbeat = setInterval(beat, (settings.nodeTimeoutS * 1000) / 4).unref();
      runner.start();
      schedule.start();
    },
    async stop(deadlineMs) {
      clearInterval(heartbeat);
      await Promise.all([runner.stop(deadlineMs), schedule.stop()]);
    },
  };
}

/** Where DuckDB may read: objects and their cache, and the spool; not the metadata, not the secret key. */
function readableDirectories({ objectsUrl, dataDir }: Settings): string[] {
  const location = parseObjectsUrl(objectsUrl, dataDir);
  return [
    location.kind === 'file' ? location.objectsDir : join(dataDir, 'cache'),
    join(dataDir, 'spool', 'main'),
    join(dataDir, 'spool', 'service'),
  ];
}

/** Where this process listens, for its own requests. */
export function addressOf(app: FastifyInstance): string {
  const addresses = app.addresses().filter((address) => typeof address === 'object');
  const address = addresses.find(({ family }) => family === 'IPv4') ?? addresses[0];
  if (!address) throw new Error('the service does not listen yet');
  const host = address.address === '0.0.0.0' ? '127.0.0.1' : address.address;
  return `http://${host.includes(':') ? `[${host === '::' ? '::1' : host}]` : host}:${address.port}`;
}

interface Pools {
  readonly engine: Engine;
  readonly planner: Engine;
  readonly main: EnginePool<EngineTasks>;
  readonly planning: EnginePool<EngineTasks>;
  ready(): Promise<void>;
  close(): Promise<void>;
}

/** Longest time one text may take to plan, and the memory it may take. */
const PLANNING_DEADLINE_MS = 5_000;
const PLANNING_MEMORY_BYTES = 1024 * 2 ** 20;

function createPools(settings: Settings, log: Logger): Pools {
  const onEvent = (event: PoolEvent) => log.warn(event, 'engine');
  const shared = { spoolDir: join(settings.dataDir, 'spool'), maxTempBytes: settings.spillBytes, onEvent };
  const main = createEnginePool<EngineTasks>({
    ...shared,
    name: 'main',
    workers: settings.workers,
    warmWorkers: settings.workers,
    memoryBytes: settings.memoryBytes,
    maxRunningPerWorkspace: settings.workers,
    maxQueued: settings.queueLength,
    maxQueuedPerWorkspace: settings.queueLength,
    queueTimeoutMs: settings.queueTimeoutMs,
    allowedDirectories: readableDirectories(settings),
  });
  const planning = createEnginePool<EngineTasks>({
    ...shared,
    name: 'planner',
    workers: 1,
    warmWorkers: 1,
    memoryBytes: PLANNING_MEMORY_BYTES,
    maxRunningPerWorkspace: 1,
    maxQueued: 1000,
    maxQueuedPerWorkspace: 200,
    queueTimeoutMs: settings.queueTimeoutMs,
    allowedDirectories: [],
  });
  return {
    main,
    planning,
    engine: withBudgets(main, {
      memoryBytes: settings.queryMemoryBytes,
      threads: settings.queryThreads,
      deadlineMs: settings.queryTimeoutS * 1000,
    }),
    planner: withBudgets(planning, {
      memoryBytes: PLANNING_MEMORY_BYTES,
      threads: 1,
      deadlineMs: PLANNING_DEADLINE_MS,
    }),
    ready: async () => {
      await Promise.all([main.ready(), planning.ready()]);
    },
    close: async () => {
      await Promise.all([main.close(), planning.close()]);
    },
  };
}

function withBudgets(
  pool: EnginePool<EngineTasks>,
  budgets: { memoryBytes: number; threads: number; deadlineMs: number },
): Engine {
  return {
    run: (task, request, options) => pool.run(task, request, { ...budgets, ...options }),
    assertRoom: (workspaceId) => pool.assertRoom(workspaceId),
  };
}
