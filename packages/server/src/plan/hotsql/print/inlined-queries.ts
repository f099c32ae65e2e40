import { refuse } from '../read/refusal.ts';
import type { CommonTable, Namespace } from '../resolve/namespace.ts';
import { isChanging } from './printed-facts.ts';

/**
 * A reference to a WITH query. DuckDB 1.5 treats each scan of a WITH query inside a correlated
 * subquery as correlated too. If the scan is not the only operation between the two queries, DuckDB
 * joins the rows of the WITH query with every outer row. LIMIT, DISTINCT and nested subqueries then
 * return wrong results, take a thousand times as long, or end in an internal error. A WITH query
 * that is itself correlated, or is declared next to a correlated query, is scanned with the values
 * of another row. Printed in place of the reference, the query is a plain subquery, and DuckDB's
 * result is right.
 *
 * DuckDB 2.0 needs no such rewriting.
 */
export interface CommonRead {
  readonly common: CommonTable;
  /** Byte offset of the name in the statement. */
  readonly location: number;
  /** The reading query and the queries around it, up to the query with the WITH clause. */
  readonly levels: readonly Namespace[];
  /** The query with the WITH clause. */
  readonly owner: Namespace;
}

/** References to replace, and WITH queries without remaining references; both by location. */
export interface InlinedQueries {
  readonly reads: ReadonlySet<number>;
  readonly dropped: ReadonlySet<number>;
}

export const noneInlined: InlinedQueries = { reads: new Set(), dropped: new Set() };

/** Selects the references to replace, after the whole statement is printed. */
export function queriesToInline(reads: readonly CommonRead[]): InlinedQueries {
  const chosen = new Set(reads.filter(isMisread));
  if (chosen.size === 0) return noneInlined;
  // References inside a replaced query move with the query.
  for (let before = 0; before < chosen.size; ) {
    before = chosen.size;
    const homes = new Set([...chosen].map(({ common }) => common.home));
    for (const read of reads) if (read.levels.some((level) => homes.has(level))) chosen.add(read);
  }
  const computedOnce = changingQueries(reads, chosen);
  const inlined = [...chosen].filter(({ common }) => !computedOnce.has(common));
  const kept = new Set(reads.filter((read) => !inlined.includes(read)).map(({ common }) => common));
  return {
    reads: new Set(inlined.map(({ location }) => location)),
    dropped: new Set(
      inlined.flatMap(({ common }) => (kept.has(common) ? [] : (common.location ?? []))),
    ),
  };
}

function isMisread({ common, levels, owner }: CommonRead): boolean {
  return common.isCorrelated || [owner, ...levels.slice(1)].some(isCorrelated);
}

/**
 * A subquery of FROM sees the enclosing query through a view, which is correlated if the query is.
 */
const isCorrelated = ({ readsOuter, viewOf }: Namespace): boolean =>
  readsOuter || (viewOf !== undefined && isCorrelated(viewOf));

/**
 * Queries with changing results, which must stay in the WITH clause: a query written once in the
 * text may run once for each outer row.
 */
function changingQueries(
  reads: readonly CommonRead[],
  chosen: ReadonlySet<CommonRead>,
): ReadonlySet<CommonTable> {
  const changing = new Set<CommonTable>();
  for (const { common } of chosen) {
    if (!isChanging(common.inlined?.() ?? '')) continue;
    if (common.isCorrelated) {
      if (reads.filter((read) => read.common === common).length < 2) continue;
      refuse(
        `the WITH query '${common.name}', which reads outer columns and gives other rows each time, read more than once`,
        common.location,
      );
    }
    changing.add(common);
  }
  return changing;
}
