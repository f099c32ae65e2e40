import type { PoolStats } from './pool-options.ts';
import { residentBytes } from './resident-memory.ts';
import type { WorkerProcess } from './worker-process.ts';

interface WorkerOfPool {
  readonly worker: WorkerProcess;
  readonly state: keyof PoolStats['workers'];
}

/** The sums over the workers of a pool. */
export function workerSums(
  slots: Iterable<WorkerOfPool>,
): Pick<PoolStats, 'workers' | 'residentBytes' | 'keptOfFiles'> {
  const all = [...slots];
  const workers = { starting: 0, idle: 0, busy: 0 };
  const keptOfFiles = { footerBytes: 0, rangeBytes: 0 };
  const resident = residentBytes(all.map(({ worker }) => worker.pid));
  let total = 0;
  for (const { worker, state } of all) {
    workers[state] += 1;
    total +=
      (resident instanceof Map ? resident.get(worker.pid) : undefined) ?? worker.residentBytes;
    keptOfFiles.footerBytes += worker.keptOfFiles.footerBytes;
    keptOfFiles.rangeBytes += worker.keptOfFiles.rangeBytes;
  }
  return { workers, residentBytes: total, keptOfFiles };
}
