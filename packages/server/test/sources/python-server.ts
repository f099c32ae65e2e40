import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { installPython } from '../clients/python-environment.ts';
import { eventually } from '../eventually.ts';
import { freePort } from '../free-port.ts';

export interface PythonServer {
  readonly port: number;
  stop(): Promise<void>;
}

/**
 * A server of a Python package on a free port of 127.0.0.1, installed once into the cache of the
 * tests. `run` gives what follows `python`: programs of the environment name the folder that it was
 * built in. It has started when `isUp` no longer throws.
 */
export async function startPythonServer(
  packages: readonly string[],
  run: (port: number) => readonly string[],
  isUp: (port: number) => Promise<void>,
): Promise<PythonServer> {
  const programs = await installPython(packages);
  const port = await freePort();
  const server = spawn(join(programs, 'python'), run(port), {
    stdio: 'ignore',
    env: { PATH: process.env.PATH, HOME: process.env.HOME },
  });
  // A test process that dies without hooks must not leave the server behind.
  const killNow = () => server.kill('SIGKILL');
  process.once('exit', killNow);
  const stop = async () => {
    process.off('exit', killNow);
    const exited = once(server, 'exit');
    if (server.exitCode === null && server.kill('SIGKILL')) await exited;
  };
  try {
    await eventually(() => isUp(port), 60_000);
  } catch (error) {
    await stop();
    throw error;
  }
  return { port, stop };
}
