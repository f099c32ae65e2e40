/** The entry of a worker process; `pool.ts` forks it. */
import { hotsqlFixtures } from '../hotsql-fixtures.ts';
import { engineTasks } from '../tasks/registry.ts';
import { runWorker } from './run-worker.ts';

runWorker(engineTasks, hotsqlFixtures);
