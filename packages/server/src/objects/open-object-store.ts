import { join, resolve } from 'node:path';
import type { Clock } from '../kernel/clock.ts';
import { DiskStore } from './disk-store.ts';
import type { ObjectStore } from './object-store.ts';
import { parseObjectsUrl } from './parse-objects-url.ts';
import type { ReceivePut } from './receive-put.ts';

export interface ObjectStoreOptions {
  /** QUERN_OBJECTS_URL, see `parseObjectsUrl`. */
  readonly url: string;
  readonly dataDir: string;
  /** QUERN_CACHE_BYTES: bound of the local read cache of an S3 store. */
  readonly cacheBytes: number;
  /** The service's secret key; upload URLs are signed with a key derived from it. */
  readonly secretKey: Uint8Array;
  /** Former secret keys: URLs signed with a former key are still accepted. */
  readonly formerKeys?: readonly Uint8Array[];
  readonly clock: Clock;
}

/**
 * `receivePut` is present if the service itself serves upload URLs: below `signedPath` of
 * `signed-urls.ts`.
 */
export type OpenedObjectStore = ObjectStore & { readonly receivePut?: ReceivePut };

/**
 * Opens the store that `url` names. Folders are created; a bucket must exist. Throws an Error for a
 * bad url.
 */
export async function openObjectStore(options: ObjectStoreOptions): Promise<OpenedObjectStore> {
  const { dataDir, cacheBytes, secretKey, formerKeys = [], clock } = options;
  const location = parseObjectsUrl(options.url, dataDir);
  if (location.kind === 's3') {
    // Loading the SDK takes 350 ms and 15 MB, which a service on disk need not spend.
    const { S3Store } = await import('./s3-store.ts');
    return S3Store.open({ location, cacheDir: join(dataDir, 'cache'), cacheBytes, clock });
  }
  const { objectsDir } = location;
  // A folder of the operator's choice may be a separate mount; renames need the spool on the same
  // file system.
  const isOurs = objectsDir === resolve(dataDir, 'objects');
  const spoolDir = isOurs ? resolve(dataDir, 'spool', 'objects') : join(objectsDir, '.spool');
  return DiskStore.open({ objectsDir, spoolDir, secretKey, formerKeys, clock });
}
