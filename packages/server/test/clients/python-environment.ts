import { execFile, execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Timeout of a hook that installs packages; the first one on a machine downloads them. */
export const installTimeoutMs = 280_000;

/** True if Python 3 of the minor version or later exists. */
export function canRunPython(minor = 10): boolean {
  const look = `import sys, venv; sys.exit(sys.version_info < (3, ${minor}))`;
  try {
    execFileSync('python3', ['-c', look], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/**
 * The folder with the programs of a virtual environment with these pinned packages, outside the
 * repository. Installs once; several processes that install together end with one whole
 * environment.
 */
export async function installPython(packages: readonly string[]): Promise<string> {
  const folder = join(
    homedir(),
    '.cache',
    'quern-tests',
    `python-${packages.join('-').replaceAll('=', '')}`,
  );
  const programs = join(folder, 'bin');
  if (existsSync(join(programs, 'python'))) return programs;
  mkdirSync(join(folder, '..'), { recursive: true });
  const building = `${folder}.${process.pid}`;
  await run('python3', ['-m', 'venv', '--copies', building]);
  // Python compiles modules on import; most are never imported.
  const pip = ['-m', 'pip', 'install', '--quiet', '--no-compile'];
  await run(join(building, 'bin', 'python'), [...pip, ...packages]);
  try {
    renameSync(building, folder);
  } catch {
    rmSync(building, { recursive: true, force: true });
  }
  return programs;
}
