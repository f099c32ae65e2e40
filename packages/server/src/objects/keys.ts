import { newObjectName } from '../kernel/ids.ts';
import { invariant } from '../kernel/invariant.ts';

/**
 * Key prefixes per kind of object; the collection has a row for each
 * (maintenance/collect-objects.ts).
 */
export const objectPrefixes = {
  lakes: 'lakes/',
  indexes: 'indexes/',
  results: 'results/',
  uploads: 'uploads/',
} as const;
export type ObjectKind = keyof typeof objectPrefixes;

/** Prefix of presigned PUTs before acceptance: `incoming/<key>`. */
export const incomingPrefix = 'incoming/';

export const indexPrefix = (lakeId: string) => `${objectPrefixes.indexes}${lakeId}/`;
export const lakePrefix = (lakeId: string) => `${objectPrefixes.lakes}${lakeId}/`;
export const resultPrefix = (workspaceId: string) => `${objectPrefixes.results}${workspaceId}/`;

/** The object with the store's metadata, stored outside the objects. */
export const storeMarkKey = 'quern-store.json';

/** Prefix of files by which a node tests that the store is writable. */
export const probePrefix = 'quern-probe-';

const id = (prefix: string) => `${prefix}[0-9a-z]{26}`;
const objectName = '[0-9a-z]{26}';
const uploadObject = `uploads/${id('upld')}-${objectName}\\.bin`;
/** All forms of keys made by the functions below. */
const ownKeys = new RegExp(
  `^(lakes/${id('conn')}/${objectName}\\.parquet|indexes/${id('conn')}/${objectName}\\.(segment|parquet)|results/${id('work')}/[0-9a-z]{2}/${id('rslt')}-${objectName}\\.parquet|` +
    `${uploadObject}|incoming/${uploadObject}(/[^/]+)?)$`,
);

/**
 * True for a key in this program's form. The same bucket may contain foreign objects below `lakes/`
 * or `results/`, even of another service of the same kind: their keys are longer, and never match.
 */
export const isOwnKey = (key: string) => ownKeys.test(key);

/** A new data or delete file of a lake; each call returns a different, unguessable key. */
export function lakeFileKey(lakeId: string): string {
  return safe(`${lakePrefix(lakeId)}${newObjectName()}.parquet`);
}

/**
 * A new data or delete file of a lake with its bytes in the metadata. No object store has an object
 * of such a key.
 */
export function smallFileKey(lakeId: string): string {
  return safe(`${lakePrefix(lakeId)}${newObjectName()}${smallFileEnd}`);
}

const smallFileEnd = '.small';
export const isSmallFileKey = (key: string) => key.endsWith(smallFileEnd);

/** An index object of one data file; `lakeId` is the lake of the first build. */
export function indexFileKey(lakeId: string, form: 'segment' | 'parquet'): string {
  return safe(`${indexPrefix(lakeId)}${newObjectName()}.${form}`);
}

/** The bytes of an upload. */
export function uploadKey(uploadId: string): string {
  return safe(`${objectPrefixes.uploads}${uploadId}-${newObjectName()}.bin`);
}

/**
 * A stored result. The folder in the key has two random characters, at most 1,296 folders per
 * workspace: a workspace stores a result for every query of a week, and a listing must not sort
 * millions of names at once.
 */
export function resultKey(workspaceId: string, resultId: string): string {
  const name = newObjectName();
  return safe(`${resultPrefix(workspaceId)}${name.slice(0, 2)}/${resultId}-${name}.parquet`);
}

const maxKeyLength = 200;

/**
 * Throws unless `key` is a relative path of segments [A-Za-z0-9._-] without leading dots, at most
 * 200 characters in all (with slashes replaced, the key is still a file name). Every store checks
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
