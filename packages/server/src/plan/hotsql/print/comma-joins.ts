import { anyWithin, type Fields, isConjunction, listOf, nameList, openNode } from '../read/tree.ts';
import type { FromItem, Namespace } from '../resolve/namespace.ts';
import { longChain, plannedInParts } from './long-joins.ts';
import { findColumn } from './print-column.ts';
import { printTest } from './print-condition.ts';
import type { Printing } from './printing.ts';

/** A FROM clause whose long list became joins, and the rest of WHERE. */
interface JoinedList {
  readonly from: readonly Pick<FromItem, 'render'>[];
  readonly where: unknown;
}

interface Equality {
  readonly items: readonly [number, number];
  readonly text: string;
}

/**
 * Turns `FROM a, b, ... WHERE a.x = b.y AND ...` into `a JOIN b ON a.x = b.y ...` for a long list.
 * DuckDB plans a list as cross products, and takes 51 s for 100 relations. As joins, planned in
 * parts, they take 0.2 s.
 */
export function joinLongList(
  printing: Printing,
  select: Fields,
  from: readonly FromItem[],
  namespace: Namespace,
): JoinedList {
  const where = select.whereClause;
  if (from.length < longChain || where === undefined) return { from, where };
  const nodes = listOf(select, 'fromClause');
  const joinable = from.map((_, index) => !readsOthers(nodes[index]));
  const owners = new Map(
    from.flatMap(({ columns, relations }, index) =>
      [...columns, ...relations.flatMap((relation) => relation.columns)].map(
        ({ expr }) => [expr.text, index] as const,
      ),
    ),
  );
  const equalities: Equality[] = [];
  const rest: unknown[] = [];
  namespace.clause = 'WHERE';
  for (const conjunct of conjunctsOf(where)) {
    const [one, other] = comparedColumns(conjunct).map((column) =>
      owners.get(findColumn(printing, column, namespace)?.expr.text ?? ''),
    );
    const isJoin =
      one !== undefined && other !== undefined && one !== other && joinable[one] && joinable[other];
    if (!isJoin) rest.push(conjunct);
    else {
      const { text } = printTest(printing, conjunct, namespace, 'WHERE');
      equalities.push({ items: [one, other], text });
    }
  }
  if (equalities.length === 0) return { from, where };
  const chains = chainsOf(from.length, equalities).map((chain) => ({
    render: () =>
      plannedInParts(
        printing,
        chain.map(({ item, on }) => ({ text: from[item]?.render() ?? '', on })),
      ),
  }));
  return { from: chains, where: conjunctionOf(rest) };
}

/** True for a FROM item that may read earlier items; a join would change their order. */
const readsOthers = (item: unknown): boolean =>
  anyWithin(
    { item },
    (fields) => 'RangeFunction' in fields || 'JsonTable' in fields || fields.lateral === true,
  );

function conjunctsOf(condition: unknown): readonly unknown[] {
  return isConjunction(condition) ? listOf(openNode(condition).fields, 'args') : [condition];
}

function conjunctionOf(conjuncts: readonly unknown[]): unknown {
  if (conjuncts.length <= 1) return conjuncts[0];
  return { BoolExpr: { boolop: 'AND_EXPR', args: conjuncts } };
}

/** The two columns of `a.x = b.y`; empty for any other condition. */
function comparedColumns(condition: unknown): readonly Fields[] {
  const { kind, fields } = openNode(condition);
  if (kind !== 'A_Expr' || fields.kind !== 'AEXPR_OP' || nameList(fields, 'name').join() !== '=')
    return [];
  const [left, right] = [openNode(fields.lexpr), openNode(fields.rexpr)];
  return left.kind === 'ColumnRef' && right.kind === 'ColumnRef' ? [left.fields, right.fields] : [];
}

interface Link {
  readonly item: number;
  /** The equalities with earlier items of the chain; empty for the first item. */
  readonly on: readonly string[];
}

/**
 * Arranges the items in chains, near their written order. Each item is linked to an earlier item of
 * its chain; items without a linking equality are in different chains. So no chain contains a cross
 * product.
 */
function chainsOf(count: number, equalities: readonly Equality[]): readonly (readonly Link[])[] {
  const linked = Array.from({ length: count }, (): { other: number; text: string }[] => []);
  for (const { items, text } of equalities) {
    linked[items[0]]?.push({ other: items[1], text });
    linked[items[1]]?.push({ other: items[0], text });
  }
  const placed = new Set<number>();
  const chains: Link[][] = [];
  for (let first = 0; first < count; first += 1) {
    if (placed.has(first)) continue;
    const chain: Link[] = [];
    const reached = new Set([first]);
    while (reached.size > 0) {
      const item = [...reached].reduce((least, next) => Math.min(least, next));
      reached.delete(item);
      const links = linked[item] ?? [];
      chain.push({ item, on: links.filter(({ other }) => placed.has(other)).map(textOfLink) });
      placed.add(item);
      for (const { other } of links) if (!placed.has(other)) reached.add(other);
    }
    chains.push(chain);
  }
  return chains;
}

const textOfLink = ({ text }: { readonly text: string }) => text;
