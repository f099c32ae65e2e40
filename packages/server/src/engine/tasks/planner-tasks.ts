import type { Engine } from '../engine.ts';
import { parseSql } from './parse-sql.ts';
import { planSql } from './plan-sql.ts';

/**
 * Every task that a planner process can run. Apart from the others: neither kind of process loads
 * what it does not use, which is a quarter of its start.
 */
export const plannerTasks = { parseSql, planSql };

export type PlannerTasks = typeof plannerTasks;

/** Parses and translates SQL: short work that must not wait behind queries. */
export interface HasPlanner {
  readonly planner: Engine<PlannerTasks>;
}
