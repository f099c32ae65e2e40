export interface PlanNode {
  readonly name: string;
  readonly details: readonly string[];
  readonly children: readonly PlanNode[];
}

interface OpenNode extends PlanNode {
  readonly details: string[];
  readonly children: OpenNode[];
  readonly depth: number;
}

/**
 * Parses EXPLAIN's lines into a tree: `->` begins an operator below the last less indented one;
 * other lines belong to the operator above.
 */
export function parsePlan(lines: readonly string[]): PlanNode {
  const root: OpenNode = { name: lines[0]?.trim() ?? '', details: [], children: [], depth: -1 };
  const open = [root];
  for (const line of lines.slice(1)) {
    const [, indent = '', name] = /^(\s*)->\s+(.*)$/.exec(line) ?? [];
    if (name === undefined) {
      open.at(-1)?.details.push(line.trim());
      continue;
    }
    while (open.length > 1 && (open.at(-1)?.depth ?? 0) >= indent.length) open.pop();
    const node: OpenNode = { name, details: [], children: [], depth: indent.length };
    open.at(-1)?.children.push(node);
    open.push(node);
  }
  return root;
}
