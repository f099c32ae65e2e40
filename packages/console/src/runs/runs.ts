import type { Client, QuernError } from '@quern/client';
import { readyResult } from '../api/ready-result.ts';
import { KeptState } from '../kept-state.ts';
import { endIfRefused } from '../session/session.ts';

/** A result ready to show: all rows at the service, the first rows here. */
export interface RunAnswer {
  readonly runId: string;
  readonly databaseId: string;
  /** Null if the rows here are all rows and were not kept. */
  readonly resultId: string | null;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly unknown[])[];
  readonly totalRows: number;
  readonly elapsedMs: number | null;
  readonly warning: string | null;
  readonly isProfiled: boolean;
}

export type RunState =
  | {
      readonly kind: 'running';
      readonly startedAt: number;
      readonly runId: string | null;
      readonly stop: () => void;
    }
  | { readonly kind: 'done'; readonly answer: RunAnswer }
  | {
      readonly kind: 'failed';
      readonly error: unknown;
      readonly sql: string;
      readonly offset: number;
    }
  | { readonly kind: 'cancelled' };

export interface RunRequest {
  readonly sql: string;
  /** Start of `sql` in the tab's text, for positions of errors. */
  readonly offset: number;
  readonly databaseId: string;
  readonly dialect: string;
  readonly isProfiled?: boolean;
}

/**
 * Milliseconds until the service answers that a run goes on in the background; the least allowed
 * value.
 */
const waitMs = 1000;
export const firstRows = 500;

/** Runs and outcomes by tab, which outlive the page. */
export class Runs {
  readonly #client: Client;
  /** Run that a tab waits for; the outcome of an earlier run is ignored. */
  readonly #current = new Map<string, AbortController>();
  readonly states = new KeptState<ReadonlyMap<string, RunState>>(new Map());

  constructor(client: Client) {
    this.#client = client;
  }

  /**
   * Runs a text for a tab. `onRunId` is told the run once the service has taken it to the
   * background.
   */
  async start(tabId: string, request: RunRequest, onRunId: (id: string) => void): Promise<void> {
    this.stop(tabId);
    const abort = this.#begin(tabId);
    const { sql, offset, databaseId, isProfiled = false } = request;
    this.#set(tabId, abort, {
      kind: 'running',
      startedAt: Date.now(),
      runId: null,
      stop: () => abort.abort(),
    });
    try {
      const answer = await this.#client.queries.run(
        {
          sql,
          database_id: databaseId,
          dialect: request.dialect as 'hotsql',
          profile: isProfiled,
          async: true,
          async_after_ms: waitMs,
        },
        { signal: abort.signal },
      );
      onRunId(answer.query_run_id);
      // The end of the run tells the number of rows of a cut answer.
      if ('status_url' in answer || answer.truncated)
        return await this.#follow(tabId, { runId: answer.query_run_id, ...request }, abort);
      this.#set(tabId, abort, {
        kind: 'done',
        answer: {
          runId: answer.query_run_id,
          databaseId,
          resultId: answer.result_id ?? null,
          columns: answer.columns,
          rows: answer.rows,
          totalRows: answer.total_row_count ?? answer.rows.length,
          elapsedMs: answer.execution_time_ms,
          warning: answer.warning ?? null,
          isProfiled,
        },
      });
    } catch (error) {
      endIfRefused(error);
      this.#set(
        tabId,
        abort,
        abort.signal.aborted ? { kind: 'cancelled' } : { kind: 'failed', error, sql, offset },
      );
    }
  }

  /** Goes on with the run of a tab that an earlier page began. */
  async resume(
    tabId: string,
    run: { readonly id: string; readonly databaseId: string },
  ): Promise<void> {
    if (this.states.get().has(tabId)) return;
    const abort = this.#begin(tabId);
    const request = { runId: run.id, databaseId: run.databaseId, sql: '', offset: 0 };
    this.#set(tabId, abort, {
      kind: 'running',
      startedAt: Date.now(),
      runId: run.id,
      stop: () => this.#cancel(request, abort),
    });
    try {
      await this.#follow(tabId, request, abort);
    } catch (error) {
      endIfRefused(error);
      // Runs are kept for a limited time; a tab whose run is gone counts as not run.
      if ((error as QuernError).status === 404) this.forget(tabId);
      else this.#set(tabId, abort, { kind: 'failed', error, sql: '', offset: 0 });
    }
  }

  stop(tabId: string): void {
    const state = this.states.get().get(tabId);
    if (state?.kind === 'running') state.stop();
  }

  forget(tabId: string): void {
    this.states.update((states) => {
      const rest = new Map(states);
      rest.delete(tabId);
      return rest;
    });
  }

  async #follow(
    tabId: string,
    request: {
      readonly runId: string;
      readonly databaseId: string;
      readonly sql: string;
      readonly offset: number;
      readonly isProfiled?: boolean;
    },
    abort: AbortController,
  ): Promise<void> {
    const { runId, databaseId, sql, offset } = request;
    const ids = { id: runId, database_id: databaseId };
    let run = await this.#client.queryRuns.get(ids);
    const startedAt = Date.parse(run.created_at);
    if (run.status === 'running') {
      this.#set(tabId, abort, {
        kind: 'running',
        startedAt,
        runId,
        stop: () => this.#cancel(request, abort),
      });
    }
    for (let pauseMs = 200; run.status === 'running'; pauseMs = Math.min(pauseMs * 1.3, 2000)) {
      await new Promise((resume) => window.setTimeout(resume, pauseMs));
      run = await this.#client.queryRuns.get(ids);
    }
    if (run.status === 'cancelled') return this.#set(tabId, abort, { kind: 'cancelled' });
    if (run.status !== 'succeeded' || !run.result_id) {
      const error = new Error(run.error_message ?? `The run has ended as ${run.status}`);
      return this.#set(tabId, abort, { kind: 'failed', error, sql, offset });
    }
    const first = await readyResult(this.#client, {
      id: run.result_id,
      database_id: databaseId,
      limit: firstRows,
    });
    this.#set(tabId, abort, {
      kind: 'done',
      answer: {
        runId,
        databaseId,
        resultId: run.result_id,
        columns: first.columns ?? [],
        rows: first.rows ?? [],
        totalRows: first.total_row_count ?? run.row_count ?? 0,
        elapsedMs: run.execution_time_ms ?? null,
        warning: run.warning_message ?? null,
        isProfiled: request.isProfiled ?? false,
      },
    });
  }

  /** The run ends at the service, and the console waits for the end. */
  #cancel(
    { runId, databaseId }: { readonly runId: string; readonly databaseId: string },
    abort: AbortController,
  ): void {
    this.#client.queryRuns
      .cancel({ id: runId, database_id: databaseId })
      .catch(() => abort.abort());
  }

  #begin(tabId: string): AbortController {
    const abort = new AbortController();
    this.#current.set(tabId, abort);
    return abort;
  }

  #set(tabId: string, abort: AbortController, state: RunState): void {
    if (this.#current.get(tabId) === abort)
      this.states.update((states) => new Map(states).set(tabId, state));
  }
}
