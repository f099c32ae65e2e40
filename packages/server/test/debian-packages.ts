import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync } from 'node:fs';
import { homedir, userInfo } from 'node:os';
import { join } from 'node:path';

const isCommand = (name: string) =>
  ['/usr/bin', '/bin'].some((folder) => existsSync(join(folder, name)));

/** Elsewhere, tests that need what only Debian brings skip by name. */
export const canUnpackDebian = ['apt-get', 'dpkg-deb'].every(isCommand);

/**
 * The folder in which Debian's packages are unpacked, once, into a cache folder of the machine:
 * that takes no rights and changes nothing of it. What the packages depend on is not brought.
 */
export function unpackDebian(name: string, packages: readonly string[]): string {
  const isRoot = userInfo().uid === 0;
  // Some programs run as another user than root, who must be able to enter.
  const cache = isRoot ? '/var/cache' : process.env.XDG_CACHE_HOME || join(homedir(), '.cache');
  const target = join(cache, 'quern-tests', name);
  if (existsSync(target)) return target;
  mkdirSync(join(target, '..'), { recursive: true });
  const draft = mkdtempSync(`${target}-`);
  const run = (command: string, ...parameters: string[]) =>
    execFileSync(command, parameters, { cwd: draft, stdio: 'pipe' });
  if (isRoot) run('apt-get', 'update');
  run('apt-get', 'download', ...packages);
  for (const file of readdirSync(draft).filter((one) => one.endsWith('.deb')))
    run('dpkg-deb', '-x', file, '.');
  run('chmod', '-R', 'a+rX', '.');
  renameSync(draft, target);
  return target;
}
