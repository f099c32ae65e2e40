/** A process with a pool whose one worker runs a query without end. Run by worker-lifetime.test.ts, which kills it. */
import { createEnginePool } from '../../dist/engine/host/pool.js';
import { engineWorkerFile } from '../../dist/engine/host/worker-file.js';

const [spoolDir] = process.argv.slice(2);
const pool = createEnginePool({
  name: 'main',
  workerFile: engineWorkerFile,
  workers: 1,
  warmWorkers: 1,
  memoryBytes: 2 ** 32,
  maxRunningPerWorkspace: 1,
  maxQueued: 10,
  maxQueuedPerWorkspace: 10,
  queueTimeoutMs: 60_000,
  spoolDir,
  allowedDirectories: [spoolDir],
  maxTempBytes: 2 ** 30,
});
await pool.ready();
const request = {
  catalogs: [],
  defaultCatalog: null,
  defaultSchema: null,
  sql: 'SELECT count(*) FROM range(100000000000) t(i) WHERE i % 7 = 3',
  kind: 'select',
  settings: { integerDivision: false },
  inlineBytes: 0,
  resultPath: `${spoolDir}/result.parquet`,
  previewRows: 10,
  previewBytes: 1000,
};
const options = { workspaceId: 'w', memoryBytes: 2 ** 30, threads: 1, deadlineMs: 3_600_000 };
const caller = new AbortController();
const sayPid = async () => void process.stdout.write(`${pool.workerPids()[0]}\n`);
process.once('message', () => caller.abort());
await pool
  .run('executeQuery', request, { ...options, signal: caller.signal, onStart: sayPid })
  .catch(() => {});
// Told to stop the query: say which worker serves the next one.
await pool.run('executeQuery', { ...request, sql: 'SELECT 1' }, options);
await sayPid();
