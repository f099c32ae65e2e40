import { execFile, execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/**
 * TPC-H's data by a generator with the bytes of dbgen; a binary in a wheel, outside the repository.
 */
const generator = 'tpchgen-cli==4.0.0';
const folder = join(homedir(), '.cache', 'quern-tests', generator.replace('==', '-'));

export const tpchTables = [
  'region',
  'nation',
  'supplier',
  'customer',
  'part',
  'partsupp',
  'orders',
  'lineitem',
] as const;

/** The generator's download needs Python. */
export function canMakeTpch(): boolean {
  if (existsSync(folder)) return true;
  try {
    execFileSync('python3', ['-m', 'pip', '--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/**
 * Writes `<table>.parquet` or `<table>.csv` (with a header) of every table into a folder: a second
 * of work for a scale factor of 0.1.
 */
export async function makeTpch(
  format: 'parquet' | 'csv',
  scaleFactor: number,
  into: string,
): Promise<void> {
  const binary = await installedGenerator();
  await run(binary, [format, '--scale-factor', String(scaleFactor), '--output-dir', into]);
}

/** Downloads once. Processes that install at the same time end with one complete folder. */
async function installedGenerator(): Promise<string> {
  const binary = join(folder, 'bin', 'tpchgen-cli');
  if (existsSync(binary)) return binary;
  mkdirSync(join(folder, '..'), { recursive: true });
  const draft = mkdtempSync(`${folder}.`);
  await run('python3', [
    '-m',
    'pip',
    'install',
    '--quiet',
    '--no-deps',
    '--target',
    draft,
    generator,
  ]);
  try {
    renameSync(draft, folder);
  } catch {
    rmSync(draft, { recursive: true, force: true });
  }
  return binary;
}
