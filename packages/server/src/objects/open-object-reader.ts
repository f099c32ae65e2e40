import { createReadStream } from 'node:fs';
import { lstat, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { systemClock } from '../kernel/clock.ts';
import { nullIfMissing } from './file-errors.ts';
import { assertSafeKey } from './keys.ts';
import type { LocalFile } from './object-store.ts';
import { parseObjectsUrl } from './parse-objects-url.ts';

/**
 * Reads a store next to a running service: nothing in the store and in the service's folders is
 * made or changed.
 */
export interface ObjectReader {
  /** The object's size, or null if the object is missing. */
  size(key: string): Promise<number | null>;
  read(key: string): Promise<Readable>;
  localFile(key: string): Promise<LocalFile>;
  close(): Promise<void>;
}

export interface ObjectReaderOptions {
  readonly url: string;
  readonly dataDir: string;
  readonly cacheBytes: number;
}

export async function openObjectReader({
  url,
  dataDir,
  cacheBytes,
}: ObjectReaderOptions): Promise<ObjectReader> {
  const location = parseObjectsUrl(url, dataDir);
  if (location.kind === 'file') return diskReader(location.objectsDir);
  const { S3Store } = await import('./s3-store.ts');
  const cacheDir = await mkdtemp(join(tmpdir(), 'quern-check-'));
  const store = await S3Store.open({ location, cacheDir, cacheBytes, clock: systemClock });
  return {
    size: async (key) => (await store.head(key))?.sizeBytes ?? null,
    read: (key) => store.read(key),
    localFile: (key) => store.localFile(key),
    async close() {
      await store.close();
      await rm(cacheDir, { recursive: true, force: true });
    },
  };
}

function diskReader(objectsDir: string): ObjectReader {
  const pathOf = (key: string) => {
    assertSafeKey(key);
    return join(objectsDir, key);
  };
  const size = async (key: string) => {
    const found = await nullIfMissing(lstat(pathOf(key)));
    return found?.isFile() ? found.size : null;
  };
  return {
    size,
    read: async (key) => createReadStream(pathOf(key)),
    localFile: async (key) => ({
      path: pathOf(key),
      sizeBytes: (await size(key)) ?? 0,
      release: () => {},
    }),
    close: async () => {},
  };
}
