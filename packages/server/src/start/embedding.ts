import type { Logger } from 'pino';
import type { Settings } from '../config/settings.ts';
import { EmbeddingOrigins } from '../embeddings/embedding-origins.ts';
import { LocalModels } from '../embeddings/local/local-models.ts';
import type { Embedder, EmbeddingCounts } from '../embeddings/provider.ts';
import { EmbeddingWorkers } from '../embeddings/worker/embedding-workers.ts';
import type { GaugeReading } from '../http/metrics.ts';
import type { HostRules } from '../sources/host-rules.ts';
import { readSystemProviders } from './system-providers.ts';

/**
 * The embedding services, with the origins that the operator approves. Throws an Error for
 * unreadable settings.
 */
export function createEmbedding(settings: Settings, rules: HostRules, log: Logger, now: number) {
  const systemProviders = readSystemProviders(settings.embeddingProviders, now);
  const ofSystem = systemProviders.flatMap((provider) =>
    provider.kind === 'service' ? new URL(provider.service.baseUrl).origin : [],
  );
  return {
    systemProviders,
    localModels: new LocalModels(settings.embeddingModels),
    embeddingOrigins: new EmbeddingOrigins({
      named: [...settings.embeddingOrigins, ...ofSystem],
      rules,
    }),
    embedder: new EmbeddingWorkers({
      workers: settings.embeddingWorkers,
      memoryBytes: settings.embeddingMemoryBytes,
      onEvent: (event) => log.warn({ event }, 'an embedding provider could not be asked'),
    }),
  };
}

/** Gauges of embedding providers for Prometheus. */
export function embeddingGauges({ embedder }: { readonly embedder: Embedder }): GaugeReading[] {
  const gauge = (what: keyof EmbeddingCounts, help: string): GaugeReading => ({
    name: `quern_embedding_${what}`,
    help,
    read: () => embedder.stats()[what],
  });
  return [
    gauge('workers', 'Processes that embed texts'),
    gauge('texts', 'Texts that providers embedded since the start'),
    gauge('tokens', 'Tokens that providers counted for them'),
    gauge('failures', 'Requests for texts that failed'),
  ];
}
