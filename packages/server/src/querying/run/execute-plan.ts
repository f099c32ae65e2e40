import { setTimeout as delay } from 'node:timers/promises';
import type { HasSettings } from '../../config/settings.ts';
import { type NumericLimit, numericLimit } from '../../engine/map-duckdb-error.ts';
import type { QueryPreview } from '../../engine/query/query-request.ts';
import type { HasEngine } from '../../engine/tasks/engine-tasks.ts';
import { QuernError } from '../../kernel/errors.ts';
import type { DatabaseRow } from '../../metadata/database-store.ts';
import type { Dialect, Plan } from '../../plan/types.ts';
import { maxInlineResultBytes } from '../../scope/limits.ts';
import type { ScanSet } from '../gather/scan-set.ts';
import type { ExecutedPlan } from '../keep/executed-plan.ts';
import type { PlannedQuery } from '../understand/planned-query.ts';
import { needsShapes } from '../understand/query-text.ts';
import { fewRowsExpected } from './few-rows-expected.ts';
import { oneThreadDoes } from './one-thread-does.ts';
import { withNullFree } from './with-null-free.ts';

const queueRetryMs = 100;

/**
 * A query that executed so long keeps its profile unasked: a slow one should not have to be run
 * again to be understood.
 */
const slowMs = 1000;

export interface PlanExecution {
  readonly database: DatabaseRow;
  readonly query: PlannedQuery;
  readonly scanSet: ScanSet;
  /** Whether its profile was asked for. */
  readonly profile: boolean;
  readonly signal: AbortSignal;
  /** What was accepted, or has begun, is not refused for want of room. */
  mayWait(): boolean;
  /**
   * A worker is there; nothing executes before this has ended well. Once more for each time it is
   * run at other digits.
   */
  onStart(): Promise<void>;
  /** The first rows of a result that is larger. */
  onPreview(preview: QueryPreview): void;
}

/**
 * Numerics are computed in 18 digits where that is likely to do, again in 38 where it did not, and
 * exactly where those did not either: no row was shown by then. Never back to fewer digits: what a
 * text raises by its values could go to and fro between two of them for ever. All of them share one
 * time limit.
 */
export async function executePlan(
  services: HasEngine & HasSettings,
  execution: PlanExecution,
): Promise<ExecutedPlan> {
  const { query, signal } = execution;
  const timeSpent = { ms: 0 };
  let plan = query.plan;
  let reached: NumericLimit | undefined;
  for (;;) {
    try {
      const executed = await inTurn(execution, () =>
        executeOnce(services, execution, plan, timeSpent),
      );
      return withNullFree(plan, executed);
    } catch (error) {
      const limit = numericLimit(error);
      if (limit === undefined || reached === 'exact' || limit === reached)
        throw query.inWordsOfText(error);
      reached = limit;
      const wider = await query.widen(limit, signal);
      if (wider.sql === plan.sql) throw query.inWordsOfText(error);
      plan = wider;
    }
  }
}

/**
 * An asynchronous query was accepted before its files were at hand; where the read cache or the
 * queue is full just then, it waits outside. (A refusal for want of room comes before anything was
 * done.)
 */
export async function inTurn<T>(
  { signal, mayWait }: Pick<PlanExecution, 'signal' | 'mayWait'>,
  work: () => Promise<T>,
): Promise<T> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      const isFull = error instanceof QuernError && error.code === 'OVERLOADED';
      if (!isFull || !mayWait()) throw error;
      await delay(queueRetryMs, undefined, { signal });
    }
  }
}

/** What shows catalogs may be a text of ours. */
const isPrinted = (dialect: Dialect, { statementKind, declared }: Plan) =>
  needsShapes(dialect) && statementKind === 'select' && declared === null;

function executeOnce(
  { settings, engine }: HasEngine & HasSettings,
  execution: PlanExecution,
  plan: Plan,
  timeSpent: { ms: number },
): Promise<ExecutedPlan> {
  const { database, scanSet, profile, signal } = execution;
  const workspaceId = database.workspace_id;
  const references = scanSet.catalogs.length > 0 || scanSet.shown !== null;
  // What a worker keeps of a query must not be of rows that are gone with it.
  const few = profile || execution.query.live ? null : fewRowsExpected(database, plan, scanSet);
  return engine.run(
    'executeQuery',
    {
      catalogs: scanSet.catalogs,
      defaultCatalog: references ? plan.defaultCatalog : null,
      defaultSchema: references ? plan.defaultSchema : null,
      sql: plan.sql,
      ...(plan.vectors && { vectors: plan.vectors }),
      ...(scanSet.indexes !== null && { indexes: scanSet.indexes }),
      ...(plan.exactColumns && { exactColumns: plan.exactColumns }),
      isChecked: plan.isChecked,
      ...(plan.isChecked && isPrinted(execution.query.dialect, plan) && { isPrinted: true }),
      kind: plan.statementKind,
      inlineBytes: maxInlineResultBytes,
      previewRows: settings.previewRows,
      previewBytes: settings.previewBytes,
      profileFromMs: profile ? 0 : slowMs,
      limits: { maxColumns: settings.maxColumns, maxNesting: settings.maxNesting },
      ...few,
    },
    {
      ...(few && { affinity: few.keptCatalogs }),
      ...(scanSet.shown !== null && { told: scanSet.shown }),
      ...(few && oneThreadDoes(plan.sql, scanSet, few.fewRowsIf === 'lookup') && { threads: 1 }),
      workspaceId,
      signal,
      timeSpent,
      waitsForTurn: execution.mayWait(),
      size: scanSet.isLarge ? 'large' : 'small',
      diesOf: 'text',
      onStart: () => execution.onStart(),
      onPart: (part) => execution.onPreview(withNullFree(plan, part as QueryPreview)),
    },
  );
}
