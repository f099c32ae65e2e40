import type { HasEngine } from '../../engine/tasks/engine-tasks.ts';
import type { EmbeddingServices } from '../../indexing/index-services.ts';
import type { ReadServices } from '../../reading/read-services.ts';
import type { HasSearch } from '../../search/worker/search-tasks.ts';

/** Services that find the files and search hits of a query. */
export type OpeningServices = ReadServices & EmbeddingServices & HasEngine & HasSearch;
