/**
 * PostgreSQL's functions as HotSQL offers them, each compared with a real PostgreSQL 18 by the differential test. A name
 * of PostgreSQL's that is not here is refused, also where DuckDB has a function of that name: it may mean something else.
 */
import { duckdbOnlyNames } from '../duckdb/function-lists.ts';
import { aggregateRules, windowRules } from './aggregate-rules.ts';
import { dateRules } from './date-rules.ts';
import { numberRules } from './number-rules.ts';
import type { FunctionRule } from './rule.ts';
import { textRules } from './text-rules.ts';

export type { Call, FunctionRule } from './rule.ts';

export const callRules: ReadonlyMap<string, FunctionRule> = new Map([
  ...Object.entries(numberRules),
  ...Object.entries(textRules),
  ...Object.entries(dateRules),
  ...Object.entries(aggregateRules),
  ...Object.entries(windowRules),
]);

/** Every function that HotSQL takes, for suggestions and SHOW FUNCTIONS. */
export function ruleNames(): readonly string[] {
  return [...callRules.keys(), 'generate_series', 'unnest', ...duckdbOnlyNames()].sort();
}
