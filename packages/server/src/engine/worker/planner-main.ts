/**
 * The entry of a planner process; `pool.ts` forks it. It parses and binds nothing, so it needs no
 * functions of HotSQL's.
 */
import { plannerTasks } from '../tasks/planner-tasks.ts';
import { runWorker } from './run-worker.ts';

runWorker(plannerTasks);
