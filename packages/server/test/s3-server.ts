import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { eventually } from './eventually.ts';
import { freePort } from './free-port.ts';

/**
 * An S3 server for tests: versitygw over a temporary folder. It checks part sizes, ETags,
 * conditional writes, signatures and their expiry as S3 does (s3rver checks none of them, moto
 * neither signature nor expiry). It is built once from the Go module proxy, verified by Go's
 * checksum database, and kept outside the repository.
 */
const version = 'v1.8.0';
const module = `github.com/versity/versitygw/cmd/versitygw@${version}`;

/** Timeout of a hook that starts a server; the first one on a machine builds the server. */
export const installTimeoutMs = 280_000;

export interface S3Server {
  readonly endpoint: string;
  /** Credentials for the SDK's default chain; `startS3Server` sets the environment. */
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  stop(): Promise<void>;
}

/** Without Go there is no S3 server. */
export function canRunS3Server(): boolean {
  if (existsSync(binaryPath())) return true;
  try {
    execFileSync('go', ['version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/**
 * Starts a server without buckets on a free port of 127.0.0.1; `stop` ends the server and removes
 * its data.
 */
export async function startS3Server(): Promise<S3Server> {
  const binary = await installedBinary();
  const folder = mkdtempSync(join(tmpdir(), 'quern-s3-'));
  // ETags go to extended attributes, so the temporary folder's file system needs them. The server's
  // other way, files beside (`--sidecar`), mixes up bytes and ETags of concurrent PUTs of one part.
  mkdirSync(join(folder, 'buckets'));
  const address = `127.0.0.1:${await freePort()}`;
  const accessKeyId = 'quern-tests';
  const secretAccessKey = 'only-for-tests-on-loopback';
  const server = spawn(binary, ['--port', address, '--quiet', 'posix', join(folder, 'buckets')], {
    stdio: 'ignore',
    env: { ROOT_ACCESS_KEY: accessKeyId, ROOT_SECRET_KEY: secretAccessKey, PATH: process.env.PATH },
  });
  // A test process that dies without hooks must not leave the server behind.
  const killNow = () => server.kill('SIGKILL');
  process.once('exit', killNow);
  const stop = async () => {
    process.removeListener('exit', killNow);
    await end(server);
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    await untilListening(server, address);
  } catch (error) {
    await stop();
    throw error;
  }
  const restore = withEnvironment({
    AWS_ACCESS_KEY_ID: accessKeyId,
    AWS_SECRET_ACCESS_KEY: secretAccessKey,
  });
  const stopAll = async () => {
    restore();
    await stop();
  };
  return { endpoint: `http://${address}`, accessKeyId, secretAccessKey, stop: stopAll };
}

/**
 * Sets variables of the process, which the next test file shares; returns the function that
 * restores them.
 */
function withEnvironment(variables: Readonly<Record<string, string>>): () => void {
  const before = { ...process.env };
  Object.assign(process.env, variables);
  return () => {
    for (const name of Object.keys(variables)) {
      delete process.env[name];
      if (before[name] !== undefined) Object.assign(process.env, { [name]: before[name] });
    }
  };
}

function binaryPath(): string {
  const cache = process.env.XDG_CACHE_HOME || join(homedir(), '.cache');
  return join(cache, 'quern-tests', `versitygw-${version}`, 'versitygw');
}

/**
 * Downloads and builds where it is missing, without optimising and without words for a debugger:
 * that takes 86 s of CPU with empty Go caches.
 */
async function installedBinary(): Promise<string> {
  const target = binaryPath();
  if (existsSync(target)) return target;
  const folder = join(target, '..');
  mkdirSync(folder, { recursive: true });
  const draft = mkdtempSync(join(folder, 'build-'));
  try {
    const env = { ...process.env, GOBIN: draft, CGO_ENABLED: '0' };
    const install = ['install', '-gcflags=all=-N -l', '-ldflags=-s -w', module];
    await promisify(execFile)('go', install, { env, timeout: installTimeoutMs });
    renameSync(join(draft, 'versitygw'), target);
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
  return target;
}

async function untilListening(server: ChildProcess, address: string): Promise<void> {
  const [host = '', port = ''] = address.split(':');
  await eventually(async () => {
    if (server.exitCode === null && !(await accepts(host, Number(port)))) {
      throw new Error('the S3 server did not start within 20 s');
    }
  });
  if (server.exitCode !== null) throw new Error(`the S3 server ended with code ${server.exitCode}`);
}

function accepts(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, host);
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
}

function end(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return Promise.resolve();
  return new Promise((resolve) => {
    server.once('exit', () => resolve());
    server.kill('SIGTERM');
  });
}
