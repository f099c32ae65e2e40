import type { HasEngine } from '../engine/tasks/engine-tasks.ts';
import type { SegmentServices } from '../indexing/index-services.ts';
import type { HasLakes } from '../lake/lake-catalogs.ts';
import type { HasTurns } from '../locking/turns.ts';
import type { HasLocks } from '../metadata/locks.ts';
import type { HasNodeId } from '../metadata/nodes.ts';
import type { HasObjects } from '../objects/object-store.ts';
import type { HasDamage } from '../reading/damage-tally.ts';

/** Services to rewrite the files of a table. */
export type CompactionServices = SegmentServices &
  HasDamage &
  HasEngine &
  HasLakes &
  HasLocks &
  HasNodeId &
  HasObjects;

/** Services to load rows into a table. */
export type LoadServices = CompactionServices & HasTurns;
