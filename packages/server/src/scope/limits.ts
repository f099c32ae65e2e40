/** Limits from the contract and from the stores. All other limits are settings. */

export { maxSqlBytes } from '../kernel/size-limits.ts';

const MiB = 2 ** 20;
const GiB = 2 ** 30;

/**
 * S3's limits, which clients use for planning (docs/contract/limits.md#uploads); also used on disk.
 */
export const uploadParts = {
  minBytes: 5 * MiB,
  maxBytes: 5 * GiB,
  maxCount: 10_000,
  /** The size without a hint, the same as in the official clients. */
  defaultBytes: 8 * MiB,
  /** Part URLs per mint call (docs/contract/limits.md#uploads). */
  maxMinted: 100,
} as const;

/** Inline CSV text of a load (docs/contract/limits.md#loads), UTF-8 bytes. */
export const maxInlineBytes = 2 * MiB;

/** A JSON request body: SQL of maximum size fits, escaped. */
export const maxBodyBytes = 8 * MiB;

/** The body of a load. Inline data of maximum size fits with any escaping (6 bytes per byte). */
export const maxLoadBodyBytes = 13 * MiB;

/** A body without a credential in the header: a token and its names. */
export const maxOpenBodyBytes = 4 * 1024;

/**
 * Unread bytes of inline answers, for one workspace and for all. Above the limit no query begins.
 */
export const maxUnreadWorkspaceBytes = 64 * MiB;
export const maxUnreadBytes = 128 * MiB;

/** A client that reads nothing of an answer for this long is disconnected. */
export const stalledClientMs = 60_000;

/**
 * SQL text of one page of query runs, or of versions of a saved query; a larger page ends earlier.
 */
export const maxTextPageBytes = 8 * MiB;

/**
 * Limits of a saved query in characters (docs/contract/limits.md#saved-query), also of
 * `table_size_override`.
 */
export const savedQueryLimits = {
  nameLength: 255,
  descriptionLength: 10_000,
  tags: 50,
  tagLength: 100,
  overrideLength: 100,
} as const;

/** Labels of databases and names of connections; labels are not identifiers. */
export const maxNameLength = 1024;

/**
 * A context document in characters (docs/contract/limits.md#database), and all documents of a
 * database, listed in a single answer.
 */
export const maxContextLength = 512_000;
export const maxContextsLength = 32 * maxContextLength;
export const maxContexts = 1_000;

/** Catalogs attached to a database: every query reads their heads. */
export const maxAttachments = 100;

/**
 * Results with a Parquet file of at most this size are stored in the metadata. The limit bounds the
 * metadata written by one query: 2,000 rows of four columns take about 15 KiB.
 */
export const maxInlineResultBytes = 32 * 1024;

/** Characters of a secret's value (a service account's key file: 2,500); secrets per workspace. */
export const maxSecretLength = 65_536;
export const maxSecrets = 10_000;

/** Embedding providers per workspace; a single answer lists all. */
export const maxEmbeddingProviders = 100;
