import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type NumericLimit, numericLimit } from '../../engine/map-duckdb-error.ts';
import type { QueryPreview, RunQueryReply } from '../../engine/query/query-request.ts';
import { createDeferred } from '../../kernel/deferred.ts';
import { QuernError, toQuernError } from '../../kernel/errors.ts';
import { newId, newObjectName } from '../../kernel/ids.ts';
import type { DatabaseRow } from '../../metadata/database-store.ts';
import { finishRun, insertRun, isRunning, type NewQueryRun, type RunOutcome } from '../../metadata/query-run-store.ts';
import {
  insertResult,
  markResultFailed,
  markResultReady,
  type NewResult,
  type ResultContent,
} from '../../metadata/result-store.ts';
import { resultKey } from '../../objects/keys.ts';
import type { Plan } from '../../plan/types.ts';
import { maxInlineResultBytes } from '../../scope/limits.ts';
import type { Scope } from '../../scope/principal.ts';
import { resultExpiry } from '../results/result-expiry.ts';
import type { Services } from '../services.ts';
import { fewRowsExpected } from './few-rows-expected.ts';
import type { PlannedQuery } from './plan-query.ts';
import type { ReusableAnswer } from './result-reuse.ts';
import { openScanSet, type ScanSet } from './scan-set.ts';

const QUEUE_RETRY_MS = 100;

/** A query that executed so long keeps its profile unasked: a slow one should not have to be run again to be understood. */
const SLOW_MS = 1000;

/** What a caller waits for: the whole result, kept, or the first rows of one that is still being kept. */
export interface QueryAnswer {
  readonly rows: ReusableAnswer['rows'];
  readonly truncated: boolean;
  /** null only where a whole result could not be kept. */
  readonly resultId: string | null;
  readonly warning: string | null;
  readonly executionTimeMs: number;
}

export interface QueryExecutionOptions {
  readonly scope: Scope;
  readonly database: DatabaseRow;
  readonly query: PlannedQuery;
  /** What its answer is remembered by, to be given again; null: not at all. */
  readonly reuseKey: string | null;
  readonly traceId: string | null;
  readonly savedQuery: NewQueryRun['savedQuery'];
  /** Whether its profile was asked for. */
  readonly profile: boolean;
  /** Asynchronous: the run exists at once and waits for a worker as long as it must. */
  readonly detached: boolean;
  /** Called when a synchronous query has its worker, before anything is written; what it throws ends the query. */
  readonly onTurn: () => void;
}

/**
 * One execution of a planned query, from admission to a kept result. The run's row is there before anything executes;
 * `succeeded` is written together with the ready result. Once the first rows are out, nobody but `cancel` stops it.
 */
export class QueryExecution {
  readonly runId = newId('queryRun');
  /** Settles with the first answer; an error is the caller's to render. */
  readonly answer: Promise<QueryAnswer>;
  /** Settles when the run's row is there, so that it can be polled: on disk, where it is asynchronous. */
  readonly recorded: Promise<void>;
  /** Settles, never with an error, when the run and its result have their final state. */
  readonly done: Promise<void>;
  readonly #services: Services;
  readonly #options: QueryExecutionOptions;
  readonly #resultId = newId('result');
  readonly #cancel = new AbortController();
  readonly #answered = createDeferred<QueryAnswer>();
  readonly #onRecord = createDeferred<void>();
  readonly #startedAt: number;
  /** Of the one time limit of all its runs at other digits. */
  readonly #timeSpent = { ms: 0 };
  #recording: Promise<void> | undefined;
  #recorded = false;
  #waiting = true;
  /** The first rows of a result that is larger. */
  #preview: QueryPreview | undefined;
  #showing: Promise<void> | undefined;
  /** The preview was answered, and the result's row is there. */
  #isShown = false;

  constructor(services: Services, options: QueryExecutionOptions) {
    this.#services = services;
    this.#options = options;
    this.#startedAt = services.clock.now();
    this.answer = this.#answered.promise;
    this.recorded = this.#onRecord.promise;
    this.done = this.#run();
  }

  /** Asynchronous, accepted, and not yet with a worker. */
  get isWaiting(): boolean {
    return this.#options.detached && this.#waiting;
  }

  get isRecorded(): boolean {
    return this.#recorded;
  }

  /** Stops it; the run becomes `cancelled`. */
  cancel(reason: string): void {
    this.#cancel.abort(new QuernError('CLIENT_CLOSED_REQUEST', reason));
  }

  async #run(): Promise<void> {
    const { runningQueries, log } = this.#services;
    runningQueries.set(this.runId, this);
    let scanSet: ScanSet | undefined;
    let mayHaveFile = true;
    const resultPath = join(this.#services.spoolDir, `${newObjectName()}.parquet`);
    try {
      if (this.#options.detached) await this.#record();
      const { database, query } = this.#options;
      const opened = await this.#inTurn(() =>
        openScanSet(this.#services, { id: database.id, workspaceId: this.#options.scope.workspaceId }, query),
      );
      scanSet = opened;
      const reply = await this.#executeExactly(opened, resultPath);
      mayHaveFile = reply.parquet === null && reply.rows === undefined;
      await this.#keep(reply, resultPath, scanSet);
    } catch (thrown) {
      const explained = scanSet && !this.#cancel.signal.aborted ? await scanSet.explain(thrown) : thrown;
      await this.#fail(explained).catch((error: unknown) =>
        log.error({ err: error, run: this.runId }, 'the end of a run is lost'),
      );
    } finally {
      scanSet?.release();
      runningQueries.delete(this.runId);
      // Not where none can be: 0.1 ms of each small query.
      if (mayHaveFile) await rm(resultPath, { force: true });
    }
  }

  /** Written before the query executes; and on disk, where its client is told of it before it ends. */
  async #record(): Promise<void> {
    const { scope, database, query, traceId, savedQuery, detached } = this.#options;
    const { metadata } = this.#services;
    await insertRun(detached ? metadata.db : metadata.unsynced, {
      id: this.runId,
      workspaceId: scope.workspaceId,
      databaseId: database.id,
      sql: query.sql,
      nodeId: this.#services.nodeId,
      userId: scope.principal.userId,
      traceId,
      savedQuery,
      now: this.#startedAt,
    });
    this.#recorded = true;
    this.#onRecord.resolve();
  }

  /** What was accepted, or has begun, is not refused for want of room. */
  get #mayWait(): boolean {
    return this.#options.detached || this.#recorded;
  }

  /**
   * An asynchronous query was accepted before its files were at hand; where the read cache or the queue is full just
   * then, it waits outside. (A refusal for want of room comes before anything was done.)
   */
  async #inTurn<T>(work: () => Promise<T>): Promise<T> {
    for (;;) {
      try {
        return await work();
      } catch (error) {
        const mayWait = this.#mayWait && error instanceof QuernError && error.code === 'OVERLOADED';
        if (!mayWait) throw error;
        await delay(QUEUE_RETRY_MS, undefined, { signal: this.#cancel.signal });
      }
    }
  }

  /**
   * Numerics are computed in 18 digits where that is likely to do, again in 38 where it did not, and exactly where those did not either: no row was
   * shown by then. Never back to fewer digits: what a text raises by its values could go to and fro between two of them for ever.
   */
  async #executeExactly(scanSet: ScanSet, resultPath: string): Promise<RunQueryReply> {
    const { query } = this.#options;
    let plan = query.plan;
    let reached: NumericLimit | undefined;
    for (;;) {
      try {
        return await this.#inTurn(() => this.#execute(plan, scanSet, resultPath));
      } catch (error) {
        const limit = numericLimit(error);
        if (limit === undefined || reached === 'exact' || limit === reached) throw query.inWordsOfText(error);
        reached = limit;
        const wider = await query.widen(limit, this.#cancel.signal);
        if (wider.sql === plan.sql) throw query.inWordsOfText(error);
        plan = wider;
      }
    }
  }

  #execute(plan: Plan, scanSet: ScanSet, resultPath: string): Promise<RunQueryReply> {
    const { settings, engine } = this.#services;
    const { scope, detached, profile } = this.#options;
    const references = scanSet.catalogs.length > 0;
    const few = profile ? null : fewRowsExpected(scope.workspaceId, this.#options.database.id, plan, scanSet);
    return engine.run(
      'runQuery',
      {
        catalogs: scanSet.catalogs,
        defaultCatalog: references ? plan.defaultCatalog : null,
        defaultSchema: references ? plan.defaultSchema : null,
        sql: plan.sql,
        ...(plan.exactColumns && { exactColumns: plan.exactColumns }),
        isChecked: plan.isChecked,
        kind: plan.statementKind,
        resultPath,
        inlineBytes: maxInlineResultBytes,
        previewRows: settings.previewRows,
        previewBytes: settings.previewBytes,
        profileFromMs: profile ? 0 : SLOW_MS,
        limits: { maxColumns: settings.maxColumns, maxNesting: settings.maxNesting },
        ...few,
      },
      {
        ...(few && { affinity: few.keptScope }),
        workspaceId: scope.workspaceId,
        signal: this.#cancel.signal,
        timeSpent: this.#timeSpent,
        waitsForTurn: this.#mayWait,
        size: scanSet.isLarge ? 'large' : 'small',
        removeOnFailure: [resultPath],
        diesOf: 'text',
        onStart: async () => {
          this.#waiting = false;
          if (detached || this.#recorded) return;
          this.#options.onTurn();
          this.#recording = this.#record();
          await this.#recording;
        },
        onPart: (part) => {
          this.#preview = part as QueryPreview;
          this.#showing = this.#showPreview(this.#preview);
          this.#showing.catch(() => {});
        },
      },
    );
  }

  /**
   * Answers with the first rows of a larger result: its id may be used from now on, so its row must be there. Not while it
   * is doubtful that the result will be kept: then the answer waits for it.
   */
  async #showPreview(preview: QueryPreview): Promise<void> {
    if (await this.#services.storeHealth.isDoubtful()) return;
    await this.#services.metadata.transaction(async (trx) => {
      if (!(await isRunning(trx, this.runId))) throw endedElsewhere();
      await insertResult(trx, this.#newResult());
    });
    this.#isShown = true;
    this.#answered.resolve({
      rows: preview,
      truncated: true,
      resultId: this.#resultId,
      warning: null,
      executionTimeMs: this.#elapsedMs(),
    });
  }

  /**
   * Publishes the Parquet object, then records result and run in one transaction, then answers. A small file is part of
   * that transaction instead: one sync for all three.
   */
  async #keep(reply: RunQueryReply, resultPath: string, scanSet: ScanSet): Promise<void> {
    const { metadata, clock } = this.#services;
    await this.#showing;
    let content: ResultContent;
    try {
      content =
        (reply.rows && { rows: reply.rows }) ??
        (reply.parquet ? { parquet: reply.parquet } : await this.#publish(resultPath));
    } catch (error) {
      if (this.#preview) throw persistenceError(error);
      return this.#answerUnkept(reply, scanSet, error);
    }
    const stored = {
      content,
      columns: JSON.stringify(reply.columns),
      rowCount: reply.rowCount,
      sizeBytes: reply.sizeBytes,
      checksum: reply.checksum,
    };
    await metadata.transaction(async (trx) => {
      if (this.#isShown) await markResultReady(trx, this.#resultId, stored);
      else await insertResult(trx, this.#newResult(), stored);
      const outcome = this.#outcome('succeeded', reply, scanSet, this.#resultId, null);
      const ended = await finishRun(trx, this.runId, outcome, clock.now());
      // That end holds, and the rollback takes the result back.
      if (!ended) throw endedElsewhere();
    });
    const rows = this.#preview ?? reply;
    const truncated = this.#preview !== undefined;
    const { reuseKey } = this.#options;
    if (reuseKey !== null) {
      const { columns, preview, rowCount } = rows;
      const { rowsScanned } = reply;
      const again = { resultId: this.#resultId, rows: { columns, preview, rowCount }, truncated, rowsScanned };
      this.#services.reuse.remember(reuseKey, again);
    }
    this.#answered.resolve({
      rows,
      truncated,
      resultId: this.#resultId,
      warning: null,
      executionTimeMs: this.#elapsedMs(),
    });
  }

  async #publish(resultPath: string): Promise<ResultContent> {
    const objectKey = resultKey(this.#options.scope.workspaceId, this.#resultId);
    const { objects, storeHealth } = this.#services;
    try {
      await objects.putFile(objectKey, resultPath, { isSynced: true });
    } catch (error) {
      storeHealth.note('failed');
      throw error;
    }
    storeHealth.note('kept');
    return { objectKey };
  }

  async #answerUnkept(reply: RunQueryReply, scanSet: ScanSet, error: unknown): Promise<void> {
    const { metadata, clock, log } = this.#services;
    log.error({ err: error, run: this.runId }, 'a result could not be kept');
    const warning = 'The result is complete but could not be kept; it cannot be fetched again';
    await finishRun(metadata.db, this.runId, this.#outcome('succeeded', reply, scanSet, null, warning), clock.now());
    this.#answered.resolve({
      rows: reply,
      truncated: false,
      resultId: null,
      warning,
      executionTimeMs: this.#elapsedMs(),
    });
  }

  async #fail(thrown: unknown): Promise<void> {
    const { metadata, clock, log } = this.#services;
    const cancelled = this.#cancel.signal.aborted;
    const error = cancelled ? toQuernError(this.#cancel.signal.reason) : this.#explain(thrown);
    if (error.status >= 500) log.error({ err: error, run: this.runId }, 'a query failed');
    // The worker works while rows are written: a text that cannot be bound fails before its run is there.
    await this.#recording?.catch(() => {});
    await this.#showing?.catch(() => {});
    try {
      if (this.#recorded) {
        const status = cancelled ? 'cancelled' : this.#services.isStopping() ? 'interrupted' : 'failed';
        const outcome = { ...this.#outcome(status, null, null, null, null), errorMessage: error.message };
        await metadata.transaction(async (trx) => {
          if (this.#isShown) await markResultFailed(trx, this.#resultId, error.message);
          await finishRun(trx, this.runId, outcome, clock.now());
        });
      }
    } finally {
      this.#onRecord.reject(error);
      this.#answered.reject(error);
    }
  }

  /** A worker that gave the first rows had nothing left to do but to write the file: a full disk, most likely. */
  #explain(thrown: unknown): QuernError {
    const error = toQuernError(thrown);
    if (error.code === 'PERSISTENCE_UNAVAILABLE') this.#services.storeHealth.note('failed');
    if (!this.#preview || error.code !== 'INTERNAL_SERVER_ERROR') return error;
    this.#services.storeHealth.note('failed');
    return persistenceError(error);
  }

  #newResult(): NewResult {
    const { clock, settings } = this.#services;
    const { scope, database } = this.#options;
    const now = clock.now();
    return {
      id: this.#resultId,
      workspaceId: scope.workspaceId,
      databaseId: database.id,
      queryRunId: this.runId,
      now,
      expiresAt: resultExpiry(settings, now),
    };
  }

  #outcome(
    status: RunOutcome['status'],
    reply: RunQueryReply | null,
    scanSet: ScanSet | null,
    resultId: string | null,
    warningMessage: string | null,
  ): RunOutcome {
    const { timings } = reply ?? {};
    return {
      status,
      resultId,
      rowCount: reply?.rowCount ?? null,
      rowsScanned: reply?.rowsScanned ?? null,
      bytesScanned: reply?.bytesScanned ?? null,
      executionTimeMs: timings ? Math.round(timings.planMs + timings.executeMs + timings.previewMs) : null,
      serverProcessingMs: this.#elapsedMs(),
      errorMessage: null,
      warningMessage,
      databaseSnapshots: scanSet?.snapshots ?? null,
      profile: reply?.profile ? JSON.stringify(reply.profile) : null,
    };
  }

  #elapsedMs(): number {
    return Math.max(0, Math.round(this.#services.clock.now() - this.#startedAt));
  }
}

/** Cancelled by way of another node, or given up for dead with this one. */
const endedElsewhere = () =>
  new QuernError('CLIENT_CLOSED_REQUEST', 'The query was ended before its result was kept; its run says why');

function persistenceError(cause: unknown): QuernError {
  return new QuernError(
    'PERSISTENCE_UNAVAILABLE',
    'The result is too large for the answer and could not be kept; try again',
    {
      cause,
      retryAfterS: 5,
    },
  );
}
