import {
  type Endpoint,
  endpointsById,
  type OperationId,
  pathParameters,
  type RequestOf,
  type ResponseBodyOf,
  type StatusOf,
} from '@quern/contract';

export class QuernError extends Error {
  readonly code: string;
  readonly status: number | undefined;
  readonly requestId: string | undefined;
  constructor(message: string, details: { code: string; status?: number; requestId?: string | undefined }) {
    super(message);
    this.code = details.code;
    this.status = details.status;
    this.requestId = details.requestId;
  }
}

interface CallOptions {
  readonly signal?: AbortSignal | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

type Args<Id extends OperationId> = RequestOf<Id>['params'] &
  RequestOf<Id>['query'] &
  (RequestOf<Id>['body'] extends object ? RequestOf<Id>['body'] : unknown) & { readonly database_id?: string };
type Answer<Id extends OperationId> = ResponseBodyOf<Id, Extract<StatusOf<Id>, 200 | 201 | 202 | 204>>;
type VerbsOf<R extends string> = OperationId extends infer Id
  ? Id extends `${R}.${infer Verb}`
    ? Verb
    : never
  : never;
type ResourceName = OperationId extends infer Id ? (Id extends `${infer R}.${string}` ? R : never) : never;

export type Resources = {
  readonly [R in ResourceName]: {
    readonly [V in VerbsOf<R>]: `${R}.${V}` extends infer Id extends OperationId
      ? (args?: Args<Id>, options?: CallOptions) => Promise<Answer<Id>>
      : never;
  };
};

export function createClient(options: { url: string; token?: string; workspaceId?: string }): Resources {
  const client: Record<string, Record<string, unknown>> = {};
  for (const endpoint of Object.values(endpointsById) as Endpoint[]) {
    const [resource = '', verb = ''] = endpoint.operationId.split('.');
    client[resource] ??= {};
    client[resource][verb] = (args: Record<string, unknown> = {}, call: CallOptions = {}) =>
      send(options, endpoint, args, call);
  }
  return client as unknown as Resources;
}

async function send(
  { url, token, workspaceId }: { url: string; token?: string; workspaceId?: string },
  endpoint: Endpoint,
  args: Record<string, unknown>,
  call: CallOptions,
): Promise<unknown> {
  const rest = { ...args };
  let path: string = endpoint.path;
  for (const name of pathParameters(endpoint.path)) {
    path = path.replace(`{${name}}`, encodeURIComponent(String(rest[name])));
    delete rest[name];
  }
  const query = new URLSearchParams();
  for (const name of Object.keys(endpoint.query?.properties ?? {})) {
    if (rest[name] !== undefined) query.set(name, String(rest[name]));
    delete rest[name];
  }
  const headers: Record<string, string> = { ...call.headers };
  if (token !== undefined) headers.authorization = `Bearer ${token}`;
  if (workspaceId !== undefined && endpoint.security === 'bearer+workspace') headers['x-workspace-id'] = workspaceId;
  if (endpoint.databaseHeader && rest.database_id !== undefined && endpoint.method === 'GET') {
    headers['x-database-id'] = String(rest.database_id);
    delete rest.database_id;
  }
  if (endpoint.databaseHeader === 'required' && rest.database_id !== undefined) {
    headers['x-database-id'] = String(rest.database_id);
    delete rest.database_id;
  }
  if (endpoint.body) headers['content-type'] = 'application/json';
  const response = await fetch(url.replace(/\/+$/, '') + path + (query.size > 0 ? `?${query}` : ''), {
    method: endpoint.method,
    headers,
    ...(endpoint.body ? { body: JSON.stringify(rest) } : {}),
    ...(call.signal ? { signal: call.signal } : {}),
  });
  const text = await response.text();
  const body = text === '' ? undefined : JSON.parse(text);
  if (response.ok) return body;
  const told = body?.error;
  throw new QuernError(told?.message ?? String(told ?? response.status), {
    code: told?.code ?? String(told),
    status: response.status,
    requestId: response.headers.get('x-request-id') ?? undefined,
  });
}
