import type { Engine } from '../engine.ts';
import { parseSql } from './parse-sql.ts';
import { planSql } from './plan-sql.ts';
import { readStatements } from './read-statements.ts';

/**
 * Every task of a planner process. The list is separate because neither kind of process should load
 * unused modules, a quarter of its start.
 */
export const plannerTasks = { parseSql, planSql, readStatements };

export type PlannerTasks = typeof plannerTasks;

/** Parses and translates SQL: short work that must not wait for queries. */
export interface HasPlanner {
  readonly planner: Engine<PlannerTasks>;
}
