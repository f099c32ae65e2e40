import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';

const run = promisify(execFile);
/**
 * Every Linux that Node 20 runs on with 4 KiB pages; ARM kernels with 64 KiB pages report through
 * status instead.
 */
const statusLine = /^VmRSS:\s+(\d+) kB$/m;

/**
 * How often a busy worker is looked at. Memory grows at 2 to 4 GB/s at most, so a kill comes about
 * 100 MB late.
 */
export const sampleIntervalMs = process.platform === 'linux' ? 25 : 250;

/**
 * Resident bytes of each process; one that has ended is absent. On Linux it reads /proc (0.02 ms a
 * process, in line); elsewhere it asks `ps`, and samples are further apart.
 */
export function residentBytes(
  pids: readonly number[],
): Map<number, number> | Promise<Map<number, number>> {
  if (process.platform !== 'linux') return fromPs(pids);
  const found = new Map<number, number>();
  for (const pid of pids) {
    const kilobytes = fromStatus(pid);
    if (kilobytes !== undefined) found.set(pid, kilobytes * 1024);
  }
  return found;
}

function fromStatus(pid: number): number | undefined {
  try {
    const found = statusLine.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))?.[1];
    return found === undefined ? undefined : Number(found);
  } catch {
    return undefined;
  }
}

async function fromPs(pids: readonly number[]): Promise<Map<number, number>> {
  const found = new Map<number, number>();
  if (pids.length === 0) return found;
  // ps exits 1 when one of the processes has ended, and still prints the others.
  const output = await run('ps', ['-o', 'pid=,rss=', '-p', pids.join(',')]).then(
    (done) => done.stdout,
    (failed: { stdout?: string }) => failed.stdout ?? '',
  );
  for (const line of output.split('\n')) {
    const [pid, kilobytes] = line.trim().split(/\s+/).map(Number);
    if (pid && kilobytes) found.set(pid, kilobytes * 1024);
  }
  return found;
}
