import type { HostRules } from '../sources/host-rules.ts';
import type { LocalModel } from './local/local-models.ts';
import type { PreferredMetric } from './read-provider-config.ts';

/** A provider with the OpenAI embeddings API. */
export interface ServiceConfig {
  /** Without a final slash: requests go to `<baseUrl>/embeddings`. */
  readonly baseUrl: string;
  readonly model: string;
  /** Requested from the service if given, for models that can shorten vectors. */
  readonly dimensions: number | null;
  /** Maximum texts per request. */
  readonly batchSize: number;
  readonly requestsPerMinute: number | null;
  readonly metric: PreferredMetric;
}

/** A model on the service's machine. Null means the value of the model's folder. */
export interface LocalConfig {
  /** The model's folder, below the operator's folder of models. */
  readonly model: string;
  /** Checked if given: a model's dimensions are fixed. */
  readonly dimensions: number | null;
  /** Maximum texts per run of the model. */
  readonly batchSize: number;
  /** Tokens beyond this number are ignored. */
  readonly maxTokens: number | null;
  readonly pooling: 'mean' | 'cls' | null;
  readonly normalize: boolean | null;
  readonly metric: PreferredMetric;
}

/** A provider that the operator offers to every workspace (QUERN_EMBEDDING_PROVIDERS). */
export type SystemProvider = SystemIdentity & (SystemService | SystemLocal);

interface SystemIdentity {
  /** `sys_emb_<name>`. */
  readonly id: string;
  readonly name: string;
  /** The configuration as shown to users. */
  readonly config: Readonly<Record<string, unknown>>;
  /** Start time of the service. */
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

/** All facts for the embedding process, sent to no other process. */
export type EmbeddingTarget = ServiceTarget | LocalTarget;

export interface TargetIdentity {
  readonly providerId: string;
  /** The owner; null: the operator, for all workspaces. */
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
  /** Permitted addresses of the host in `baseUrl`. */
  readonly rules: HostRules;
}

export interface EmbeddedTexts {
  /** Vectors in sequence, in the order of the texts. */
  readonly vectors: Float32Array;
  readonly dimensions: number;
  /** As counted by the service; 0 if unknown. */
  readonly tokens: number;
}

/** Some of the requested texts, embedded together. */
export interface EmbeddedPart extends EmbeddedTexts {
  /** Positions of the texts in the request. */
  readonly places: readonly number[];
}

export interface EmbedOptions {
  readonly signal: AbortSignal;
  /** Time limit in milliseconds for the whole request, with retries and waits. */
  readonly deadlineMs: number;
  /** Called for each successful batch: the batch is paid for, whatever the fate of the others. */
  readonly onPart?: (part: EmbeddedPart) => void;
}

/** Vectors for non-empty texts. Throws EmbeddingErrors. */
export interface Embedder {
  embed(
    target: EmbeddingTarget,
    texts: readonly string[],
    options: EmbedOptions,
  ): Promise<EmbeddedTexts>;
  stats(): EmbeddingCounts;
}

/**
 * Counts of requests to providers since the start; `workers` is the present number of processes.
 */
export interface EmbeddingCounts {
  readonly workers: number;
  readonly texts: number;
  /** As counted by the providers. */
  readonly tokens: number;
  /** Failed requests for texts. */
  readonly failures: number;
}

/** Calls embedding providers, in separate processes. */
export interface HasEmbedder {
  readonly embedder: Embedder;
}

/** Providers of the configuration, by name. */
export interface HasSystemProviders {
  readonly systemProviders: readonly SystemProvider[];
}
