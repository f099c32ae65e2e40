/**
 * The entry of a planner process, forked by `pool.ts`. A planner binds nothing, and needs no
 * functions of HotSQL.
 */
import { plannerTasks } from '../tasks/planner-tasks.ts';
import { runWorker } from './run-worker.ts';

runWorker(plannerTasks);
