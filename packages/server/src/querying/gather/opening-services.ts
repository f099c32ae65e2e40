import type { HasEngine } from '../../engine/tasks/engine-tasks.ts';
import type { EmbeddingServices } from '../../indexing/index-services.ts';
import type { ReadServices } from '../../reading/read-services.ts';
import type { HasSearch } from '../../search/worker/search-tasks.ts';

/** Services that find the files and the search hits that a query reads. */
export type OpeningServices = ReadServices & EmbeddingServices & HasEngine & HasSearch;
