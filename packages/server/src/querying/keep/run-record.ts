import type { HasSettings } from '../../config/settings.ts';
import type { HasClock } from '../../kernel/clock.ts';
import { QuernError } from '../../kernel/errors.ts';
import { newId } from '../../kernel/ids.ts';
import type { HasNodeId } from '../../metadata/nodes.ts';
import type { HasMetadata } from '../../metadata/open-metadata.ts';
import {
  endOfRun,
  finishRun,
  insertRun,
  isRunning,
  type NewQueryRun,
  type RunOutcome,
} from '../../metadata/query-run-store.ts';
import {
  insertResult,
  markResultFailed,
  markResultReady,
  newResultRow,
  type ResultContent,
} from '../../metadata/result-store.ts';
import type { ExecutedPlan } from './executed-plan.ts';
import { elapsedMs, newResult, newRun, type QueryOrigin } from './query-origin.ts';

/** The outcome of an execution that succeeded. */
export interface Executed {
  readonly reply: ExecutedPlan;
  /** Maps a catalog's name to the snapshot in use. */
  readonly snapshots: RunOutcome['databaseSnapshots'];
}

/**
 * Writes the metadata rows of a query run and its result as the run proceeds. An end is written
 * only if the run has none yet: another node may have cancelled the run.
 */
export class RunRecord {
  readonly runId = newId('queryRun');
  readonly resultId = newId('result');
  readonly #services: HasClock & HasMetadata & HasNodeId & HasSettings;
  readonly #origin: QueryOrigin;
  #inserting: Promise<void> | undefined;

  constructor(services: HasClock & HasMetadata & HasNodeId & HasSettings, origin: QueryOrigin) {
    this.#services = services;
    this.#origin = origin;
  }

  /** Writes the run as `running`; `synced` if its client learns of the run before the run ends. */
  insert(
    { sql, dialect }: Pick<NewQueryRun, 'sql' | 'dialect'>,
    { synced }: { readonly synced: boolean },
  ): Promise<void> {
    const { metadata } = this.#services;
    const run = newRun(this.#services, this.#origin, { id: this.runId, sql, dialect });
    this.#inserting = insertRun(metadata, run, { synced });
    return this.#inserting;
  }

  /** Settles after any insertion in progress, regardless of its outcome. */
  async settled(): Promise<void> {
    await this.#inserting?.catch(() => {});
  }

  /** Writes the result as `processing`: the caller may use its id from now on. */
  async showResult(): Promise<void> {
    await this.#services.metadata.transaction(async (trx) => {
      if (!(await isRunning(trx, this.runId))) throw endedElsewhere();
      await insertResult(trx, this.#newResult());
    });
  }

  /**
   * Writes the ready result and the run as `succeeded` in one transaction: one sync covers both,
   * and the bytes of a small result.
   */
  async keep(executed: Executed, content: ResultContent, isShown: boolean): Promise<void> {
    const { metadata, clock } = this.#services;
    const { columns, rowCount, sizeBytes, checksum } = executed.reply;
    const stored = { content, columns: JSON.stringify(columns), rowCount, sizeBytes, checksum };
    const outcome = this.#succeeded(executed, { resultId: this.resultId });
    // If the run has ended otherwise, the rollback removes the result.
    if (isShown) {
      await metadata.transaction(async (trx) => {
        await markResultReady(trx, this.resultId, stored);
        if (!(await finishRun(trx, this.runId, outcome, clock.now()))) throw endedElsewhere();
      });
      return;
    }
    const { db } = metadata;
    const result = newResultRow(db, this.#newResult(), stored);
    const end = endOfRun(db, this.runId, outcome, clock.now());
    if (!(await metadata.write([result, ...end], { synced: true }))) throw endedElsewhere();
  }

  /** The run as `succeeded`, without a result. */
  async succeedUnkept(executed: Executed, warningMessage: string): Promise<void> {
    const { metadata, clock } = this.#services;
    const outcome = this.#succeeded(executed, { warningMessage });
    await finishRun(metadata.db, this.runId, outcome, clock.now());
  }

  async fail(status: RunOutcome['status'], errorMessage: string, isShown: boolean): Promise<void> {
    const { metadata, clock } = this.#services;
    const serverProcessingMs = elapsedMs(this.#services, this.#origin);
    const outcome = { ...nothingExecuted, status, errorMessage, serverProcessingMs };
    await metadata.transaction(async (trx) => {
      if (isShown) await markResultFailed(trx, this.resultId, errorMessage);
      await finishRun(trx, this.runId, outcome, clock.now());
    });
  }

  #newResult() {
    return newResult(this.#services, this.#origin, { id: this.resultId, queryRunId: this.runId });
  }

  #succeeded(
    { reply, snapshots }: Executed,
    end: Partial<Pick<RunOutcome, 'resultId' | 'warningMessage'>>,
  ): RunOutcome {
    const { rowCount, rowsScanned, bytesScanned, timings, profile } = reply;
    return {
      ...nothingExecuted,
      ...end,
      status: 'succeeded',
      rowCount,
      rowsScanned,
      bytesScanned,
      executionTimeMs: Math.round(timings.planMs + timings.executeMs + timings.previewMs),
      serverProcessingMs: elapsedMs(this.#services, this.#origin),
      databaseSnapshots: snapshots,
      profile: profile && JSON.stringify(profile),
    };
  }
}

/** The outcome of a run without execution. */
export const nothingExecuted = {
  resultId: null,
  rowCount: null,
  rowsScanned: null,
  bytesScanned: null,
  executionTimeMs: null,
  errorMessage: null,
  warningMessage: null,
  databaseSnapshots: null,
} as const;

/** Cancelled on another node, or interrupted because this node was presumed dead. */
const endedElsewhere = () =>
  new QuernError(
    'CLIENT_CLOSED_REQUEST',
    'The query was ended before its result was kept; its run says why',
  );
