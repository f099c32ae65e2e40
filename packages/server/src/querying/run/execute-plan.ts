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

/** A query that executes at least this long records a profile, which spares another run. */
const slowMs = 1000;

export interface PlanExecution {
  readonly database: DatabaseRow;
  readonly query: PlannedQuery;
  readonly scanSet: ScanSet;
  /** The caller requested the profile. */
  readonly profile: boolean;
  readonly signal: AbortSignal;
  /** All rows are for a file of the engine's side, and none for a preview. */
  readonly isStaged?: true;
  /**
   * True for a query that was accepted or has begun; such a query is not refused for lack of room.
   */
  mayWait(): boolean;
  /**
   * Called when a worker is free; execution waits for the returned promise. Called again for each
   * run with more digits.
   */
  onStart(): Promise<void>;
  /** Called with the first rows of a larger result. */
  onPreview(preview: QueryPreview): void;
}

/**
 * Computes numerics in 18 digits if they are likely to suffice, then in 38, then exactly. Each step
 * runs only if the one before was not enough, and before any row was shown. The digits never
 * decrease: otherwise a text could alternate between two steps for ever. All steps share one time
 * limit.
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
 * Retries while the read cache or the queue is full: an asynchronous query is accepted before its
 * files are fetched. (A refusal for lack of room comes before any work.)
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

/** A text that reads catalogs may be Quern's own. */
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
  // A worker must not cache catalogs of live rows, which are deleted with the query.
  const isAlone = profile || execution.query.live !== undefined || execution.isStaged === true;
  const few = isAlone ? null : fewRowsExpected(database, plan, scanSet);
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
      inlineBytes: execution.isStaged ? 0 : maxInlineResultBytes,
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
