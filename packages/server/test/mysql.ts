/**
 * A real MySQL (9.7 when this was written) for the tests of one file: what Debian's unstable
 * distribution has, with all libraries that it was built with, unpacked once into a cache folder.
 */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { canUnpackDebian, unpackUnstableDebian } from './debian-packages.ts';
import { type MySqlServer, runMySql } from './mysql-server.ts';

/** Where it cannot be unpacked, its tests skip by name. */
export const hasMySql = canUnpackDebian;

/** `options` stand on the server's command line. */
export function startMySql(options: readonly string[] = []): Promise<MySqlServer> {
  const root = join(unpackUnstableDebian('mysql', ['mysql-server-core']), 'usr');
  const libraries = join(root, 'lib/x86_64-linux-gnu');
  // By the loader that comes with its C library, which is newer than the machine's.
  const loader = join(libraries, 'ld-linux-x86-64.so.2');
  const command = [
    ...[loader, '--library-path', libraries, join(root, 'sbin/mysqld')],
    ...['--no-defaults', `--basedir=${root}`, `--lc-messages-dir=${join(root, 'share/mysql')}`],
    ...[
      '--mysqlx=OFF',
      '--secure-file-priv=',
      '--disable-log-bin',
      '--innodb-redo-log-capacity=16M',
    ],
  ] as const;
  const [program, ...parameters] = command;
  return runMySql(
    {
      name: 'MySQL',
      env: {},
      install({ dataDir, user, env }) {
        const place = [`--datadir=${dataDir}`, `--user=${user}`, '--initialize-insecure'];
        execFileSync(program, [...parameters, ...place], { stdio: 'pipe', env });
      },
      command,
    },
    options,
  );
}
