import type { HasSettings } from '../config/settings.ts';
import type { HasEmbeddingOrigins } from '../embeddings/embedding-origins.ts';
import type { HasLocalModels } from '../embeddings/local/local-models.ts';
import type { HasEmbedder, HasSystemProviders } from '../embeddings/provider.ts';
import type { HasFiles } from '../engine/engine.ts';
import type { HasClock } from '../kernel/clock.ts';
import type { HasLog } from '../kernel/log.ts';
import type { HasMetadata } from '../metadata/open-metadata.ts';
import type { HasSearch } from '../search/worker/search-tasks.ts';
import type { HasVault } from '../secrets/secret-vault.ts';

/** Services to embed texts. */
export type EmbeddingServices = HasClock &
  HasEmbedder &
  HasEmbeddingOrigins &
  HasLocalModels &
  HasMetadata &
  HasSettings &
  HasSystemProviders &
  HasVault;

/** Services to build segments of indexes. */
export type SegmentServices = EmbeddingServices & HasFiles & HasLog & HasSearch;
