import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';

const run = promisify(execFile);
/** The resident size in /proc/<pid>/status, in kB whatever the page size of the kernel. */
const statusLine = /^VmRSS:\s+(\d+) kB$/m;

/**
 * The interval between two looks at a busy worker. Memory grows at 2 to 4 GB/s at most, so a kill
 * comes about 100 MB late.
 */
export const sampleIntervalMs = process.platform === 'linux' ? 25 : 250;

/**
 * The resident bytes of each process, without processes that have ended. On Linux the function
 * reads /proc (0.02 ms a process, synchronously). Elsewhere the function runs `ps`, and samples are
 * further apart.
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
  // ps exits with 1 when a process has ended, and still prints the others.
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
