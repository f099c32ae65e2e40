/**
 * The entry of a search worker; the pool forks the process. A search worker reads data files and
 * segments, writes segments, and has no network.
 */
import { runWorker } from '../../engine/worker/run-worker.ts';
import { searchTasks } from './search-tasks.ts';

runWorker(searchTasks);
