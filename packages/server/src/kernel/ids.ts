import { randomFillSync } from 'node:crypto';

/** Prefixes of the wire's opaque ids (docs/contract/ids-and-paging.md#ids). */
export const idPrefixes = {
  organization: 'orgn',
  workspace: 'work',
  token: 'tokn',
  connection: 'conn',
  database: 'dbid',
  /**
   * A batch's id has no prefix. The labels of its databases contain the id's first 6 characters,
   * which must distinguish batches (docs/contract/databases.md#batch-labels).
   */
  batch: '',
  upload: 'upld',
  table: 'tabl',
  tableVersion: 'tver',
  manifest: 'mnfs',
  index: 'indx',
  indexDefinition: 'idxd',
  queryRun: 'qrun',
  result: 'rslt',
  savedQuery: 'svqr',
  sqlText: 'snap',
  secret: 'secr',
  embeddingProvider: 'embp',
  job: 'jobq',
  node: 'node',
  store: 'stor',
  discovery: 'disc',
  request: 'rqst',
  user: 'user_',
} as const;

export type IdKind = keyof typeof idPrefixes;

const lowerAlphabet = '0123456789abcdefghijklmnopqrstuvwxyz';
const base62Alphabet = `${lowerAlphabet}ABCDEFGHIJKLMNOPQRSTUVWXYZ`;

/**
 * Random bytes for many texts, each byte used once. A request for the bytes of one text takes 3 µs,
 * and a query has four ids.
 */
const randomPool = new Uint8Array(4096);
let poolAt = randomPool.length;

function nextByte(): number {
  if (poolAt === randomPool.length) {
    randomFillSync(randomPool);
    poolAt = 0;
  }
  const byte = randomPool[poolAt] ?? 0;
  // A used byte may be part of a secret, and is erased.
  randomPool[poolAt] = 0;
  poolAt += 1;
  return byte;
}

/**
 * `length` characters of `alphabet`, uniformly random (bytes that would bias the choice are
 * discarded).
 */
export function randomText(length: number, alphabet: string): string {
  const limit = 256 - (256 % alphabet.length);
  let text = '';
  while (text.length < length) {
    const byte = nextByte();
    if (byte < limit) text += alphabet[byte % alphabet.length];
  }
  return text;
}

/** A new id: the kind's prefix and 26 characters [0-9a-z], 134 bits of randomness. */
export function newId(kind: IdKind): string {
  return idPrefixes[kind] + randomText(26, lowerAlphabet);
}

/** An opaque secret of 256 bits or more: `prefix` and 43 base62 characters. */
export function newSecret(prefix: string): string {
  return prefix + randomText(43, base62Alphabet);
}

/** 26 random characters for unguessable object keys. */
export function newObjectName(): string {
  return randomText(26, lowerAlphabet);
}
