import { parseSql } from './parse-sql.ts';
import { runQuery } from './run-query.ts';

/** Every task a worker can run, by the name the pool is asked with. Add a task here and nowhere else. */
export const engineTasks = {
  parseSql,
  runQuery,
};

export type EngineTasks = typeof engineTasks;
