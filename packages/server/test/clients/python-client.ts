import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { installPython } from './python-environment.ts';

const run = promisify(execFile);

/** The official Python client, pinned. */
const packages = ['hotdata==0.12.0', 'pyarrow==26.0.1'];

/** Runs a Python script with the client installed and gives its standard output as JSON. */
export async function runPython(script: string, args: readonly string[]): Promise<unknown> {
  const python = await installedPython();
  const { stdout } = await run(python, [script, ...args], { timeout: 120_000, maxBuffer: 2 ** 24 });
  return JSON.parse(stdout);
}

/** The interpreter that has the client. */
export async function installedPython(): Promise<string> {
  return join(await installPython(packages), 'python');
}
