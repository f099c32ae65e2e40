/**
 * A real MariaDB for the tests of one file: Debian's installed server, or its packages (8 MB)
 * unpacked once into a cache folder, without rights or changes of the machine.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { canUnpackDebian, unpackDebian } from './debian-packages.ts';
import { type MySqlServer, runMySql } from './mysql-server.ts';

const packages = ['mariadb-server-core', 'mariadb-client-core', 'libaio1', 'liburing2', 'libnuma1'];

/** Without a server the tests skip by name. */
export const hasMariaDb = existsSync('/usr/sbin/mariadbd') || canUnpackDebian;

/** Folder with `bin` and `sbin`. */
const installedMariaDb = () =>
  existsSync('/usr/sbin/mariadbd') ? '/usr' : join(unpackDebian('mariadb', packages), 'usr');

/** `options` stand on the server's command line. */
export function startMariaDb(options: readonly string[] = []): Promise<MySqlServer> {
  const root = installedMariaDb();
  return runMySql(
    {
      name: 'MariaDB',
      env: { PATH: `${root}/bin:${process.env.PATH}`, LD_LIBRARY_PATH: librariesOf(root) },
      install({ dataDir, user, env }) {
        const place = [`--basedir=${root}`, `--datadir=${dataDir}`, `--user=${user}`];
        const more = ['--auth-root-authentication-method=normal', '--skip-test-db'];
        execFileSync(join(root, 'bin/mariadb-install-db'), ['--no-defaults', ...place, ...more], {
          stdio: 'pipe',
          env,
        });
      },
      command: [
        join(root, 'sbin/mariadbd'),
        '--no-defaults',
        `--basedir=${root}`,
        `--lc-messages-dir=${root}/share/mysql`,
      ],
    },
    options,
  );
}

function librariesOf(root: string): string {
  if (root === '/usr') return '';
  const folders = [join(root, 'lib'), join(root, '..', 'lib')].filter(existsSync);
  return folders
    .flatMap((folder) => [folder, ...readdirSync(folder).map((name) => join(folder, name))])
    .join(':');
}
