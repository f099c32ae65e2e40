/** The entry of a worker process of the main pool; `pool.ts` forks it. */

import { engineTasks } from '../tasks/engine-tasks.ts';
import { hotsqlFixtures } from './hotsql-fixtures.ts';
import { runWorker } from './run-worker.ts';

runWorker(engineTasks, hotsqlFixtures);
