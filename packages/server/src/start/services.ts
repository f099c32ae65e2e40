import type { HasSettings } from '../config/settings.ts';
import type { HasEmbeddingOrigins } from '../embeddings/embedding-origins.ts';
import type { HasLocalModels } from '../embeddings/local/local-models.ts';
import type { HasEmbedder, HasSystemProviders } from '../embeddings/provider.ts';
import type { HasFiles } from '../engine/engine.ts';
import type { HasEngine } from '../engine/tasks/engine-tasks.ts';
import type { HasPlanner } from '../engine/tasks/planner-tasks.ts';
import type { HasRemembered } from '../finding/remembered-rows.ts';
import type { HasJobs } from '../jobs/job-store.ts';
import type { HasJobWaits } from '../jobs/wait-for-job.ts';
import type { HasClock } from '../kernel/clock.ts';
import type { HasLog } from '../kernel/log.ts';
import type { HasStopping } from '../kernel/stopping.ts';
import type { HasLakes } from '../lake/lake-catalogs.ts';
import type { HasTurns } from '../locking/turns.ts';
import type { HasLocks } from '../metadata/locks.ts';
import type { HasNodeId, HasNodes } from '../metadata/nodes.ts';
import type { HasMetadata } from '../metadata/open-metadata.ts';
import type { HasObjects } from '../objects/object-store.ts';
import type { HasJsonBudget } from '../operations/results/json-budget.ts';
import type { HasEnded } from '../querying/keep/ended-lists.ts';
import type { HasReuse } from '../querying/keep/result-reuse.ts';
import type { HasStoreHealth } from '../querying/keep/store-health.ts';
import type { HasRunningQueries } from '../querying/run/running-queries.ts';
import type { HasTextsOverMemory } from '../querying/run/texts-over-memory.ts';
import type { HasQueryPlans } from '../querying/understand/planned-query.ts';
import type { HasDamage } from '../reading/damage-tally.ts';
import type { HasDeadlyReads } from '../reading/deadly-reads.ts';
import type { HasShortLivedTokens } from '../scope/short-lived-tokens.ts';
import type { HasSignInCodes } from '../scope/sign-in-codes.ts';
import type { HasSearch } from '../search/worker/search-tasks.ts';
import type { HasVault } from '../secrets/secret-vault.ts';
import type { HasSources } from '../sources/source.ts';

/** All services of a process. Only the composition knows all of them. */
export type Services = HasClock &
  HasDamage &
  HasDeadlyReads &
  HasEmbedder &
  HasEmbeddingOrigins &
  HasEnded &
  HasEngine &
  HasFiles &
  HasJobWaits &
  HasJobs &
  HasJsonBudget &
  HasLakes &
  HasLocalModels &
  HasLocks &
  HasLog &
  HasMetadata &
  HasNodeId &
  HasNodes &
  HasObjects &
  HasPlanner &
  HasQueryPlans &
  HasRemembered &
  HasReuse &
  HasRunningQueries &
  HasSearch &
  HasSettings &
  HasShortLivedTokens &
  HasSignInCodes &
  HasSources &
  HasStopping &
  HasStoreHealth &
  HasSystemProviders &
  HasTextsOverMemory &
  HasTurns &
  HasVault;
