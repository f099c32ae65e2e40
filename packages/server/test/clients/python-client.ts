import { execFile, execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** The official Python client, pinned, in a virtual environment outside the repository. */
const packages = ['hotdata==0.12.0', 'pyarrow==26.0.1'];
const folder = join(homedir(), '.cache', 'quern-tests', `python-${packages.join('-').replaceAll('=', '')}`);

/** Time for a hook that installs the client: the first one on a machine downloads it. */
export const installTimeoutMs = 280_000;

export function canRunPython(): boolean {
  try {
    execFileSync('python3', ['-c', 'import sys, venv; sys.exit(sys.version_info < (3, 10))'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** Runs a Python script with the client installed and gives its standard output as JSON. */
export async function runPython(script: string, args: readonly string[]): Promise<unknown> {
  const python = await installedPython();
  const { stdout } = await run(python, [script, ...args], { timeout: 120_000, maxBuffer: 2 ** 24 });
  return JSON.parse(stdout);
}

/** Installs once; several processes that install together end with one whole environment. */
export async function installedPython(): Promise<string> {
  const python = join(folder, 'bin', 'python');
  if (existsSync(python)) return python;
  mkdirSync(join(folder, '..'), { recursive: true });
  const building = `${folder}.${process.pid}`;
  await run('python3', ['-m', 'venv', '--copies', building]);
  await run(join(building, 'bin', 'python'), ['-m', 'pip', 'install', '--quiet', ...packages]);
  try {
    renameSync(building, folder);
  } catch {
    rmSync(building, { recursive: true, force: true });
  }
  return python;
}
