import type {
  AsyncQueryResponse,
  QueryRequest,
  QueryResponse,
  QueryRunInfo,
  Resources,
} from './generated/contract.ts';
import type { CallOptions } from './operation.ts';
import { QuernError } from './quern-error.ts';
import { type FileFormat, Result, type Row, rowObjects, type Slice } from './result.ts';
import type { Transport } from './transport.ts';
import { backoffMs, pause } from './waiting.ts';

export interface QueryOptions extends CallOptions {
  readonly dialect?: QueryRequest['dialect'];
  readonly defaultCatalog?: string | undefined;
  readonly defaultSchema?: string | undefined;
  /** Keeps a profile of the query's operators: `queryRuns.getProfile`. */
  readonly profile?: boolean | undefined;
  /**
   * Runs apart from the connection and polls the run, for queries of minutes: one request does not
   * wait for ever. Other queries end with the connection.
   */
  readonly background?: boolean | undefined;
  /** Executes, where the rows of an earlier run over the same tables would be the answer. */
  readonly anew?: boolean | undefined;
  /** Most rows that `await` collects; default 1,000,000. */
  readonly maxRows?: number | undefined;
}

export interface QueryRows<R> {
  readonly rows: R[];
  readonly columns: readonly string[];
  readonly queryRunId: string;
  /** Null if the rows could not be kept; `warning` has the reason. */
  readonly resultId: string | null;
  readonly executionTimeMs: number;
  readonly warning: string | null;
}

/** First answer of a query: the first or all rows, or only the run of a background query. */
interface Begun {
  readonly runId: string;
  readonly resultId: string | null;
  readonly executionTimeMs: number;
  readonly warning: string | null;
  /** Null if the rows have to be fetched. */
  readonly first: QueryResponse | null;
}

type Services = Pick<Resources, 'queries' | 'queryRuns'>;

/**
 * A query. The query runs once, on the first read: awaited (all rows, as objects), iterated (row by
 * row, in bounded memory), by slices, or as a file.
 */
export class Query<R = Row> implements PromiseLike<QueryRows<R>>, AsyncIterable<R> {
  readonly #transport: Transport;
  readonly #services: Services;
  readonly #databaseId: string;
  readonly #sql: string;
  readonly #options: QueryOptions;
  #begun: Promise<Begun> | undefined;

  constructor(
    transport: Transport,
    services: Services,
    databaseId: string,
    sql: string,
    options: QueryOptions,
  ) {
    this.#transport = transport;
    this.#services = services;
    this.#databaseId = databaseId;
    this.#sql = sql;
    this.#options = options;
  }

  // biome-ignore lint/suspicious/noThenProperty: it is awaited as a promise is.
  then<A = QueryRows<R>, B = never>(
    onRows?: ((rows: QueryRows<R>) => A | PromiseLike<A>) | null,
    onError?: ((reason: unknown) => B | PromiseLike<B>) | null,
  ): Promise<A | B> {
    return this.#collect().then(onRows, onError);
  }

  /** Yields the rows as objects, one slice in memory at a time. */
  async *[Symbol.asyncIterator](): AsyncGenerator<R, void, undefined> {
    for await (const { columns, rows } of this.slices()) yield* rowObjects<R>(columns, rows);
  }

  /**
   * Rows by slices, each row a list of values beside `columns`. A query without rows gives one
   * empty slice.
   */
  async *slices(): AsyncGenerator<Slice, void, undefined> {
    const begun = await this.#begin();
    const { first } = begun;
    let offset = 0;
    if (first !== null) {
      offset = first.rows.length;
      const whole = !first.truncated;
      // The next slice tells the number of all rows.
      const totalRows = first.total_row_count ?? (whole ? offset : Number.NaN);
      yield { columns: first.columns, offset: 0, rows: first.rows, totalRows };
      if (whole) return;
    }
    yield* this.#resultOf(begun).slices({ offset });
  }

  /** The run, which can be looked up as long as runs are kept. */
  async runId(): Promise<string> {
    return (await this.#begin()).runId;
  }

  /** The kept result. */
  async result(): Promise<Result<R>> {
    return this.#resultOf(await this.#begin());
  }

  /** Streams all rows as one file. */
  async stream(format: FileFormat): Promise<ReadableStream<Uint8Array>> {
    return (await this.result()).stream(format);
  }

  /** Returns all rows as one file. */
  async bytes(format: FileFormat): Promise<Uint8Array> {
    return (await this.result()).bytes(format);
  }

  /** All rows as an Arrow stream (IPC); with `tableFromIPC` of `apache-arrow`, as its table. */
  arrow(): Promise<Uint8Array>;
  arrow<Table>(tableFromIPC: (bytes: Uint8Array) => Table): Promise<Table>;
  async arrow<Table>(tableFromIPC?: (bytes: Uint8Array) => Table): Promise<Uint8Array | Table> {
    const result = await this.result();
    return tableFromIPC ? result.arrow(tableFromIPC) : result.arrow();
  }

  async #collect(): Promise<QueryRows<R>> {
    const begun = await this.#begin();
    const most = this.#options.maxRows ?? 1_000_000;
    const rows: R[] = [];
    let columns: readonly string[] = [];
    for await (const slice of this.slices()) {
      columns = slice.columns;
      if (Math.max(slice.totalRows || 0, rows.length + slice.rows.length) > most)
        throw tooMany(most);
      for (const row of rowObjects<R>(columns, slice.rows)) rows.push(row);
    }
    const { runId, resultId, executionTimeMs, warning } = begun;
    return { rows, columns, queryRunId: runId, resultId, executionTimeMs, warning };
  }

  #resultOf({ resultId, warning }: Begun): Result<R> {
    if (resultId === null) {
      const message = warning ?? 'the rows of this query were not kept; run it again';
      throw new QuernError(message, { code: 'RESULT_NOT_KEPT', operation: 'queries.run' });
    }
    return new Result<R>(this.#transport, this.#databaseId, resultId, callOptions(this.#options));
  }

  #begin(): Promise<Begun> {
    this.#begun ??= this.#run();
    return this.#begun;
  }

  async #run(): Promise<Begun> {
    const { dialect, defaultCatalog, defaultSchema, profile, background, anew } = this.#options;
    const call = callOptions(this.#options);
    const body = {
      sql: this.#sql,
      database_id: this.#databaseId,
      dialect,
      default_catalog: defaultCatalog,
      default_schema: defaultSchema,
      ...(profile ? { profile } : {}),
      ...(background ? { async: true } : {}),
    };
    const headers = { ...call.headers, ...(anew ? { 'cache-control': 'no-cache' } : {}) };
    // An abort in the background waits for the run's id, because cancelling needs the id.
    const signal = background ? undefined : call.signal;
    // A query changes nothing, so a query with a lost answer may run again.
    const answer = await this.#services.queries.run(body, {
      ...call,
      signal,
      headers,
      repeatable: true,
    });
    if ('status_url' in answer) return this.#follow(answer, call);
    return {
      runId: answer.query_run_id,
      resultId: answer.result_id ?? null,
      executionTimeMs: answer.execution_time_ms,
      warning: answer.warning ?? null,
      first: answer,
    };
  }

  /** Waits for a run in the background; an abort cancels the run. */
  async #follow({ query_run_id: id }: AsyncQueryResponse, call: CallOptions): Promise<Begun> {
    const run = { id, database_id: this.#databaseId };
    try {
      for (let attempt = 0; ; attempt += 1) {
        const info = await this.#services.queryRuns.get(run, call);
        if (info.status !== 'running') return ended(info);
        await pause(backoffMs(attempt, 50, 2000), call.signal);
      }
    } catch (error) {
      const { signal, ...rest } = call;
      if (signal?.aborted) await this.#services.queryRuns.cancel(run, rest).catch(() => undefined);
      throw error;
    }
  }
}

function ended(run: QueryRunInfo): Begun {
  if (run.status !== 'succeeded') {
    const code = `QUERY_${run.status.toUpperCase()}`;
    throw new QuernError(run.error_message ?? `the query ended as ${run.status}`, {
      code,
      operation: 'queries.run',
    });
  }
  return {
    runId: run.id,
    resultId: run.result_id ?? null,
    executionTimeMs: run.execution_time_ms ?? 0,
    warning: run.warning_message ?? null,
    first: null,
  };
}

function callOptions({ signal, workspaceId, retries, headers }: QueryOptions): CallOptions {
  return { signal, workspaceId, retries, headers };
}

function tooMany(most: number): QuernError {
  const message =
    `the query gives more than ${most} rows: iterate over it with 'for await', which holds one slice at a time, ` +
    "or allow more with 'maxRows'";
  return new QuernError(message, { code: 'TOO_MANY_ROWS' });
}
