import { stringifyExact } from './exact-json.ts';

/**
 * Description of an endpoint at run time; `packages/client/src/generated/contract.ts` has one for
 * each endpoint.
 */
export interface OperationEntry {
  readonly method: string;
  /** `/v1/databases/{database_id}` */
  readonly path: string;
  /**
   * Arguments of the path, the query string and the headers: the argument's name to the
   * parameter's.
   */
  readonly parameters: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  readonly headers: Readonly<Record<string, string>>;
  /** All other arguments are fields of a JSON body. */
  readonly body?: boolean;
  /** True if the request names a workspace. */
  readonly workspace?: boolean;
  /** Statuses that are an answer and not an error. */
  readonly statuses: readonly number[];
  readonly list?: OperationList;
}

/** Field of a page with the items, and how to ask for the next page. */
export interface OperationList {
  readonly items: string;
  readonly by: 'cursor' | 'offset' | 'none';
}

export interface CallOptions {
  /** Ends the call, and the work at the server where it can be ended. */
  readonly signal?: AbortSignal | undefined;
  /** Replaces the client's workspace. */
  readonly workspaceId?: string | undefined;
  /** Most repetitions of a call; replaces the client's `retries`. */
  readonly retries?: number | undefined;
  /** Further request headers. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /**
   * Allows a repetition after a lost connection with unknown outcome. GET, PUT and DELETE are
   * always repeated.
   */
  readonly repeatable?: boolean | undefined;
}

export type Arguments = Readonly<Record<string, unknown>>;

/** One complete request. */
export interface PreparedRequest {
  readonly method: string;
  /** Path and query string, below the service's address. */
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
}

/**
 * Puts every argument into path, query or body. Unknown arguments and missing path arguments are
 * errors.
 */
export function prepareRequest(
  id: string,
  entry: OperationEntry,
  args: Arguments,
): PreparedRequest {
  const body: Record<string, unknown> = {};
  const query = new URLSearchParams();
  const headers: Record<string, string> = {};
  let path = entry.path;
  for (const parameter of Object.keys(entry.parameters)) {
    if (args[parameter] === undefined || args[parameter] === '')
      throw new TypeError(`${id} needs '${parameter}'`);
  }
  for (const [name, value] of Object.entries(args)) {
    if (value === undefined) continue;
    const inPath = entry.parameters[name];
    const inQuery = entry.query[name];
    const inHeaders = entry.headers[name];
    if (inPath !== undefined)
      path = path.replace(`{${inPath}}`, () => encodeURIComponent(String(value)));
    else if (inQuery !== undefined) query.set(inQuery, String(value));
    else if (inHeaders !== undefined) headers[inHeaders] = String(value);
    else if (entry.body) body[name] = value;
    else throw new TypeError(`${id} takes no '${name}'`);
  }
  if (entry.body) headers['content-type'] = 'application/json';
  return {
    method: entry.method,
    target: query.size > 0 ? `${path}?${query}` : path,
    headers,
    body: entry.body ? stringifyExact(body) : null,
  };
}
