import { stringifyExact } from './exact-json.ts';

/**
 * What the client knows of an endpoint at run time; `packages/client/src/generated/contract.ts`
 * holds one for each.
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
  /** Whether the workspace is named with it. */
  readonly workspace?: boolean;
  /** Statuses that are an answer and no error. */
  readonly statuses: readonly number[];
  readonly list?: OperationList;
}

/** Which field of a page holds the items, and how the next page is asked for. */
export interface OperationList {
  readonly items: string;
  readonly by: 'cursor' | 'offset' | 'none';
}

export interface CallOptions {
  /** Ends the call, and the work at the server where it can be ended. */
  readonly signal?: AbortSignal | undefined;
  /** In place of the client's workspace. */
  readonly workspaceId?: string | undefined;
  /** How often a call is repeated, in place of the client's `retries`. */
  readonly retries?: number | undefined;
  /** Further request headers. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /**
   * That the call may be repeated when its connection is lost and nobody knows whether it was done.
   * GET, PUT and DELETE are, others only with this.
   */
  readonly repeatable?: boolean | undefined;
}

export type Arguments = Readonly<Record<string, unknown>>;

/** One request, put together. */
export interface PreparedRequest {
  readonly method: string;
  /** Path and query string, below the service's address. */
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
}

/**
 * Puts every argument where it belongs; an argument that belongs nowhere is an error, and so is a
 * missing one of the path.
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
