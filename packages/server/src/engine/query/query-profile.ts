import type { QueryCatalog, QueryProfile } from './query-request.ts';
import { type PlanNode, shownOperators } from './shown-plan.ts';

/**
 * A query over a thousand tables has thousands of operators. The first in the list are nearest to
 * the result.
 */
const maxOperators = 1000;

export function profileOf(plan: PlanNode, catalogs: readonly QueryCatalog[]): QueryProfile {
  const shown = shownOperators(plan, catalogs);
  return {
    total_ms: milliseconds(plan.latency),
    peak_memory_bytes: plan.system_peak_buffer_memory ?? 0,
    spilled_bytes: plan.system_peak_temp_dir_size ?? 0,
    operators: shown.slice(0, maxOperators).map(({ node, name, parent, table, details }, id) => ({
      id,
      parent_id: parent,
      name,
      table,
      time_ms: milliseconds(node.operator_timing),
      rows: node.operator_cardinality ?? 0,
      bytes: node.result_set_size ?? 0,
      details,
    })),
    truncated: shown.length > maxOperators,
  };
}

/** Milliseconds, rounded to a microsecond. */
const milliseconds = (seconds = 0) => Math.round(seconds * 1e6) / 1000;
