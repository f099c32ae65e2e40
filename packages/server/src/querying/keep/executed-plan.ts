import type { AskedReply } from '../../engine/engine.ts';
import type { EngineTasks } from '../../engine/tasks/engine-tasks.ts';

/** The reply to an executed plan. `result` is present if the rows are not in the reply. */
export type ExecutedPlan = AskedReply<EngineTasks['executeQuery']>;
