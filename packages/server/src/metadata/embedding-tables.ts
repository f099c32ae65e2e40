/** The metadata tables of embedding providers and of what they gave. */
import type { ColumnType } from 'kysely';

type Immutable<T> = ColumnType<T, T, never>;

export interface EmbeddingProviders {
  id: Immutable<string>;
  workspace_id: Immutable<string>;
  /** Unique within the workspace. */
  name: string;
  provider_type: Immutable<'local' | 'service'>;
  /** JSON, as it was given; null where none was. */
  config: string | null;
  /** JSON: the secret that holds the key, by `id` or by `name`; null where there is none. */
  secret: string | null;
  created_at: Immutable<number>;
  updated_at: number;
}

/** Vectors of texts by a digest of model and text, so that a text is embedded once. */
export interface EmbeddedTexts {
  workspace_id: Immutable<string>;
  key: Immutable<string>;
  /** Numbers of 32 bits, the least significant byte first. */
  vector: Immutable<Uint8Array>;
  size_bytes: Immutable<number>;
  used_at: number;
}

/** What providers were asked for a workspace in a minute. */
export interface EmbeddingUsage {
  workspace_id: Immutable<string>;
  /** First instant of the minute. */
  minute: Immutable<number>;
  text_count: number;
  /** As the providers counted. */
  token_count: number;
}
