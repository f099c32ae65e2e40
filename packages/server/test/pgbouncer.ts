/** PgBouncer of Debian's packages before a PostgreSQL, in transaction mode. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { canUnpackDebian, unpackDebian } from './debian-packages.ts';
import { freePort } from './free-port.ts';

const packages = ['pgbouncer', 'libevent-2.1-7', 'libc-ares2'];

/** On other systems the tests skip by name. */
export const hasPgBouncer = canUnpackDebian;

export interface Pooler {
  readonly port: number;
  stop(): Promise<void>;
}

/** `connections`: of the server, shared by all sessions. */
export async function startPgBouncer(url: string, connections: number): Promise<Pooler> {
  const root = join(unpackDebian('pgbouncer', packages), 'usr');
  const { hostname, port: serverPort, username, password, pathname } = new URL(url);
  const folder = mkdtempSync(join(tmpdir(), 'quern-pgbouncer-'));
  const port = await freePort();
  const database = pathname.slice(1);
  const target = `host=${hostname} port=${serverPort} dbname=${database} user=${username} password=${password}`;
  const settings = {
    listen_addr: '127.0.0.1',
    listen_port: port,
    unix_socket_dir: '',
    auth_type: 'any',
    pool_mode: 'transaction',
    default_pool_size: connections,
    ignore_startup_parameters: 'extra_float_digits',
  };
  const lines = Object.entries(settings).map(([name, value]) => `${name} = ${value}`);
  const ini = join(folder, 'pgbouncer.ini');
  writeFileSync(ini, `[databases]\n${database} = ${target}\n[pgbouncer]\n${lines.join('\n')}\n`);
  for (const [path, mode] of [
    [folder, 0o755],
    [ini, 0o644],
  ] as const)
    chmodSync(path, mode);
  const libraries = readdirSync(join(root, 'lib'))
    .map((name) => join(root, 'lib', name))
    .join(':');
  const asOther = process.getuid?.() === 0 ? ['--user', 'nobody'] : [];
  const child = spawn(join(root, 'sbin/pgbouncer'), [...asOther, ini], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, LD_LIBRARY_PATH: libraries },
  });
  const killWithParent = () => child.kill('SIGKILL');
  process.once('exit', killWithParent);
  await untilListening(child);
  return {
    port,
    async stop() {
      process.off('exit', killWithParent);
      const exited = once(child, 'exit');
      if (child.exitCode === null && child.kill('SIGKILL')) await exited;
      rmSync(folder, { recursive: true });
    },
  };
}

function untilListening(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let log = '';
    child.stderr?.on('data', (chunk: Buffer) => {
      log = (log + chunk.toString()).slice(-4_000);
      if (log.includes('process up')) resolve();
    });
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`PgBouncer ended with code ${code}:\n${log}`)));
  });
}
