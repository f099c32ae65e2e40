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

/** What an execution that ended well is recorded with. */
export interface Executed {
  readonly reply: ExecutedPlan;
  /** Catalog name to the snapshot that was read. */
  readonly snapshots: RunOutcome['databaseSnapshots'];
}

/**
 * The rows that a query run and its result have in the metadata, written as the run goes on. Each
 * end is written only where no other holds: a run may have been cancelled by way of another node.
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

  /** The run, as `running`; `synced` where its client is told of it before it ends. */
  insert(
    { sql, dialect }: Pick<NewQueryRun, 'sql' | 'dialect'>,
    { synced }: { readonly synced: boolean },
  ): Promise<void> {
    const { metadata } = this.#services;
    const run = newRun(this.#services, this.#origin, { id: this.runId, sql, dialect });
    this.#inserting = insertRun(metadata, run, { synced });
    return this.#inserting;
  }

  /** When no insertion is under way any more, however it ended. */
  async settled(): Promise<void> {
    await this.#inserting?.catch(() => {});
  }

  /** The result, as `processing`: its id may be used from now on. */
  async showResult(): Promise<void> {
    await this.#services.metadata.transaction(async (trx) => {
      if (!(await isRunning(trx, this.runId))) throw endedElsewhere();
      await insertResult(trx, this.#newResult());
    });
  }

  /**
   * The ready result and the run as `succeeded`, in one transaction: one sync for both, and for a
   * small result's bytes.
   */
  async keep(executed: Executed, content: ResultContent, isShown: boolean): Promise<void> {
    const { metadata, clock } = this.#services;
    const { columns, rowCount, sizeBytes, checksum } = executed.reply;
    const stored = { content, columns: JSON.stringify(columns), rowCount, sizeBytes, checksum };
    const outcome = this.#succeeded(executed, { resultId: this.resultId });
    // Where the other end holds, the rollback takes the result back.
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

/** What the end of a run says where nothing was executed. */
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

/** Cancelled by way of another node, or given up for dead with this one. */
const endedElsewhere = () =>
  new QuernError(
    'CLIENT_CLOSED_REQUEST',
    'The query was ended before its result was kept; its run says why',
  );
