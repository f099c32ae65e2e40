import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface, type Interface } from 'node:readline';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { eventually } from '../eventually.ts';

describe('a worker process', () => {
  let spoolDir: string;
  let service: ChildProcess;
  let workerPid: number;
  let output: Interface;

  beforeEach(async () => {
    spoolDir = mkdtempSync(join(tmpdir(), 'quern-lifetime-'));
    const script = new URL('./pool-process.js', import.meta.url).pathname;
    service = fork(script, [spoolDir], {
      stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
      execArgv: [],
    });
    if (!service.stdout) throw new Error('the process has an output');
    output = createInterface(service.stdout);
    workerPid = Number(await nextLine());
  });
  const nextLine = async () => (await once(output, 'line'))[0];
  afterEach(async () => {
    if (service.exitCode === null && service.signalCode === null) {
      service.kill('SIGKILL');
      await once(service, 'exit');
    }
    await eventually(() => expect(lives(workerPid)).toBe(false));
    rmSync(spoolDir, { recursive: true, force: true });
  });

  it('ends when the service is killed, in the middle of a query too', async () => {
    expect(lives(workerPid)).toBe(true);
    service.kill('SIGKILL');
    await once(service, 'exit');
    await eventually(() => expect(lives(workerPid)).toBe(false));
  });

  it('leaves it to the service to decide when a group is told to stop', async () => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.kill(workerPid, signal);
    service.send('stop the query');
    expect(Number(await nextLine())).toBe(workerPid);
  });
});

function lives(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
