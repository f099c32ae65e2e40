/** A real MariaDB for the tests of one file: Debian's mariadb-server-core (apt-get install mariadb-server-core). */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import mysql from 'mysql2/promise';

const server = ['/usr/sbin/mariadbd', '/usr/local/sbin/mariadbd', '/opt/homebrew/bin/mariadbd'].find(existsSync);
/** Where it is absent, its tests skip by name. */
export const hasMariaDb = server !== undefined;

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
  if (server === undefined) throw new Error('there is no mariadbd on this machine');
  const directory = mkdtempSync(join(tmpdir(), 'quern-mariadb-'));
  const user = userInfo().uid === 0 ? 'nobody' : userInfo().username;
  chownSync(directory, userOfMariaDb(), -1);
  const dataDir = join(directory, 'data');
  execFileSync(
    'mariadb-install-db',
    [
      '--no-defaults',
      `--datadir=${dataDir}`,
      `--user=${user}`,
      '--auth-root-authentication-method=normal',
      '--skip-test-db',
    ],
    { stdio: 'pipe' },
  );
  const port = await freePort();
  const child = spawn(
    server,
    [
      '--no-defaults',
      `--datadir=${dataDir}`,
      `--user=${user}`,
      `--port=${port}`,
      '--bind-address=127.0.0.1',
      `--socket=${join(directory, 'socket')}`,
      '--character-set-server=utf8mb4',
      '--innodb-flush-log-at-trx-commit=0',
      ...options,
    ],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  );
  const killWithParent = () => child.kill('SIGKILL');
  process.once('exit', killWithParent);
  await untilReady(child);
  const password = 'quern-password';
  const root = await mysql.createConnection({ host: '127.0.0.1', port, user: 'root' });
  await root.query(`CREATE USER quern@'%' IDENTIFIED BY '${password}'`);
  await root.query(`GRANT ALL ON *.* TO quern@'%' WITH GRANT OPTION`);
  await root.end();
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

/** Id of the user that the server runs as, who must be able to read what it is pointed at. */
export function userOfMariaDb(): number {
  return userInfo().uid === 0 ? idOf('nobody') : userInfo().uid;
}

function idOf(user: string): number {
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((entry) => entry.startsWith(`${user}:`));
  return Number(line?.split(':')[2]);
}

async function freePort(): Promise<number> {
  const probe = createServer();
  probe.listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
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
