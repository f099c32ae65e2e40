import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { homedir, tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';

const isCommand = (name: string) =>
  ['/usr/bin', '/bin'].some((folder) => existsSync(join(folder, name)));

/** On other systems, tests that need Debian's packages skip by name. */
export const canUnpackDebian = ['apt-get', 'dpkg-deb'].every(isCommand);

/** Ubuntu has the programs and neither the distribution nor its keys. */
export const canUnpackUnstableDebian =
  canUnpackDebian && /^ID=debian$/m.test(readFileSync('/etc/os-release', 'utf8'));

/**
 * Folder with unpacked Debian packages, in a cache folder of the machine: unpacking needs no rights
 * and changes nothing else. Dependencies are not included.
 */
export function unpackDebian(name: string, packages: readonly string[]): string {
  return unpackOnce(name, (draft) => {
    if (isRoot) execFileSync('apt-get', ['update'], { stdio: 'pipe' });
    download(draft, [], packages);
  });
}

/**
 * The same of Debian's unstable distribution, with every library that the packages need: programs
 * of it are built with a newer C library than the machine's. Lists and cache of the package manager
 * are its own.
 */
export function unpackUnstableDebian(name: string, packages: readonly string[]): string {
  return unpackOnce(name, (draft) => {
    const own = mkdtempSync(join(tmpdir(), 'quern-apt-'));
    try {
      for (const folder of ['lists/partial', 'cache/archives/partial'])
        mkdirSync(join(own, folder), { recursive: true });
      const places = [
        `Dir::State::lists=${join(own, 'lists')}`,
        `Dir::Cache=${join(own, 'cache')}`,
        'Acquire::Languages=none',
      ].flatMap((option) => ['-o', option]);
      const list = join(own, 'sources.list');
      writeFileSync(list, `deb ${archive(places)} unstable main\n`);
      const options = [
        ...places,
        ...['-o', `Dir::Etc::sourcelist=${list}`, '-o', 'Dir::Etc::sourceparts=-'],
        // A mirror may stand still.
        ...['-o', 'Acquire::Check-Valid-Until=false'],
      ];
      execFileSync('apt-get', [...options, 'update'], { stdio: 'pipe' });
      const hides = ['recommends', 'suggests', 'conflicts', 'breaks', 'replaces', 'enhances'];
      const listed = execFileSync(
        'apt-cache',
        [...options, 'depends', '--recurse', ...hides.map((kind) => `--no-${kind}`), ...packages],
        { encoding: 'utf8' },
      );
      const needed = listed.split('\n').filter((line) => /^(lib|zlib)[^:]*$/.test(line));
      download(draft, options, [...new Set([...packages, ...needed])]);
    } finally {
      rmSync(own, { recursive: true });
    }
  });
}

/** Fetches new package lists, because the machine may have none. */
function archive(places: readonly string[]): string {
  execFileSync('apt-get', [...places, 'update'], { stdio: 'pipe' });
  const targets = ['indextargets', '--format', '$(LABEL) $(REPO_URI)', 'Created-By: Packages'];
  const sources = execFileSync('apt-get', [...places, ...targets], { encoding: 'utf8' });
  const found = /^Debian (\S+)$/m.exec(sources)?.[1];
  if (found === undefined) throw new Error('no archive of Debian is among the package sources');
  return found;
}

function download(draft: string, options: readonly string[], packages: readonly string[]): void {
  execFileSync('apt-get', [...options, 'download', ...packages], { cwd: draft, stdio: 'pipe' });
}

const isRoot = userInfo().uid === 0;

/** A folder of the machine's cache that `bring` fills, once. */
export function unpackOnce(name: string, bring: (draft: string) => void): string {
  // Some programs run as another user than root, who must be able to enter.
  const cache = isRoot ? '/var/cache' : process.env.XDG_CACHE_HOME || join(homedir(), '.cache');
  const target = join(cache, 'quern-tests', name);
  if (existsSync(target)) return target;
  mkdirSync(join(target, '..'), { recursive: true });
  const draft = mkdtempSync(`${target}-`);
  try {
    bring(draft);
    for (const file of readdirSync(draft).filter((one) => one.endsWith('.deb'))) {
      execFileSync('dpkg-deb', ['-x', file, '.'], { cwd: draft, stdio: 'pipe' });
      rmSync(join(draft, file));
    }
    execFileSync('chmod', ['-R', 'a+rX', '.'], { cwd: draft });
    renameSync(draft, target);
  } catch (error) {
    rmSync(draft, { recursive: true });
    // Another process may have been sooner.
    if (!existsSync(target)) throw error;
  }
  return target;
}
