import { createDeferred } from '../../kernel/deferred.ts';
import { QuernError, toQuernError } from '../../kernel/errors.ts';
import { openScanSet, type ScanSet } from '../gather/scan-set.ts';
import type { ExecutedPlan } from '../keep/executed-plan.ts';
import {
  hasRun,
  nextState,
  type QueryRunEvent,
  type QueryRunState,
  statusAfter,
} from '../keep/query-run-state.ts';
import { type QueryAnswer, ResultAnswer } from '../keep/result-answer.ts';
import { queryKey } from '../keep/reuse-key.ts';
import { type Executed, RunRecord } from '../keep/run-record.ts';
import type { LiveRows, PlannedQuery } from '../understand/planned-query.ts';
import { CommitGate } from './commit-gate.ts';
import { executePlan, inTurn } from './execute-plan.ts';
import type { ExecutionServices } from './execution-services.ts';
import type { QueryExecutionOptions } from './query-execution-options.ts';
import type { RunningQuery } from './running-queries.ts';

/**
 * One execution of a planned query, with the states of query-run-state.ts. The run's row exists
 * before execution begins. After the first rows are answered, only `cancel` stops the execution.
 */
export class QueryExecution implements RunningQuery {
  readonly #services: ExecutionServices;
  readonly #options: QueryExecutionOptions;
  readonly #record: RunRecord;
  readonly #cancelled = new AbortController();
  readonly #result: ResultAnswer;
  readonly #ended = createDeferred<void>();
  readonly #gate: CommitGate;
  #state: QueryRunState = 'admitted';
  #fetching: string | null;

  constructor(services: ExecutionServices, options: QueryExecutionOptions) {
    this.#services = services;
    this.#options = options;
    this.#record = new RunRecord(services, options);
    this.#result = new ResultAnswer(services, options, this.#record);
    this.#fetching = options.fetching;
    this.#gate = new CommitGate(options.commit, this.#result, () => this.#become('show'));
  }

  get runId(): string {
    return this.#record.runId;
  }

  /** Settles with the first answer; errors are rendered by the caller. */
  get answer(): Promise<QueryAnswer> {
    return this.#result.given;
  }

  /** Settles, never with an error, when run and result have their final state. */
  get done(): Promise<void> {
    return this.#ended.promise;
  }

  get isWaiting(): boolean {
    return this.#options.detached && (this.#state === 'accepted' || this.#state === 'admitted');
  }

  /** The sources that the query waits for, as a sentence; null if there are none. */
  get fetching(): string | null {
    return this.#fetching;
  }

  get isRecorded(): boolean {
    return hasRun(this.#state);
  }

  /**
   * Begins the query. Resolves after the run of an asynchronous query is written; throws otherwise.
   */
  async start(): Promise<void> {
    this.#services.runningQueries.set(this.runId, this);
    const { detached, query } = this.#options;
    const accepted = detached
      ? this.#record.insert(query, { synced: true }).then(() => this.#become('accept'))
      : Promise.resolve();
    this.#run(accepted).catch((lost: unknown) => this.#result.refuse(toQuernError(lost)));
    await accepted;
  }

  /** Stops the query; the run becomes `cancelled`. */
  cancel(reason: string): void {
    this.#cancelled.abort(new QuernError('CLIENT_CLOSED_REQUEST', reason));
  }

  #become(event: QueryRunEvent): void {
    this.#state = nextState(this.#state, event);
  }

  async #run(accepted: Promise<void>): Promise<void> {
    let reply: ExecutedPlan | undefined;
    let live: LiveRows | undefined;
    let { query } = this.#options;
    try {
      await accepted;
      query = await this.#fetched();
      live = query.live;
      const { id, workspace_id: workspaceId } = this.#options.database;
      const { signal } = this.#cancelled;
      const open = () => openScanSet(this.#services, { id, workspaceId }, query, signal);
      const opened = await inTurn(this.#waiting, open);
      reply = await this.#execute(query, opened);
      await this.#gate.open(signal);
      await this.#keep({ reply, snapshots: opened.snapshots });
    } catch (thrown) {
      await this.#fail(thrown, query);
    } finally {
      await live?.release();
      this.#services.runningQueries.delete(this.runId);
      this.#options.onEnd?.();
      // Skipped if no file can exist: 0.1 ms of each small query.
      if (reply && reply.parquet === null && reply.rows === undefined)
        await this.#services.files.discard([reply.result]);
      this.#ended.resolve();
    }
  }

  /** Lack of room refuses only a synchronous query after the fetch of its tables. */
  get #waiting() {
    const { detached, commit } = this.#options;
    const mayWait = () =>
      commit !== undefined || (hasRun(this.#state) && (detached || this.#state !== 'accepted'));
    return { signal: this.#cancelled.signal, mayWait };
  }

  /** Waits until all tables are here. The run is written first, so it can be read and cancelled. */
  async #fetched(): Promise<PlannedQuery> {
    const { query, detached, onTurn, bringIn } = this.#options;
    if (this.#fetching === null) return query;
    const { settings } = this.#services;
    if (!detached) {
      onTurn();
      await this.#record.insert(query, { synced: false });
      this.#become('accept');
    }
    const limitMs = (detached ? settings.loadTimeoutS : settings.queryTimeoutS) * 1000;
    const fetched = await bringIn({ signal: this.#cancelled.signal, limitMs });
    this.#fetching = null;
    return fetched;
  }

  #execute(query: PlannedQuery, scanSet: ScanSet): Promise<ExecutedPlan> {
    const { database, profile, onTurn } = this.#options;
    return executePlan(this.#services, {
      ...this.#waiting,
      database,
      query,
      profile,
      scanSet,
      onStart: async () => {
        if (!hasRun(this.#state)) {
          onTurn();
          await this.#record.insert(query, { synced: false });
        }
        this.#become('start');
      },
      onPreview: (rows) => this.#gate.preview(rows),
    });
  }

  async #keep(executed: Executed): Promise<void> {
    await this.#result.begun();
    const answer = await this.#result.keep(executed, this.#state === 'shown');
    this.#become('keep');
    this.#result.give(answer);
  }

  /** Writes the end of an existing run, and answers with the error. */
  async #fail(thrown: unknown, query: PlannedQuery): Promise<void> {
    const { log, textsOverMemory } = this.#services;
    const { aborted, reason } = this.#cancelled.signal;
    const explained = aborted ? toQuernError(reason) : this.#result.explain(thrown);
    // Live rows may differ the next time.
    const error = query.live
      ? explained
      : textsOverMemory.note(explained, () => queryKey(this.#options.database.id, query));
    if (error.status >= 500) log.error({ err: error, run: this.runId }, 'a query failed');
    // The worker executes while rows are written, so a text may fail to bind before its run exists.
    await this.#record.settled();
    await this.#result.begun().catch(() => {});
    try {
      const isShown = this.#state === 'shown';
      const event = aborted ? 'cancel' : this.#services.isStopping() ? 'interrupt' : 'fail';
      this.#become(event);
      if (hasRun(this.#state)) await this.#record.fail(statusAfter[event], error.message, isShown);
    } catch (lost) {
      log.error({ err: lost, run: this.runId }, 'the end of a run is lost');
    }
    this.#result.refuse(error);
  }
}
