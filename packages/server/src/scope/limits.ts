/**
 * Limits that are no settings: of the contract, or of what the stores can take. Settings hold the
 * others.
 */

export { maxSqlBytes } from '../kernel/size-limits.ts';

const MiB = 2 ** 20;
const GiB = 2 ** 30;

/** S3's limits, which the clients plan with (docs/contract/limits.md#uploads); the same on disk. */
export const uploadParts = {
  minBytes: 5 * MiB,
  maxBytes: 5 * GiB,
  maxCount: 10_000,
  /** Without a hint; the official clients' own choice. */
  defaultBytes: 8 * MiB,
  /** Part URLs of one mint call (docs/contract/limits.md#uploads). */
  maxMinted: 100,
} as const;

/** Inline CSV text of a load (docs/contract/limits.md#loads), UTF-8 bytes. */
export const maxInlineBytes = 2 * MiB;

/** A JSON request body; SQL of the largest size fits, escaped. */
export const maxBodyBytes = 8 * MiB;

/**
 * The body of a load: inline data of the largest size fits however it is escaped (6 bytes for one).
 */
export const maxLoadBodyBytes = 13 * MiB;

/** A body that comes without a credential: a token and its names. */
export const maxOpenBodyBytes = 4 * 1024;

/**
 * Inline answers that clients of one workspace, or all clients, have not read: beyond, no query is
 * begun.
 */
export const maxUnreadWorkspaceBytes = 64 * MiB;
export const maxUnreadBytes = 128 * MiB;

/** A client that takes nothing of its answer for so long is given up. */
export const stalledClientMs = 60_000;

/**
 * SQL text of one page of query runs, or of versions of a saved query; the page ends earlier then.
 */
export const maxTextPageBytes = 8 * MiB;

/**
 * Of a saved query (docs/contract/limits.md#saved-query), in characters; of `table_size_override`
 * too.
 */
export const savedQueryLimits = {
  nameLength: 255,
  descriptionLength: 10_000,
  tags: 50,
  tagLength: 100,
  overrideLength: 100,
} as const;

/** Labels of databases and names of connections; a label is no identifier. */
export const maxNameLength = 1024;

/**
 * A context document (docs/contract/limits.md#database), in characters; and those of one database,
 * which one answer lists.
 */
export const maxContextLength = 512_000;
export const maxContextsLength = 32 * maxContextLength;
export const maxContexts = 1_000;

/** Catalogs attached to one database: every query of it reads their heads. */
export const maxAttachments = 100;

/**
 * Results whose Parquet file is at most so large are kept in the metadata. It bounds what one query
 * adds to the metadata: 2,000 rows of four columns take about 15 KiB.
 */
export const maxInlineResultBytes = 32 * 1024;

/**
 * The value of a secret, in characters: a service account's key file has 2,500. And the secrets of
 * one workspace.
 */
export const maxSecretLength = 65_536;
export const maxSecrets = 10_000;

/** Embedding providers of one workspace, which one answer lists. */
export const maxEmbeddingProviders = 100;
