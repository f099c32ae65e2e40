import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { inject } from 'vitest';
import { installPython } from './python-environment.ts';

const run = promisify(execFile);

/**
 * Releases of the official Python client under test, pinned: the newest one, and in the slow lane
 * an older one.
 */
export type ClientVersion = typeof newest | '0.10.0' | '0.9.1';
const newest = '0.12.0';
const isSlow = inject('lane') === 'slow';
export const clientVersions: readonly ClientVersion[] = isSlow ? ['0.10.0'] : [newest];
/** The last release with a token exchange at the start; `dbt-hotdata` 0.2.2 depends on it. */
export const exchangingVersions: readonly ClientVersion[] = isSlow ? ['0.9.1'] : [];

const packages = [`hotdata==${newest}`, 'pyarrow==26.0.1'];

/** Runs a Python script with the client's release and returns standard output as JSON. */
export async function runPython(
  script: string,
  args: readonly string[],
  version: ClientVersion = newest,
): Promise<unknown> {
  const python = await installedPython();
  const older = version === newest ? {} : { PYTHONPATH: await olderClient(python, version) };
  const env = { ...process.env, ...older };
  const { stdout } = await run(python, [script, ...args], {
    timeout: 120_000,
    maxBuffer: 2 ** 24,
    env,
  });
  return JSON.parse(stdout);
}

/** Interpreter with the newest client. */
export async function installedPython(): Promise<string> {
  return join(await installPython(packages), 'python');
}

/** Before the tests, so that none waits for a download. */
export async function installClients(): Promise<void> {
  const python = await installedPython();
  for (const version of [...clientVersions, ...exchangingVersions]) {
    if (version !== newest) await olderClient(python, version);
  }
}

/**
 * The folder of an older release, which needs the same packages as the newest does and is found
 * before it.
 */
async function olderClient(python: string, version: ClientVersion): Promise<string> {
  const folder = join(homedir(), '.cache', 'quern-tests', `hotdata-${version}`);
  if (existsSync(folder)) return folder;
  const building = `${folder}.${process.pid}`;
  mkdirSync(building, { recursive: true });
  const options = ['--quiet', '--no-deps', '--target', building];
  await run(python, ['-m', 'pip', 'install', ...options, `hotdata==${version}`]);
  try {
    renameSync(building, folder);
  } catch {
    rmSync(building, { recursive: true, force: true });
  }
  return folder;
}
