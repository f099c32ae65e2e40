import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import {
  chmodSync,
  closeSync,
  existsSync,
  mkdtempSync,
  openSync,
  readdirSync,
  rmSync,
} from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';

/** A MariaDB server with a database `bench`, asked through its own client. */
export interface MariadbProcess {
  readonly port: number;
  readonly user: string;
  readonly password: string;
  run(sql: string): void;
  /** Rows of a SELECT, as `mysql --quick` writes a file. */
  dump(sql: string): Promise<void>;
  stop(): Promise<void>;
}

/** Debian's installed server, or the server unpacked by the tests; null without either. */
export async function startMariadb(port: number): Promise<MariadbProcess | null> {
  const root = ['/usr', '/var/cache/quern-tests/mariadb/usr'].find((one) =>
    existsSync(join(one, 'sbin/mariadbd')),
  );
  if (root === undefined) return null;
  const folder = mkdtempSync(join(tmpdir(), 'quern-bench-mariadb-'));
  chmodSync(folder, 0o777);
  const env = {
    ...process.env,
    PATH: `${root}/bin:${process.env.PATH}`,
    LD_LIBRARY_PATH: libraries(root),
    TMPDIR: folder,
  };
  const user = userInfo().uid === 0 ? 'nobody' : userInfo().username;
  const place = ['--no-defaults', `--basedir=${root}`, `--datadir=${join(folder, 'data')}`];
  const install = ['--auth-root-authentication-method=normal', '--skip-test-db'];
  execFileSync(join(root, 'bin/mariadb-install-db'), [...place, `--user=${user}`, ...install], {
    stdio: 'pipe',
    env,
  });
  const options = [
    `--user=${user}`,
    `--port=${port}`,
    '--bind-address=127.0.0.1',
    `--lc-messages-dir=${root}/share/mysql`,
    `--socket=${join(folder, 'socket')}`,
    '--innodb-flush-log-at-trx-commit=0',
  ];
  const child = spawn(join(root, 'sbin/mariadbd'), [...place, ...options], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env,
  });
  await untilReady(child);
  const password = 'bench-password';
  const client = join(root, 'bin/mariadb');
  const asking = ['--no-defaults', '-h', '127.0.0.1', '-P', String(port)];
  execFileSync(client, [...asking, '-u', 'root'], {
    env,
    input: `CREATE DATABASE bench; CREATE USER bench@'%' IDENTIFIED BY '${password}'; GRANT ALL ON bench.* TO bench@'%'`,
  });
  const own = [...asking, '-u', 'bench', `-p${password}`, 'bench'];
  return {
    port,
    user: 'bench',
    password,
    run(sql) {
      execFileSync(client, own, { env, input: sql });
    },
    async dump(sql) {
      const path = join(folder, 'dumped');
      const file = openSync(path, 'w');
      const dumping = spawn(client, [...own, '--quick', '-e', sql], {
        stdio: ['ignore', file, 'ignore'],
        env,
      });
      const code = await new Promise((resolve) => dumping.once('exit', resolve));
      closeSync(file);
      rmSync(path);
      if (code !== 0) throw new Error(`mysql --quick ended with ${code}`);
    },
    async stop() {
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGTERM');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function libraries(root: string): string {
  if (root === '/usr') return '';
  const folders = [join(root, 'lib'), join(root, '..', 'lib')].filter(existsSync);
  return folders
    .flatMap((folder) => [folder, ...readdirSync(folder).map((name) => join(folder, name))])
    .join(':');
}

function untilReady(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let log = '';
    child.stderr?.on('data', (chunk: Buffer) => {
      log = (log + chunk.toString()).slice(-4_000);
      if (log.includes('ready for connections')) resolve();
    });
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`MariaDB ended with ${code}:\n${log}`)));
  });
}
