/**
 * A real MySQL (9.7 at the time of writing) for the tests of one file: the package of Debian's
 * unstable distribution with its libraries, unpacked once into a cache folder.
 */
import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { canUnpackUnstableDebian, unpackUnstableDebian } from './debian-packages.ts';
import { type MySqlServer, runMySql } from './mysql-server.ts';

/** Without the unpacked server the tests skip by name. */
export const hasMySql = canUnpackUnstableDebian;

/** `options` stand on the server's command line. */
export function startMySql(options: readonly string[] = []): Promise<MySqlServer> {
  const root = join(unpackUnstableDebian('mysql', ['mysql-server-core']), 'usr');
  const libraries = found(join(root, 'lib'), /-linux-gnu$/);
  // Runs by the loader of its own C library, which is newer than the machine's.
  const loader = found(libraries, /^ld-linux/);
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

/** The name contains the processor. */
function found(folder: string, name: RegExp): string {
  const [first] = readdirSync(folder).filter((one) => name.test(one));
  if (first === undefined) throw new Error(`no ${name} in ${folder}`);
  return join(folder, first);
}
