import type { HasPlanner } from '../engine/tasks/planner-tasks.ts';
import type { LoadServices } from '../loading/load-services.ts';
import type { OpeningServices } from '../querying/gather/opening-services.ts';
import type { HasQueryPlans } from '../querying/understand/planned-query.ts';

/** Services that perform statements that write. */
export type WritingServices = LoadServices & OpeningServices & HasQueryPlans & HasPlanner;
