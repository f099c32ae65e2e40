import { type ChildProcess, spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const mainFile = fileURLToPath(
  new URL('../../packages/server/dist/bundled/main.js', import.meta.url),
);
export const token = 'bench-token-0123456789-abcdefghijklmnop';

export interface ServiceProcess {
  readonly origin: string;
  readonly pid: number;
  /** Resident memory of the HTTP process, with the peak since `resetPeak`. */
  residentBytes(): number;
  peakBytes(): number;
  resetPeak(): void;
  stop(): Promise<void>;
}

/**
 * Starts the service as a user would, on a free port, with its default limits; `file` is the
 * main.js of a build.
 */
export async function startService(
  dataDir: string,
  env: Readonly<Record<string, string>> = {},
  file = mainFile,
): Promise<ServiceProcess> {
  const child = spawn(process.execPath, [file], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      PATH: process.env.PATH ?? '',
      QUERN_PORT: '0',
      QUERN_DATA_DIR: dataDir,
      QUERN_SAMPLE: 'off',
      QUERN_BOOTSTRAP_TOKEN: token,
      ...env,
    },
  });
  const origin = await listening(child);
  const pid = child.pid ?? 0;
  let peak = 0;
  const sample = () => {
    peak = Math.max(peak, residentBytes(pid));
  };
  const timer = setInterval(sample, 50);
  return {
    origin,
    pid,
    residentBytes: () => residentBytes(pid),
    peakBytes: () => peak,
    resetPeak: () => {
      peak = 0;
      sample();
    },
    async stop() {
      clearInterval(timer);
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGTERM');
      await ended;
    },
  };
}

function listening(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`the service ended with ${code}`)));
    if (!child.stdout) return reject(new Error('no standard output'));
    createInterface({ input: child.stdout }).on('line', (line) => {
      if (!line.includes('"listening"')) return;
      resolve(String((JSON.parse(line) as { address: string }).address));
    });
  });
}

/** CPU seconds of a process and all descendants, ended ones included. */
export function cpuSeconds(pid: number): number {
  const children = new Map<number, number[]>();
  const ticks = new Map<number, number>();
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    try {
      const text = readFileSync(`/proc/${name}/stat`, 'utf8');
      const fields = text
        .slice(text.lastIndexOf(')') + 2)
        .split(' ')
        .map(Number);
      const [parent = 0, user = 0, system = 0, endedUser = 0, endedSystem = 0] = [
        1, 11, 12, 13, 14,
      ].map((at) => fields[at]);
      children.set(parent, [...(children.get(parent) ?? []), Number(name)]);
      ticks.set(Number(name), user + system + endedUser + endedSystem);
    } catch {
      // The process ended meanwhile.
    }
  }
  const sum = (of: number): number =>
    (ticks.get(of) ?? 0) + (children.get(of) ?? []).reduce((all, child) => all + sum(child), 0);
  return sum(pid) / 100;
}

/** Memory of the largest source worker of a service; 0 without a source worker. */
export function sourceWorkerBytes(servicePid: number): number {
  const children = readFileSync(`/proc/${servicePid}/task/${servicePid}/children`, 'utf8');
  const sizes = children.split(' ').map((pid) => {
    try {
      const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8');
      return command.includes('source-main.js') ? residentBytes(Number(pid)) : 0;
    } catch {
      return 0;
    }
  });
  return Math.max(0, ...sizes);
}

/** Peak of `bytes` during the work, and the values before and after. */
export async function peakDuring(
  bytes: () => number,
  work: () => Promise<unknown>,
): Promise<number> {
  let peak = bytes();
  const timer = setInterval(() => {
    peak = Math.max(peak, bytes());
  }, 20);
  try {
    await work();
    return Math.max(peak, bytes());
  } finally {
    clearInterval(timer);
  }
}

export function residentBytes(pid: number): number {
  const pages = readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1];
  return Number(pages) * 4096;
}
