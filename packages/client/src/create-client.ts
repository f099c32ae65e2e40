import {
  type JobStatusResponse,
  type LoadManagedTableResponse,
  operations,
  type Resources,
} from './generated/contract.ts';
import { type WaitOptions, waitForJob } from './jobs.ts';
import { ListRequest } from './list-request.ts';
import { type LoadOptions, type LoadSource, load } from './load.ts';
import type { Arguments, CallOptions, OperationEntry } from './operation.ts';
import { Query, type QueryOptions } from './query.ts';
import { Result, type Row } from './result.ts';
import { readJson, Transport, type TransportOptions } from './transport.ts';
import { type Uploaded, type UploadOptions, upload } from './upload.ts';
import type { UploadSource } from './upload-source.ts';

export type ClientOptions = TransportOptions;

/** `databases.list`, and so on for each endpoint. */
export type OperationId = {
  [R in keyof Resources]: `${R}.${keyof Resources[R] & string}`;
}[keyof Resources];

/**
 * Methods for every endpoint (`client.databases.list()`), and methods that combine several
 * endpoints.
 */
export interface Client extends Resources {
  /** Returns a database by id. */
  database(id: string): Database;
  /** Uploads bytes; the `upload_id` that comes back is a source of loads, once. */
  upload(source: UploadSource, options?: UploadOptions): Promise<Uploaded>;
  /** Waits for the end of a job; throws QuernError `JOB_FAILED` for a failed job. */
  waitForJob(id: string, options?: WaitOptions): Promise<JobStatusResponse>;
  /**
   * Returns the raw answer of an endpoint, for answers other than JSON. Error statuses are thrown.
   */
  fetch(operation: OperationId, args?: Arguments, options?: CallOptions): Promise<Response>;
}

/** Methods for one database. */
export interface Database {
  readonly id: string;
  /**
   * Creates a query that runs on the first read: `await` for all rows, `for await` for row by row.
   */
  query<R = Row>(sql: string, options?: QueryOptions): Query<R>;
  /** Returns a kept result by id. */
  result<R = Row>(id: string, options?: CallOptions): Result<R>;
  /** Loads a table from bytes, rows, an upload or a result, and waits until it is loaded. */
  load(table: string, source: LoadSource, options: LoadOptions): Promise<LoadManagedTableResponse>;
}

/** Creates a client of one service, with one token. */
export function createClient(options: ClientOptions): Client {
  if (!URL.canParse(options.url))
    throw new TypeError(`'${options.url}' is no address; give one such as http://127.0.0.1:4400`);
  const transport = new Transport(options);
  const resources = resourcesOf(transport);
  return {
    ...resources,
    database: (id) => ({
      id,
      query: <R>(sql: string, queryOptions: QueryOptions = {}) =>
        new Query<R>(transport, resources, id, sql, queryOptions),
      result: <R>(resultId: string, callOptions?: CallOptions) =>
        new Result<R>(transport, id, resultId, callOptions),
      load: (table, source, loadOptions) =>
        load(resources, transport, id, table, source, loadOptions),
    }),
    upload: (source, uploadOptions = {}) =>
      upload(resources.uploads, transport, source, uploadOptions),
    waitForJob: (id, waitOptions = {}) => waitForJob(resources.jobs, id, waitOptions),
    fetch: (id, args = {}, callOptions = {}) =>
      transport.call(id, entryOf(id), args, callOptions, async (response) => response),
  };
}

function entryOf(id: string): OperationEntry {
  const entry = operations[id];
  if (entry === undefined) throw new TypeError(`there is no operation '${id}'`);
  return entry;
}

/** Makes a method for each entry of the table; the types are generated. */
function resourcesOf(transport: Transport): Resources {
  const resources: Record<string, Record<string, unknown>> = {};
  for (const [id, entry] of Object.entries(operations)) {
    const [resource = '', verb = ''] = id.split('.');
    const call = (args: Arguments = {}, options: CallOptions = {}) =>
      transport.call(id, entry, args, options, readJson);
    const { list } = entry;
    const method = list
      ? (args: Arguments = {}, options: CallOptions = {}) =>
          new ListRequest(call, list, args, options)
      : call;
    resources[resource] = { ...resources[resource], [verb]: method };
  }
  return resources as unknown as Resources;
}
