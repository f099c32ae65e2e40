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

/**
 * What a key must look like, wherever it comes from: a file that was cut short or emptied does not.
 */
const keyText = /^[!-~]{32,}$/;

/** The text of a new key: 256 bits. */
export function newSecretKey(): string {
  return randomBytes(32).toString('hex');
}

/**
 * The text of the service's secret key: from QUERN_SECRET_KEY, else from `<data dir>/secret.key`;
 * null where there is neither. Throws an Error with a sentence where the file holds no key.
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

/**
 * Keeps a key in `<data dir>/secret.key`, which only the owner may read; a file that is there
 * already stays.
 */
export function keepSecretKey(dataDir: string, text: string): void {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  writePrivateFile(keyPath(dataDir), `${text}\n`);
}

/** Takes away a file that holds no key. */
export function removeSecretKey(dataDir: string): void {
  rmSync(keyPath(dataDir), { force: true });
}

/** The key itself. Who needs one for a purpose derives it (`deriveKey`). */
export function secretKeyOf(text: string): Uint8Array {
  return createHash('sha256').update(text).digest();
}

/** Tells a key from another one; nothing of the key can be found from it. */
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
 * Writes a file that only the owner may read, whole or not at all; a file that is there already is
 * kept (two processes that start together agree on the first).
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
