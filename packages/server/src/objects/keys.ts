import { newObjectName } from '../kernel/ids.ts';
import { invariant } from '../kernel/invariant.ts';

/**
 * What begins the keys of each kind of object; what collects them has a row for each
 * (maintenance/collect-objects.ts).
 */
export const objectPrefixes = {
  lakes: 'lakes/',
  indexes: 'indexes/',
  results: 'results/',
  uploads: 'uploads/',
} as const;
export type ObjectKind = keyof typeof objectPrefixes;

/** Where presigned PUTs wait until they are accepted: `incoming/<key>`. */
export const incomingPrefix = 'incoming/';

export const indexPrefix = (lakeId: string) => `${objectPrefixes.indexes}${lakeId}/`;
export const lakePrefix = (lakeId: string) => `${objectPrefixes.lakes}${lakeId}/`;
export const resultPrefix = (workspaceId: string) => `${objectPrefixes.results}${workspaceId}/`;

/** Says which metadata the store belongs to. Beside the objects, and none of them. */
export const storeMarkKey = 'quern-store.json';

/** Where a node writes a little to see whether it can; of no other use. */
export const probePrefix = 'quern-probe-';

const id = (prefix: string) => `${prefix}[0-9a-z]{26}`;
const objectName = '[0-9a-z]{26}';
const uploadObject = `uploads/${id('upld')}-${objectName}\\.bin`;
/** Every form of key that the functions below make. */
const ownKeys = new RegExp(
  `^(lakes/${id('conn')}/${objectName}\\.parquet|indexes/${id('conn')}/${objectName}\\.(segment|parquet)|results/${id('work')}/[0-9a-z]{2}/${id('rslt')}-${objectName}\\.parquet|` +
    `${uploadObject}|incoming/${uploadObject}(/[^/]+)?)$`,
);

/**
 * Whether the key is one that this program makes. A prefix of the same bucket below `lakes/` or
 * `results/` may be somebody else's, another service of the same kind among them: the keys of its
 * objects are longer, and never taken for these.
 */
export const isOwnKey = (key: string) => ownKeys.test(key);

/** A new data or delete file of a lake. Each call gives another key that nobody can guess. */
export function lakeFileKey(lakeId: string): string {
  return safe(`${lakePrefix(lakeId)}${newObjectName()}.parquet`);
}

/**
 * A new data or delete file of a lake whose bytes the metadata keep. No object store has an object
 * of such a key.
 */
export function smallFileKey(lakeId: string): string {
  return safe(`${lakePrefix(lakeId)}${newObjectName()}${smallFileEnd}`);
}

const smallFileEnd = '.small';
export const isSmallFileKey = (key: string) => key.endsWith(smallFileEnd);

/**
 * What was built of one data file for an index; `lakeId` is the lake whose index it was built for
 * first.
 */
export function indexFileKey(lakeId: string, form: 'segment' | 'parquet'): string {
  return safe(`${indexPrefix(lakeId)}${newObjectName()}.${form}`);
}

/** The bytes of an upload. */
export function uploadKey(uploadId: string): string {
  return safe(`${objectPrefixes.uploads}${uploadId}-${newObjectName()}.bin`);
}

/**
 * A stored result. The folder in between is two random characters, at most 1,296 of them a
 * workspace: a workspace keeps a result for every query of a week, and listing must not sort
 * millions of names at once.
 */
export function resultKey(workspaceId: string, resultId: string): string {
  const name = newObjectName();
  return safe(`${resultPrefix(workspaceId)}${name.slice(0, 2)}/${resultId}-${name}.parquet`);
}

const maxKeyLength = 200;

/**
 * Throws unless `key` is a relative path of segments [A-Za-z0-9._-] that do not begin with a dot,
 * at most 200 characters in all (with slashes replaced it is still a file name). Every store checks
 * every key.
 */
export function assertSafeKey(key: string): void {
  const isSafe =
    key.length <= maxKeyLength &&
    /^[A-Za-z0-9_-][A-Za-z0-9._-]*(\/[A-Za-z0-9_-][A-Za-z0-9._-]*)*$/.test(key);
  invariant(isSafe, 'an object key is a path of safe segments');
}

function safe(key: string): string {
  assertSafeKey(key);
  return key;
}
