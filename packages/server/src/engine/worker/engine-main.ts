/** The entry of a main worker process, forked by `pool.ts`. */

import { engineTasks } from '../tasks/engine-tasks.ts';
import { hotsqlFixtures } from './hotsql-fixtures.ts';
import { runWorker } from './run-worker.ts';

runWorker(engineTasks, hotsqlFixtures);
