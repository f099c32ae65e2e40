import type { SavedQueryCategory } from '@quern/contract';
import { QuernError } from '../../kernel/errors.ts';
import type { Classification } from '../../plan/types.ts';
import type { HasQueryPlans } from '../../querying/understand/planned-query.ts';

/** Properties of a text's plan, in the contract's words. */
export interface SavedClassification {
  readonly category: SavedQueryCategory;
  readonly num_tables: number;
  readonly has_aggregation: boolean;
  readonly has_group_by: boolean;
  readonly has_join: boolean;
  readonly has_limit: boolean;
  readonly has_order_by: boolean;
  readonly has_predicate: boolean;
}

/**
 * Plans the text without a database, because the database is named only at execution. Null if
 * planning fails, or for SHOW. Such a text is saved all the same, and its execution reports the
 * error.
 */
export async function classifySql(
  services: HasQueryPlans,
  workspaceId: string,
  sql: string,
  signal: AbortSignal,
): Promise<SavedClassification | null> {
  try {
    const text = { sql, dialect: 'hotsql' } as const;
    const planned = await services.queryPlans.translate(workspaceId, text, signal);
    if ('tables' in planned) return toSaved(planned.classification);
    return planned.translation.statementKind.startsWith('show_')
      ? null
      : toSaved(planned.analysis.classification);
  } catch (error) {
    if (error instanceof QuernError && error.code === 'BAD_REQUEST') return null;
    throw error;
  }
}

function toSaved(classification: Classification): SavedClassification {
  const { numTables, hasGroupBy, hasJoin, hasLimit, hasOrderBy, hasPredicate } = classification;
  // Grouping counts as aggregation, also without an aggregate function.
  const aggregates = classification.hasAggregation || hasGroupBy;
  return {
    category: categoryOf({ ...classification, hasAggregation: aggregates }),
    num_tables: numTables,
    has_aggregation: aggregates,
    has_group_by: hasGroupBy,
    has_join: hasJoin,
    has_limit: hasLimit,
    has_order_by: hasOrderBy,
    has_predicate: hasPredicate,
  };
}

/** The first matching category, from the most to the least expensive. */
function categoryOf(found: Classification): SavedQueryCategory {
  if (found.hasJoin) return 'join';
  if (found.hasAggregation) return 'aggregation';
  if (found.hasPredicate) return found.limitsToOne ? 'point_lookup' : 'filtered_scan';
  return found.hasProjection && found.numTables > 0 ? 'projection' : 'full_scan';
}
