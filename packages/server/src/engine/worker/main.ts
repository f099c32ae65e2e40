/** The entry of a worker process; `pool.ts` forks it. */
import { engineTasks } from '../tasks/registry.ts';
import { workerFixtures } from './fixtures.ts';
import { runWorker } from './run-worker.ts';

runWorker(engineTasks, workerFixtures);
