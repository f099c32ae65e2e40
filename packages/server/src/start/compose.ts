import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { readClientEnvironment } from '../config/client-environment.ts';
import type { Settings } from '../config/settings.ts';
import { version } from '../config/version.ts';
import { rememberRows } from '../finding/remembered-rows.ts';
import { buildApp } from '../http/app.ts';
import { closeApp } from '../http/close-app.ts';
import { type ConsoleFile, findConsole, readConsole } from '../http/console-files.ts';
import { HealthDoor } from '../http/health-door.ts';
import { createIntake, intakeGauges } from '../http/intake.ts';
import { createMetrics } from '../http/metrics.ts';
import { serveUploadUrls } from '../http/upload-urls.ts';
import { createJobStore } from '../jobs/job-store.ts';
import { waitForJob } from '../jobs/wait-for-job.ts';
import { type Clock, systemClock } from '../kernel/clock.ts';
import { newId } from '../kernel/ids.ts';
import { within } from '../kernel/within.ts';
import { LakeCatalogs } from '../lake/lake-catalogs.ts';
import { Turns } from '../locking/turns.ts';
import { recoverFromDeadNodes } from '../maintenance/recover-nodes.ts';
import { SweepTally } from '../maintenance/sweep-tally.ts';
import { claimFolder } from '../metadata/claim-folder.ts';
import { createLocks } from '../metadata/locks.ts';
import { migrateMetadata } from '../metadata/migrate.ts';
import { createNodes } from '../metadata/nodes.ts';
import { type Metadata, openMetadata } from '../metadata/open-metadata.ts';
import { readSmallFile } from '../metadata/small-file-store.ts';
import { incomingPrefix } from '../objects/keys.ts';
import { type OpenedObjectStore, openObjectStore } from '../objects/open-object-store.ts';
import { operations } from '../operations/operations.ts';
import { JsonBudget } from '../operations/results/json-budget.ts';
import { EndedResults } from '../querying/keep/ended-results.ts';
import { EndedRuns } from '../querying/keep/ended-runs.ts';
import { ResultReuse } from '../querying/keep/result-reuse.ts';
import { StoreHealth } from '../querying/keep/store-health.ts';
import type { RunningQuery } from '../querying/run/running-queries.ts';
import { TextsOverMemory } from '../querying/run/texts-over-memory.ts';
import { QueryPlanner } from '../querying/understand/query-planner.ts';
import { DamageTally } from '../reading/damage-tally.ts';
import { DeadlyReads } from '../reading/deadly-reads.ts';
import { ShortLivedTokens } from '../scope/short-lived-tokens.ts';
import { SignInCodes } from '../scope/sign-in-codes.ts';
import { SecretVault } from '../secrets/secret-vault.ts';
import { findServiceKey } from '../store/bind-key.ts';
import { bindStore } from '../store/bind-store.ts';
import { StorageProbe } from '../store/storage-probe.ts';
import { type Background, createBackground } from './background.ts';
import { cacheGauges } from './cache-gauges.ts';
import { DiskReserve } from './disk-reserve.ts';
import { createEmbedding, embeddingGauges } from './embedding.ts';
import { engineGauges } from './engine-gauges.ts';
import { createEnginePools, type EnginePools } from './engine-pools.ts';
import { jobKinds } from './job-kinds.ts';
import { sampleJob } from './sample.ts';
import { openServiceLog } from './service-log.ts';
import type { Services } from './services.ts';
import { createSourceWorkers, readHostRules } from './source-workers.ts';
import { sweepGauges } from './sweep-gauges.ts';

/** A built service: everything constructed, nothing listening. */
export interface Service {
  readonly services: Services;
  readonly app: FastifyInstance;
  /**
   * Joins the nodes, ends the runs of dead nodes, listens, then takes part in jobs and maintenance.
   */
  start(address: { readonly host: string; readonly port: number }): Promise<void>;
  /** Ends requests and jobs in order; unfinished work is cut off after `deadlineMs`. */
  stop(deadlineMs: number): Promise<void>;
}

/**
 * The only function that makes and connects adapters. Migrates the metadata to this version first.
 */
export async function compose(settings: Settings, clock: Clock = systemClock): Promise<Service> {
  const isTerminal = process.stdout.isTTY === true;
  const log = openServiceLog(settings.logLevel, isTerminal, !readClientEnvironment().isPlain);
  const opened = await openStores(settings, clock, log);
  const { metadata, objects, vault, shortLivedTokens } = opened;
  const spoolDir = emptyFolder(serviceSpool(settings));
  const damage = new DamageTally();
  const readSmall = (key: string) => readSmallFile(metadata.db, key);
  const pools = createEnginePools(settings, log, { objects, damage, ownDir: spoolDir, readSmall });
  const rules = readHostRules(settings);
  const sources = createSourceWorkers(settings, rules, spoolDir, log);
  const embedding = createEmbedding(settings, rules, log, clock.now());
  const state = { started: false, stopping: false };
  const jobs = createJobStore(metadata, clock);
  const stores = {
    settings,
    clock,
    metadata,
    objects,
    lakes: new LakeCatalogs(metadata.db),
    ...pools.tasks,
    remembered: rememberRows(metadata),
    ended: { runs: new EndedRuns(), results: new EndedResults() },
  };
  const services: Services = {
    ...stores,
    log,
    nodeId: newId('node'),
    isStopping: () => state.stopping,
    nodes: createNodes(metadata, clock, settings.nodeTimeoutS * 1000),
    locks: createLocks(metadata, clock),
    jobs,
    waitForJob: (id, timeoutMs, signal) => waitForJob(jobs, id, timeoutMs, signal),
    queryPlans: new QueryPlanner(stores),
    shortLivedTokens,
    vault,
    sources,
    ...embedding,
    storeHealth: new StoreHealth(spoolDir),
    damage,
    ...keptInMemory(settings, clock),
  };
  const sweeps = new SweepTally();
  const { app, door } = await buildServiceApp({ ...services, objects }, pools, sweeps, state);
  const kinds = [...jobKinds(services, sweeps), sampleJob(services, () => addressOf(app))];
  const background = createBackground(services, kinds, sweeps);
  return {
    services,
    app,
    async start(address) {
      await pools.ready();
      await joinNodes(services);
      await Promise.all([app.listen(address), door.listen(address.host, settings.healthPort)]);
      background.start();
      state.started = true;
    },
    async stop(deadlineMs) {
      state.stopping = true;
      await endInOrder({ services, app, background, pools }, deadlineMs);
      await Promise.all([sources.close(), embedding.embedder.close(), door.close()]);
      if (state.started) await background.leave();
      await closeStores(opened);
    },
  };
}

/** State in the memory of this process only. */
function keptInMemory(settings: Settings, clock: Clock) {
  return {
    turns: new Turns(),
    signInCodes: new SignInCodes(),
    jsonBudget: new JsonBudget(settings.jsonFetchTotalBytes),
    deadlyReads: new DeadlyReads(clock),
    reuse: new ResultReuse(settings.reuseBytes),
    textsOverMemory: new TextsOverMemory(clock),
    runningQueries: new Map<string, RunningQuery>(),
  };
}

async function closeStores(opened: Awaited<ReturnType<typeof openStores>>): Promise<void> {
  await opened.objects.close();
  await opened.metadata.close();
  opened.reserve.keep();
  opened.releaseFolder();
}

async function buildServiceApp(
  services: Services & { readonly objects: OpenedObjectStore },
  pools: EnginePools,
  sweeps: SweepTally,
  state: { readonly started: boolean; readonly stopping: boolean },
): Promise<{ readonly app: FastifyInstance; readonly door: HealthDoor }> {
  const { settings, objects, metadata } = services;
  const intake = createIntake(settings);
  const probe = new StorageProbe(services, serviceSpool(settings));
  const isStoring = async () => sweeps.isStoreOurs && (await probe.canStore());
  const gauges = [
    ...engineGauges(pools.main, pools.planning, services),
    ...cacheGauges(services, pools.main),
    ...sweepGauges(sweeps),
    ...intakeGauges(intake),
    ...embeddingGauges(services),
  ];
  const metrics = createMetrics(gauges);
  const isReady = async () =>
    state.started && !state.stopping && (await isReachable(metadata)) && (await isStoring());
  const app = buildApp({
    services,
    operations,
    version,
    intake,
    console: consoleFiles(services),
    uploadOrigin: await uploadOriginOf(services),
    metrics,
    isReady,
  });
  if (objects.receivePut) serveUploadUrls(app, intake, objects.receivePut, settings.uploadMaxBytes);
  return { app, door: new HealthDoor({ registry: metrics.registry, isReady }) };
}

/** The built console. A service without the console still serves programs. */
function consoleFiles({ log }: Services): ConsoleFile[] {
  const folder = findConsole();
  if (folder !== null) return readConsole(folder);
  log.info('the console is not built, so / is not served: npm run build');
  return [];
}

/**
 * The origin to which browsers send files, as in any upload URL: an S3 store's, or the operator's
 * address.
 */
async function uploadOriginOf({ objects, settings, clock }: Services): Promise<string | null> {
  const { publicUrl } = settings;
  if (objects.kind === 'file') return publicUrl === null ? null : new URL(publicUrl).origin;
  const url = await objects.presignPut(`${incomingPrefix}none`, {
    expiresAt: clock.now() + 60_000,
    publicUrl: publicUrl ?? 'http://localhost',
    maxBytes: 1,
  });
  return new URL(url).origin;
}

/** The metadata, migrated to this version, with the matching object store and secret key. */
async function openStores(settings: Settings, clock: Clock, log: Logger) {
  const releaseFolder = claimFolder(settings.dataDir);
  const reserve = new DiskReserve(settings.dataDir);
  if (reserve.useIfFull())
    log.warn(
      'the disk of the data folder is full: what is stored is read, and nothing can be added',
    );
  const metadata = await openMetadata(settings.metadataUrl, {
    onConnectionError: (error) => log.warn({ err: error }, 'a metadata connection broke'),
  });
  await migrateMetadata(metadata, clock.now());
  const secretKey = await findServiceKey(metadata.db, settings, clock.now());
  const objects = await openObjectStore({
    url: settings.objectsUrl,
    dataDir: settings.dataDir,
    cacheBytes: settings.cacheBytes,
    secretKey: secretKey.key,
    formerKeys: secretKey.formerKeys,
    clock,
  });
  reserve.keep();
  await bindStore({ metadata, objects, clock, log });
  await secretKey.bind(metadata.db);
  const vault = new SecretVault(secretKey.key, secretKey.formerKeys);
  return {
    metadata,
    objects,
    releaseFolder,
    reserve,
    vault,
    shortLivedTokens: new ShortLivedTokens(secretKey.key),
  };
}

/** Runs before the first request: other nodes interrupt the runs of an unregistered node. */
async function joinNodes(services: Services): Promise<void> {
  const { nodes, nodeId, metadata, settings } = services;
  await nodes.register(nodeId);
  // SQLite has one node at a time (its folder is claimed), so every other node is dead;
  // PostgreSQL's may be alive.
  await recoverFromDeadNodes(
    services,
    metadata.kind === 'sqlite' ? 0 : settings.nodeTimeoutS * 1000,
  );
}

/** Files of this process outside any task. */
const serviceSpool = ({ dataDir }: Settings) => join(dataDir, 'spool', 'service');

function emptyFolder(path: string): string {
  rmSync(path, { recursive: true, force: true });
  mkdirSync(path, { recursive: true });
  return path;
}

interface Running {
  readonly services: Services;
  readonly app: FastifyInstance;
  readonly background: Background;
  readonly pools: EnginePools;
}

/**
 * Refuses new requests. Requests and jobs under way have until the deadline, then their workers are
 * killed.
 */
async function endInOrder(
  { services, app, background, pools }: Running,
  deadlineMs: number,
): Promise<void> {
  const closing = closeApp(app, deadlineMs);
  await Promise.all([within(closing, deadlineMs), background.stop(deadlineMs)]);
  await within(
    Promise.all([...services.runningQueries.values()].map((query) => query.done)),
    deadlineMs,
  );
  await pools.close();
  await Promise.all([...services.runningQueries.values()].map((query) => query.done));
  await closing;
}

async function isReachable(metadata: Metadata): Promise<boolean> {
  try {
    await metadata.db.selectFrom('nodes').select('id').limit(1).execute();
    return true;
  } catch {
    return false;
  }
}

/** The address for the process's own requests. */
export function addressOf(app: FastifyInstance): string {
  const addresses = app.addresses().filter((address) => typeof address === 'object');
  const address = addresses.find(({ family }) => family === 'IPv4') ?? addresses[0];
  if (!address) throw new Error('the service does not listen yet');
  const host = address.address === '0.0.0.0' ? '127.0.0.1' : address.address;
  return `http://${host.includes(':') ? `[${host === '::' ? '::1' : host}]` : host}:${address.port}`;
}
