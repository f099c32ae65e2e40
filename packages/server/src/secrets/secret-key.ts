import { createHash, createHmac, randomBytes } from 'node:crypto';
import {
  closeSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { deriveKey } from '../kernel/derive-key.ts';

/** The form of a valid key from any place: a truncated or empty file does not match. */
const keyText = /^[!-~]{32,}$/;

/** The text of a new key: 256 bits. */
export function newSecretKey(): string {
  return randomBytes(32).toString('hex');
}

/**
 * The text of the service's secret key: from QUERN_SECRET_KEY, else from `<data dir>/secret.key`;
 * null if both are absent. Throws an Error with a sentence if the file contains no key.
 */
export function findSecretKey(configured: string | null, dataDir: string): string | null {
  if (configured !== null) return configured;
  const text = textOf(keyPath(dataDir));
  if (text === null || keyText.test(text)) return text;
  throw new Error(
    "the file 'secret.key' in the data folder is empty or damaged, and no new key is made in its place: upload URLs that were " +
      "given out are signed with it. Put the file back (or set QUERN_SECRET_KEY), or make a new key with 'quern adopt'",
  );
}

/** Writes a key to `<data dir>/secret.key`, readable by the owner only; an existing file stays. */
export function keepSecretKey(dataDir: string, text: string): void {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  writePrivateFile(keyPath(dataDir), `${text}\n`);
}

/** Removes a file without a key. */
export function removeSecretKey(dataDir: string): void {
  rmSync(keyPath(dataDir), { force: true });
}

/** The key itself. Callers with a purpose derive their own key (`deriveKey`). */
export function secretKeyOf(text: string): Uint8Array {
  return createHash('sha256').update(text).digest();
}

/** Identifies a key, and reveals nothing about the key. */
export function secretKeyId(key: Uint8Array): string {
  return createHmac('sha256', deriveKey(key, 'quern key id'))
    .update('quern')
    .digest('hex')
    .slice(0, 32);
}

const keyPath = (dataDir: string) => join(dataDir, 'secret.key');

function textOf(path: string): string | null {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/**
 * Writes a file readable by the owner only, whole or not at all. An existing file stays (two
 * processes that start together agree on the first).
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

/** The name must survive a power loss too: without the key, encrypted values are lost. */
function syncFolder(path: string): void {
  const folder = openSync(path, 'r');
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}
