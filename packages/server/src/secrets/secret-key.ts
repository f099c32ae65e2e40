import { createHash, randomBytes } from 'node:crypto';
import {
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * The service's secret key: from QUERN_SECRET_KEY, else made once into `<data dir>/secret.key`, which only the owner
 * may read. Who needs a key for a purpose derives it (HKDF-SHA-256, RFC 5869).
 */
export function loadSecretKey(configured: string | null, dataDir: string): Uint8Array {
  const text = configured ?? readOrMakeKey(dataDir);
  return createHash('sha256').update(text).digest();
}

function readOrMakeKey(dataDir: string): string {
  const path = join(dataDir, 'secret.key');
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  if (!existsSync(path)) writePrivateFile(path, `${randomBytes(32).toString('hex')}\n`);
  return readFileSync(path, 'utf8').trim();
}

/**
 * Writes a file that only the owner may read, whole or not at all; a file that is there already is kept (two processes
 * that start together agree on the first).
 */
export function writePrivateFile(path: string, text: string): void {
  const temporary = `${path}.${randomBytes(6).toString('hex')}`;
  const file = openSync(temporary, 'wx', 0o600);
  try {
    writeSync(file, text);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  try {
    linkSync(temporary, path);
    syncFolder(dirname(path));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(temporary, { force: true });
  }
}

/** The name too survives a power loss: what was encrypted with a lost key is lost. */
function syncFolder(path: string): void {
  const folder = openSync(path, 'r');
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}
