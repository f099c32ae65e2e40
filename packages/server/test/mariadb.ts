/**
 * A real MariaDB for the tests of one file: Debian's, as it is installed, or its packages (8 MB)
 * unpacked once into a cache folder, which takes no rights and changes nothing of the machine.
 * MySQL 8 itself is in no registry we use.
 */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
} from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import mysql from 'mysql2/promise';
import { canUnpackDebian, unpackDebian } from './debian-packages.ts';
import { freePort } from './free-port.ts';

const packages = ['mariadb-server-core', 'mariadb-client-core', 'libaio1', 'liburing2', 'libnuma1'];
const isRoot = userInfo().uid === 0;

/** Where it can neither be found nor unpacked, its tests skip by name. */
export const hasMariaDb = existsSync('/usr/sbin/mariadbd') || canUnpackDebian;

/** The folder that has `bin` and `sbin` in it. */
const installedMariaDb = () =>
  existsSync('/usr/sbin/mariadbd') ? '/usr' : join(unpackDebian('mariadb', packages), 'usr');

export interface MariaDb {
  readonly host: string;
  readonly port: number;
  /** Of user `quern`, who may do everything. */
  readonly password: string;
  connect(database?: string): Promise<mysql.Connection>;
  stop(): Promise<void>;
}

/** `options` stand on the server's command line. */
export async function startMariaDb(options: readonly string[] = []): Promise<MariaDb> {
  const root = installedMariaDb();
  const directory = mkdtempSync(join(tmpdir(), 'quern-mariadb-'));
  const user = isRoot ? 'nobody' : userInfo().username;
  const dataDir = join(directory, 'data');
  // Of its own: a server removes what it finds in there when it starts, and the temporary tables
  // of two servers may have the same name.
  const temporaryDir = join(directory, 'tmp');
  mkdirSync(temporaryDir);
  for (const folder of [directory, temporaryDir]) chownSync(folder, userOfMariaDb(), -1);
  const env = {
    ...process.env,
    PATH: `${root}/bin:${process.env.PATH}`,
    LD_LIBRARY_PATH: librariesOf(root),
    TMPDIR: temporaryDir,
  };
  execFileSync(
    join(root, 'bin/mariadb-install-db'),
    [
      '--no-defaults',
      `--basedir=${root}`,
      `--datadir=${dataDir}`,
      `--user=${user}`,
      '--auth-root-authentication-method=normal',
      '--skip-test-db',
    ],
    { stdio: 'pipe', env },
  );
  const port = await freePort();
  const child = spawn(
    join(root, 'sbin/mariadbd'),
    [
      '--no-defaults',
      `--basedir=${root}`,
      `--lc-messages-dir=${root}/share/mysql`,
      `--datadir=${dataDir}`,
      `--user=${user}`,
      `--port=${port}`,
      '--bind-address=127.0.0.1',
      `--socket=${join(directory, 'socket')}`,
      '--character-set-server=utf8mb4',
      '--innodb-flush-log-at-trx-commit=0',
      ...options,
    ],
    { stdio: ['ignore', 'ignore', 'pipe'], env },
  );
  const killWithParent = () => child.kill('SIGKILL');
  process.once('exit', killWithParent);
  await untilReady(child);
  const password = 'quern-password';
  const owner = await mysql.createConnection({ host: '127.0.0.1', port, user: 'root' });
  await owner.query(`CREATE USER quern@'%' IDENTIFIED BY '${password}'`);
  await owner.query(`GRANT ALL ON *.* TO quern@'%' WITH GRANT OPTION`);
  await owner.end();
  return {
    host: '127.0.0.1',
    port,
    password,
    connect: (database) =>
      mysql.createConnection({
        host: '127.0.0.1',
        port,
        user: 'quern',
        password,
        multipleStatements: true,
        ...(database ? { database } : {}),
      }),
    async stop() {
      process.off('exit', killWithParent);
      const exited = once(child, 'exit');
      if (child.exitCode === null && child.kill('SIGKILL')) await exited;
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

function librariesOf(root: string): string {
  if (root === '/usr') return '';
  const folders = [join(root, 'lib'), join(root, '..', 'lib')].filter(existsSync);
  return folders
    .flatMap((folder) => [folder, ...readdirSync(folder).map((name) => join(folder, name))])
    .join(':');
}

/** Id of the user that the server runs as, who must be able to read what it is pointed at. */
export function userOfMariaDb(): number {
  return isRoot ? idOf('nobody') : userInfo().uid;
}

function idOf(user: string): number {
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((entry) => entry.startsWith(`${user}:`));
  return Number(line?.split(':')[2]);
}

function untilReady(child: ReturnType<typeof spawn>): Promise<void> {
  return new Promise((resolve, reject) => {
    let log = '';
    child.stderr?.on('data', (chunk: Buffer) => {
      log = (log + chunk.toString()).slice(-4_000);
      if (log.includes('ready for connections')) resolve();
    });
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`MariaDB ended with code ${code}:\n${log}`)));
  });
}
