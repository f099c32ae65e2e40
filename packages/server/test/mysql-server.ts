/** Common parts of servers that speak MySQL's protocol. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import mysql from 'mysql2/promise';
import { freePort } from './free-port.ts';

const isRoot = userInfo().uid === 0;

export interface MySqlServer {
  readonly host: string;
  readonly port: number;
  /** Password of user `quern`, who may do everything. */
  readonly password: string;
  connect(database?: string): Promise<mysql.Connection>;
  stop(): Promise<void>;
}

/** Arguments of a server with all data in `directory`. */
export interface MySqlProgram {
  /** Name in the message of a failed start. */
  readonly name: string;
  /** Before the first start: makes `dataDir`. */
  install(place: MySqlPlace): void;
  readonly command: readonly [string, ...string[]];
  readonly env: Readonly<Record<string, string | undefined>>;
}

export interface MySqlPlace {
  readonly dataDir: string;
  /** User that runs the server. */
  readonly user: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** Starts the server on a free port with data in a new folder, which goes at the stop. */
export async function runMySql(
  { name, install, command: [program, ...parameters], env: own }: MySqlProgram,
  options: readonly string[],
): Promise<MySqlServer> {
  const directory = mkdtempSync(join(tmpdir(), 'quern-mysql-'));
  const dataDir = join(directory, 'data');
  // An own folder: MariaDB empties the folder at its start, and temporary tables of two servers may
  // share a name.
  const temporaryDir = join(directory, 'tmp');
  mkdirSync(temporaryDir);
  for (const folder of [directory, temporaryDir]) chownSync(folder, userOfMySql(), -1);
  const user = isRoot ? 'nobody' : userInfo().username;
  const env = { ...process.env, ...own, TMPDIR: temporaryDir };
  install({ dataDir, user, env });
  const port = await freePort();
  const child = spawn(
    program,
    [
      ...parameters,
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
  await untilReady(name, child);
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

/** Id of the user that runs a server and must be able to read given paths. */
export function userOfMySql(): number {
  return isRoot ? idOf('nobody') : userInfo().uid;
}

function idOf(user: string): number {
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((entry) => entry.startsWith(`${user}:`));
  return Number(line?.split(':')[2]);
}

function untilReady(name: string, child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let log = '';
    child.stderr?.on('data', (chunk: Buffer) => {
      log = (log + chunk.toString()).slice(-4_000);
      if (log.includes('ready for connections')) resolve();
    });
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`${name} ended with code ${code}:\n${log}`)));
  });
}
