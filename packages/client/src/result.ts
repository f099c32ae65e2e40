import type { GetResultResponse } from './generated/contract.ts';
import { operations } from './generated/contract.ts';
import type { CallOptions, OperationEntry } from './operation.ts';
import { QuernError } from './quern-error.ts';
import type { Transport } from './transport.ts';
import { parseJson, readJson } from './transport.ts';
import { backoffMs, pause } from './waiting.ts';

/** A result as one file; JSON is read by slices. */
export type FileFormat = 'arrow' | 'csv' | 'md' | 'parquet';

export type Row = Record<string, unknown>;

/** Some consecutive rows of a result. */
export interface Slice {
  readonly columns: readonly string[];
  /** Position of the slice's first row, from 0. */
  readonly offset: number;
  readonly rows: readonly (readonly unknown[])[];
  readonly totalRows: number;
}

export interface SliceOptions extends CallOptions {
  /** Rows to begin behind. */
  readonly offset?: number | undefined;
  /** Rows at most; all unless given. */
  readonly limit?: number | undefined;
}

/** Target size of a slice, which is in memory as text and as rows. */
const sliceBytes = 4 * 2 ** 20;
const firstSliceRows = 10_000;
const mostSliceRows = 200_000;

const getResult = operations['results.get'] as OperationEntry;

/** A kept result of a database, read by slices or as a file. */
export class Result<R = Row> implements AsyncIterable<R> {
  readonly id: string;
  readonly databaseId: string;
  readonly #transport: Transport;
  readonly #options: CallOptions;

  constructor(transport: Transport, databaseId: string, id: string, options: CallOptions = {}) {
    this.#transport = transport;
    this.databaseId = databaseId;
    this.id = id;
    this.#options = options;
  }

  /** Yields the rows as objects, one slice in memory at a time. */
  async *[Symbol.asyncIterator](): AsyncGenerator<R, void, undefined> {
    for await (const { columns, rows } of this.slices()) yield* rowObjects<R>(columns, rows);
  }

  /**
   * Rows by slices of some MiB, each row a list of values beside `columns`. An empty result gives
   * one empty slice.
   */
  async *slices(options: SliceOptions = {}): AsyncGenerator<Slice, void, undefined> {
    const end = (options.offset ?? 0) + (options.limit ?? Number.POSITIVE_INFINITY);
    let size = firstSliceRows;
    let most = mostSliceRows;
    for (let offset = options.offset ?? 0; ; ) {
      const limit = Math.min(size, end - offset);
      const read = await this.#slice(offset, limit, options);
      // Rows of this size do not fit into one answer; fewer rows do.
      if (read === 'too large') {
        size = Math.ceil(limit / 8);
        most = Math.ceil(limit / 2);
        continue;
      }
      yield read.slice;
      offset += read.slice.rows.length;
      if (offset >= Math.min(end, read.slice.totalRows) || read.slice.rows.length === 0) return;
      const fitting = Math.ceil((size * sliceBytes) / read.length);
      size = Math.min(fitting, size * 4, most);
    }
  }

  /** Streams one file of all rows. Parquet allows no `offset` and `limit`. */
  async stream(
    format: FileFormat,
    options: SliceOptions = {},
  ): Promise<ReadableStream<Uint8Array>> {
    const { offset, limit, ...rest } = options;
    const response = await this.#whenReady({ format, offset, limit }, rest, async (ready) => ready);
    if (response.body === null)
      throw new QuernError('the answer has no body', { code: 'UNREADABLE_ANSWER' });
    return response.body;
  }

  /** Returns one file of all rows. */
  async bytes(format: FileFormat, options: SliceOptions = {}): Promise<Uint8Array> {
    const { offset, limit, ...rest } = options;
    const buffer = await this.#whenReady({ format, offset, limit }, rest, (response) =>
      response.arrayBuffer(),
    );
    return new Uint8Array(buffer);
  }

  /** The rows as an Arrow stream (IPC); with `tableFromIPC` of `apache-arrow`, as its table. */
  arrow(): Promise<Uint8Array>;
  arrow<Table>(tableFromIPC: (bytes: Uint8Array) => Table): Promise<Table>;
  async arrow<Table>(tableFromIPC?: (bytes: Uint8Array) => Table): Promise<Uint8Array | Table> {
    const bytes = await this.bytes('arrow');
    return tableFromIPC ? tableFromIPC(bytes) : bytes;
  }

  async #slice(offset: number, limit: number, options: CallOptions) {
    try {
      return await this.#whenReady({ format: 'json', offset, limit }, options, async (response) => {
        const text = await response.text();
        const body = parseJson(response, text) as GetResultResponse;
        const slice: Slice = {
          columns: body.columns ?? [],
          offset,
          rows: body.rows ?? [],
          totalRows: body.total_row_count ?? 0,
        };
        // A compressed answer has no content-length, so the body is counted.
        return { slice, length: text.length };
      });
    } catch (error) {
      if (error instanceof QuernError && error.code === 'RESULT_TOO_LARGE' && limit > 1)
        return 'too large';
      throw error;
    }
  }

  /** Returns the kept result; waits for rows that are still being written. */
  async #whenReady<T>(
    args: Readonly<Record<string, unknown>>,
    options: CallOptions,
    read: (response: Response) => Promise<T>,
  ): Promise<T> {
    const call = { ...this.#options, ...options };
    const headers = { ...call.headers, accept: '*/*' };
    const all = { ...args, id: this.id, database_id: this.databaseId };
    for (let attempt = 0; ; attempt += 1) {
      const got = await this.#transport.call(
        'results.get',
        getResult,
        all,
        { ...call, headers },
        async (response) => {
          if (response.status === 200) return { value: await read(response) };
          return { state: (await readJson(response)) as GetResultResponse };
        },
      );
      if ('value' in got) return got.value;
      const { status, error_message: reason } = got.state;
      if (status === 'failed')
        throw new QuernError(reason ?? 'the result failed', { code: 'RESULT_FAILED' });
      await pause(backoffMs(attempt, 50, 1000), call.signal);
    }
  }
}

/** Rows as objects by column name. Column names must differ. */
export function rowObjects<R>(
  columns: readonly string[],
  rows: readonly (readonly unknown[])[],
): R[] {
  const twice = columns.find((column, index) => columns.indexOf(column) !== index);
  if (twice !== undefined) {
    const message = `two columns are called '${twice}': name them apart with AS, or read 'slices()', whose rows are lists`;
    throw new QuernError(message, { code: 'DUPLICATE_COLUMNS' });
  }
  // A column may be called __proto__, which an assignment would not make a field of.
  return rows.map(
    (row) => Object.fromEntries(columns.map((column, index) => [column, row[index]])) as R,
  );
}
