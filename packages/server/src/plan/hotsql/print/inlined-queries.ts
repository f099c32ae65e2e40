import { refuse } from '../read/refusal.ts';
import type { CommonTable, Namespace } from '../resolve/namespace.ts';
import { isChanging } from './printed-facts.ts';

/**
 * A WITH query as it is read. DuckDB 1.5 takes each scan of one, within a subquery that reads outer
 * columns, for a reading of those columns too. Where more than that one scan stands between them,
 * it joins the rows of the WITH query with every outer row: LIMIT, DISTINCT and nested subqueries
 * then answer wrongly, run a thousand times as long, or end in an internal error. A WITH query that
 * reads outer columns itself, or stands beside what does, is scanned with the values of another
 * row. Written out where it is read, such a query is a plain subquery, which DuckDB answers
 * rightly.
 *
 * DuckDB 2.0 needs none of this.
 */
export interface CommonRead {
  readonly common: CommonTable;
  /** Bytes before the name in the statement. */
  readonly location: number;
  /** The reading query and the queries around it, up to the query that declares the WITH. */
  readonly levels: readonly Namespace[];
  /** The query that has the WITH. */
  readonly owner: Namespace;
}

/** What is written out: readings, and the WITH queries that nothing reads then; by their places. */
export interface InlinedQueries {
  readonly reads: ReadonlySet<number>;
  readonly dropped: ReadonlySet<number>;
}

export const noneInlined: InlinedQueries = { reads: new Set(), dropped: new Set() };

/** Which readings have to be written out, once the whole statement is printed. */
export function queriesToInline(reads: readonly CommonRead[]): InlinedQueries {
  const chosen = new Set(reads.filter(isMisread));
  if (chosen.size === 0) return noneInlined;
  // What a query that is written out reads moves with it.
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

/** A subquery of FROM sees its query by a view, which is as correlated as the query itself. */
const isCorrelated = ({ readsOuter, viewOf }: Namespace): boolean =>
  readsOuter || (viewOf !== undefined && isCorrelated(viewOf));

/**
 * Queries that give other rows each time: they have to stay. A query that is read once in the text
 * may be executed once for each outer row.
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
