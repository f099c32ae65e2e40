/** The metadata tables of embedding providers and their vectors. */
import type { ColumnType } from 'kysely';

type Immutable<T> = ColumnType<T, T, never>;

export interface EmbeddingProviders {
  id: Immutable<string>;
  workspace_id: Immutable<string>;
  /** Unique within the workspace. */
  name: string;
  provider_type: Immutable<'local' | 'service'>;
  /** JSON as the caller gave it; null if absent. */
  config: string | null;
  /** JSON: the secret of the key, by `id` or by `name`; null without a key. */
  secret: string | null;
  created_at: Immutable<number>;
  updated_at: number;
}

/** Vectors of texts by a digest of model and text, so a text is embedded once. */
export interface EmbeddedTexts {
  workspace_id: Immutable<string>;
  key: Immutable<string>;
  /** Numbers of 32 bits, the least significant byte first. */
  vector: Immutable<Uint8Array>;
  size_bytes: Immutable<number>;
  used_at: number;
}

/** Requests to providers for a workspace in one minute. */
export interface EmbeddingUsage {
  workspace_id: Immutable<string>;
  /** First instant of the minute. */
  minute: Immutable<number>;
  text_count: number;
  /** Tokens as counted by the providers. */
  token_count: number;
}
