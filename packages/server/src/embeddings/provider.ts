import type { HostRules } from '../sources/host-rules.ts';
import type { LocalModel } from './local/local-models.ts';
import type { PreferredMetric } from './read-provider-config.ts';

/** A provider that speaks the OpenAI embeddings API. */
export interface ServiceConfig {
  /** Without a slash at its end: `<baseUrl>/embeddings` is what is asked. */
  readonly baseUrl: string;
  readonly model: string;
  /** Asked of the service where given: models that can shorten their vectors do. */
  readonly dimensions: number | null;
  /** Texts of one request, at most. */
  readonly batchSize: number;
  readonly requestsPerMinute: number | null;
  readonly metric: PreferredMetric;
}

/** A model on the service's own machine. What is null is as the model's folder says. */
export interface LocalConfig {
  /** Its folder, below the operator's folder of models. */
  readonly model: string;
  /** Checked where given: a model has the dimensions that it has. */
  readonly dimensions: number | null;
  /** Texts that go through the model together, at most. */
  readonly batchSize: number;
  /** What of a text is longer is not seen. */
  readonly maxTokens: number | null;
  readonly pooling: 'mean' | 'cls' | null;
  readonly normalize: boolean | null;
  readonly metric: PreferredMetric;
}

/** A provider that the operator gives to every workspace (QUERN_EMBEDDING_PROVIDERS). */
export type SystemProvider = SystemIdentity & (SystemService | SystemLocal);

interface SystemIdentity {
  /** `sys_emb_<name>`. */
  readonly id: string;
  readonly name: string;
  /** As it is shown. */
  readonly config: Readonly<Record<string, unknown>>;
  /** When the service started. */
  readonly since: number;
}

interface SystemService {
  readonly kind: 'service';
  readonly service: ServiceConfig;
  readonly apiKey: string | null;
}

interface SystemLocal {
  readonly kind: 'local';
  readonly local: LocalConfig;
}

/**
 * Everything that the process which embeds needs to know; it goes to that process and nowhere else.
 */
export type EmbeddingTarget = ServiceTarget | LocalTarget;

export interface TargetIdentity {
  readonly providerId: string;
  /** Whose it is; null: the operator's, for all. */
  readonly workspaceId: string | null;
  readonly name: string;
}

export interface LocalTarget extends TargetIdentity {
  readonly kind: 'local';
  readonly config: LocalConfig;
  readonly model: LocalModel;
}

export interface ServiceTarget extends TargetIdentity {
  readonly kind: 'service';
  readonly config: ServiceConfig;
  readonly apiKey: string | null;
  /** Which addresses the host of `baseUrl` may have. */
  readonly rules: HostRules;
}

export interface EmbeddedTexts {
  /** One after the other, in the order of the texts. */
  readonly vectors: Float32Array;
  readonly dimensions: number;
  /** As the service counted; 0 where it says nothing. */
  readonly tokens: number;
}

/** Some of the texts that were asked for, embedded together. */
export interface EmbeddedPart extends EmbeddedTexts {
  /** Of its texts, among those that were asked for. */
  readonly places: readonly number[];
}

export interface EmbedOptions {
  readonly signal: AbortSignal;
  /** Milliseconds for all of it, retries and waits included. */
  readonly deadlineMs: number;
  /** Told of each batch as it succeeds: it was paid for, whatever becomes of the others. */
  readonly onPart?: (part: EmbeddedPart) => void;
}

/** Vectors for texts, none of which is empty. Throws EmbeddingErrors. */
export interface Embedder {
  embed(
    target: EmbeddingTarget,
    texts: readonly string[],
    options: EmbedOptions,
  ): Promise<EmbeddedTexts>;
  stats(): EmbeddingCounts;
}

/** What providers were asked since the start; `workers` are the processes that there are now. */
export interface EmbeddingCounts {
  readonly workers: number;
  readonly texts: number;
  /** As the providers counted. */
  readonly tokens: number;
  /** Requests for texts that failed. */
  readonly failures: number;
}

/** Asks embedding providers, in processes of their own. */
export interface HasEmbedder {
  readonly embedder: Embedder;
}

/** Providers of the configuration, by name. */
export interface HasSystemProviders {
  readonly systemProviders: readonly SystemProvider[];
}
