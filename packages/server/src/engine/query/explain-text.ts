/** A node of `EXPLAIN (FORMAT json)`, without and with ANALYZE. */
export interface PlanNode {
  readonly name?: string;
  readonly operator_name?: string;
  readonly operator_type?: string;
  readonly operator_cardinality?: number;
  /** Seconds. */
  readonly operator_timing?: number;
  readonly total_bytes_read?: number;
  readonly extra_info?: Readonly<Record<string, unknown>> | string;
  readonly children?: readonly PlanNode[];
}

/** What the plan says about where files are is not the caller's business. */
const hiddenKeys = /file/i;

/** A plan as lines of text in PostgreSQL's manner: a column `QUERY PLAN`, children indented under `->`. */
export function planLines(plan: string): string[] {
  const parsed: PlanNode | readonly PlanNode[] = JSON.parse(plan);
  const roots = 'length' in parsed ? parsed : (parsed.children ?? []);
  const lines: string[] = [];
  const pending = roots.map((node) => ({ node, depth: 0 })).reverse();
  for (let next = pending.pop(); next; next = pending.pop()) {
    const { node, depth } = next;
    const name = (node.operator_name ?? node.name ?? '').trim();
    const isWrapper = name === 'EXPLAIN_ANALYZE';
    if (!isWrapper) lines.push(...nodeLines(node, name, depth));
    for (const child of [...(node.children ?? [])].reverse()) {
      pending.push({ node: child, depth: isWrapper ? depth : depth + 1 });
    }
  }
  return lines;
}

function nodeLines(node: PlanNode, name: string, depth: number): string[] {
  const indent = '  '.repeat(depth * 3);
  const arrow = depth === 0 ? '' : `${indent.slice(4)}->  `;
  const analysed =
    node.operator_cardinality === undefined
      ? ''
      : `  (actual rows=${node.operator_cardinality} time=${((node.operator_timing ?? 0) * 1000).toFixed(3)} ms)`;
  const details = Object.entries(typeof node.extra_info === 'object' ? node.extra_info : {})
    .filter(([key]) => !hiddenKeys.test(key))
    .map(([key, value]) => `${indent}  ${key}: ${Array.isArray(value) ? value.join(', ') : String(value)}`);
  return [`${arrow}${name}${analysed}`, ...details];
}
