import type { HasStopping } from '../../kernel/stopping.ts';
import type { HasNodeId } from '../../metadata/nodes.ts';
import type { OpeningServices } from '../gather/opening-services.ts';
import type { HasReuse } from '../keep/result-reuse.ts';
import type { HasStoreHealth } from '../keep/store-health.ts';
import type { HasRunningQueries } from './running-queries.ts';
import type { HasTextsOverMemory } from './texts-over-memory.ts';

/** Services that execute a planned query. */
export type ExecutionServices = OpeningServices &
  HasStopping &
  HasNodeId &
  HasReuse &
  HasRunningQueries &
  HasStoreHealth &
  HasTextsOverMemory;
