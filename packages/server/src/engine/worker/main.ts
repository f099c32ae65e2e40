/** The entry of a worker process; `pool.ts` forks it. */
import { macroCatalog, macroStatements } from '../../plan/hotsql/macros.ts';
import { engineTasks } from '../tasks/registry.ts';
import { runWorker } from './run-worker.ts';

runWorker(engineTasks, { catalogs: [macroCatalog], statements: macroStatements });
