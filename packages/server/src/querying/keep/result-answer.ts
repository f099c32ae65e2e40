import type { HasFiles } from '../../engine/engine.ts';
import type { QueryPreview } from '../../engine/query/query-request.ts';
import type { HasClock } from '../../kernel/clock.ts';
import { createDeferred } from '../../kernel/deferred.ts';
import { type QuernError, resultNotKept, toQuernError } from '../../kernel/errors.ts';
import type { HasLog } from '../../kernel/log.ts';
import type { ResultContent } from '../../metadata/result-store.ts';
import { elapsedMs, type QueryOrigin } from './query-origin.ts';
import { resultContent } from './result-content.ts';
import type { HasReuse, ReusableAnswer } from './result-reuse.ts';
import type { Executed, RunRecord } from './run-record.ts';
import type { HasStoreHealth } from './store-health.ts';

/**
 * A caller's answer: the complete stored result, or the first rows of a result that is still being
 * stored.
 */
export interface QueryAnswer {
  readonly rows: ReusableAnswer['rows'];
  readonly truncated: boolean;
  /** Rows of the complete result; null until the result is stored. */
  readonly totalRowCount: number | null;
  /** Null only if a complete result could not be stored. */
  readonly resultId: string | null;
  readonly warning: string | null;
  readonly executionTimeMs: number;
  /** Of a statement that writes: PostgreSQL's name of it, and how many rows it wrote. */
  readonly command?: string;
  readonly rowsAffected?: number | null;
}

export interface ResultAnswerOptions extends QueryOrigin {
  /** The key for reusing the answer; null: not reusable. */
  readonly reuseKey: string | null;
  /**
   * Asynchronous: the answer waits for the stored result. A client that polls runs fetches the
   * result of a truncated answer once, and takes 202 for an error
   * (docs/contract/queries-and-results.md#running-sql).
   */
  readonly detached: boolean;
}

type Rows = Pick<QueryAnswer, 'rows' | 'truncated' | 'totalRowCount'> & Partial<QueryAnswer>;

/** The answer of an execution and the state of the result: shown, stored or not stored. */
export class ResultAnswer {
  readonly #services: HasClock & HasFiles & HasLog & HasReuse & HasStoreHealth;
  readonly #options: ResultAnswerOptions;
  readonly #record: RunRecord;
  readonly #given = createDeferred<QueryAnswer>();
  /**
   * The first rows of a larger result. `shown` settles after they were answered or found unusable.
   */
  #first: { readonly rows: QueryPreview; readonly shown: Promise<void> } | undefined;

  constructor(
    services: HasClock & HasFiles & HasLog & HasReuse & HasStoreHealth,
    options: ResultAnswerOptions,
    record: RunRecord,
  ) {
    this.#services = services;
    this.#options = options;
    this.#record = record;
  }

  /** Settles with the first answer, or with the error for the caller. */
  get given(): Promise<QueryAnswer> {
    return this.#given.promise;
  }

  /** Takes the first rows of a larger result; `onShown` is called before they become the answer. */
  begin(rows: QueryPreview, onShown: () => void): void {
    const shown = this.#show(rows, onShown);
    shown.catch(() => {});
    this.#first = { rows, shown };
  }

  /** Settles after the first rows became the answer or were found unusable. */
  async begun(): Promise<void> {
    await this.#first?.shown;
  }

  /**
   * The caller may use the result's id from now on, so its row must exist. If storing the result is
   * in doubt, the answer waits until it is stored.
   */
  async #show(rows: QueryPreview, onShown: () => void): Promise<void> {
    if (await this.#services.storeHealth.isDoubtful()) return;
    await this.#record.showResult();
    onShown();
    if (!this.#options.detached) this.give({ rows, truncated: true, totalRowCount: null });
  }

  /**
   * Publishes the Parquet object, then records result and run; returns the rows of the answer. A
   * complete result that cannot be stored is answered all the same, and the run records the
   * failure.
   */
  async keep(executed: Executed, isShown: boolean): Promise<Rows> {
    const { reply } = executed;
    let content: ResultContent;
    try {
      const { workspaceId } = this.#options.scope;
      const result = { id: this.#record.resultId, workspaceId };
      content = await resultContent(this.#services, result, reply);
    } catch (error) {
      if (this.#first) throw resultNotKept(error);
      return this.#leaveUnkept(executed, error);
    }
    await this.#record.keep(executed, content, isShown);
    const rows = this.#first?.rows ?? reply;
    const truncated = this.#first !== undefined;
    const { resultId } = this.#record;
    const { rowsScanned } = reply;
    const remembered = { rows, truncated, resultId, rowsScanned };
    this.#services.reuse.remember(this.#options.reuseKey, remembered);
    return { rows, truncated, totalRowCount: reply.rowCount };
  }

  async #leaveUnkept(executed: Executed, error: unknown): Promise<Rows> {
    const { runId } = this.#record;
    this.#services.log.error({ err: error, run: runId }, 'a result could not be kept');
    const warning = 'The result is complete but could not be kept; it cannot be fetched again';
    await this.#record.succeedUnkept(executed, warning);
    const { reply } = executed;
    const totalRowCount = reply.rowCount;
    return { rows: reply, truncated: false, totalRowCount, resultId: null, warning };
  }

  /** Does nothing if an answer was already given. */
  give(answer: Rows): void {
    const executionTimeMs = elapsedMs(this.#services, this.#options);
    this.#given.resolve({
      resultId: this.#record.resultId,
      warning: null,
      executionTimeMs,
      ...answer,
    });
  }

  refuse(error: QuernError): void {
    this.#given.reject(error);
  }

  /**
   * After the first rows a worker only writes the file, so an error there is most likely a full
   * disk. A worker with unread rows reports write errors by itself.
   */
  explain(thrown: unknown): QuernError {
    const error = toQuernError(thrown);
    if (error.code === 'PERSISTENCE_UNAVAILABLE') this.#services.storeHealth.note('failed');
    const isOfWriting = this.#first !== undefined && !this.#first.rows.isUnread;
    if (!isOfWriting || error.code !== 'INTERNAL_SERVER_ERROR') return error;
    this.#services.storeHealth.note('failed');
    return resultNotKept(error);
  }
}
