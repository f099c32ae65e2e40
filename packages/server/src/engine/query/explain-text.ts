import type { QueryCatalog } from './query-request.ts';
import { type PlanNode, type ShownOperator, shownOperators } from './shown-plan.ts';

/**
 * A plan as lines of text in PostgreSQL's manner: a column `QUERY PLAN`, children indented under
 * `->`.
 */
export function planLines(
  plan: PlanNode | readonly PlanNode[],
  catalogs: readonly QueryCatalog[],
): string[] {
  return [
    ...shownOperators(plan, catalogs).flatMap(operatorLines),
    ...catalogs.flatMap(indexLines),
  ];
}

/** An unexecuted plan names no files, and therefore no index of a read. */
function indexLines({ schemas }: QueryCatalog): string[] {
  const tables = schemas.flatMap((schema) => schema.tables);
  return tables.flatMap(({ name, index }) =>
    index === undefined ? [] : [`Index: ${index} of ${name}`],
  );
}

function operatorLines({ node, name, depth, table, details }: ShownOperator): string[] {
  const indent = '  '.repeat(depth * 3);
  const arrow = depth === 0 ? '' : `${indent.slice(4)}->  `;
  const scanned = table === null ? '' : ` ${table}`;
  const analysed =
    node.operator_cardinality === undefined
      ? ''
      : `  (actual rows=${node.operator_cardinality} time=${((node.operator_timing ?? 0) * 1000).toFixed(3)} ms)`;
  const lines = Object.entries(details).map(([key, value]) => `${indent}  ${key}: ${value}`);
  return [`${arrow}${name}${scanned}${analysed}`, ...lines];
}
