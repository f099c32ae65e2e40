/**
 * Parts of an endpoint of the contract. Endpoints are values: routes, clients and documents are
 * made from them.
 */
import type { TObject, TSchema } from 'typebox';
import type { EndpointError } from './errors.ts';
import type { Permission } from './permissions.ts';

export type HttpMethod = 'GET' | 'POST' | 'PUT' | 'DELETE';

export interface EndpointResponse {
  readonly description: string;
  /** Absent: no body. */
  readonly schema?: TSchema;
  /** Content types besides application/json; `schema` does not describe their bodies. */
  readonly otherContent?: readonly string[];
  /** Response headers, name to meaning. */
  readonly headers?: Readonly<Record<string, string>>;
}

export interface EndpointDefinition {
  readonly method: HttpMethod;
  /**
   * OpenAPI form, `/v1/databases/{database_id}`; path parameters are opaque strings without a
   * schema.
   */
  readonly path: `/v1/${string}`;
  /** Forms of path parameters, as published; other values are refused with 400. */
  readonly pathForms?: Readonly<Record<string, string>>;
  readonly summary: string;
  readonly description?: string;
  /**
   * Tells if X-Workspace-Id selects the workspace (docs/contract/requests.md#headers). `none`: the
   * body is the credential.
   */
  readonly security: 'none' | 'bearer' | 'bearer+workspace';
  /** E1 or E2 of docs/contract/errors.md#body-shapes. */
  readonly errorShape: 'api' | 'workspace';
  readonly permission: Permission;
  /**
   * X-Database-Id: `required` is 400 when missing; on a query the body may name the database
   * instead.
   */
  readonly databaseHeader?: 'required' | 'optional';
  /** Further request headers, in lower case. */
  readonly headers?: TObject;
  readonly query?: TObject;
  /** Optional: an empty body is accepted with any Content-Type. */
  readonly body?: {
    readonly schema: TSchema;
    readonly required: boolean;
    /** Taken as application/x-www-form-urlencoded too, where every field is text. */
    readonly form?: true;
  };
  /** Status of a body that breaks the schema, if not 400. */
  readonly validationStatus?: 422;
  /** Successes, and answers without an error envelope (a failed result, shape E5). */
  readonly responses: { readonly [status: number]: EndpointResponse };
  /** Errors besides the shared errors, see `errorsOf`. */
  readonly errors: readonly EndpointError[];
  /** Beyond the published contract. */
  readonly extension?: true;
}

export interface Endpoint extends EndpointDefinition {
  /** `<resource>.<verb>`, the name in routes, logs, metrics and files. */
  readonly operationId: string;
  readonly tag: string;
}

type Named<D extends Readonly<Record<string, EndpointDefinition>>> = {
  readonly [K in keyof D & string]: D[K] & { readonly operationId: K; readonly tag: string };
};

/** Endpoints of one resource, keyed by operation id; each value gets the key as `operationId`. */
export function defineEndpoints<const D extends Readonly<Record<string, EndpointDefinition>>>(
  tag: string,
  definitions: D,
): Named<D> {
  const named = Object.entries(definitions).map(([operationId, definition]) => [
    operationId,
    { ...definition, operationId, tag },
  ]);
  return Object.fromEntries(named) as Named<D>;
}

/** Names of the path's parameters, in order. */
export function pathParameters(path: string): string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].flatMap(([, name]) => (name === undefined ? [] : [name]));
}

const sharedErrors = {
  api: {
    malformed: { status: 400, codes: ['BAD_REQUEST'], when: 'the request breaks its schema' },
    unauthorized: {
      status: 401,
      codes: ['UNAUTHORIZED'],
      when: 'the bearer token is missing or invalid',
    },
    forbidden: { status: 403, codes: ['ACCESS_DENIED'], when: 'the token does not allow this' },
    slow: { status: 408, codes: ['REQUEST_TIMEOUT'], when: 'the body comes too slowly' },
    tooLarge: { status: 413, codes: ['PAYLOAD_TOO_LARGE'], when: 'the body is too large' },
    mediaType: { status: 415, codes: ['UNSUPPORTED_MEDIA_TYPE'], when: 'the body is not JSON' },
    overloaded: {
      status: 429,
      codes: ['OVERLOADED'],
      when: 'too much is under way; nothing was done',
    },
    internal: { status: 500, codes: ['INTERNAL_SERVER_ERROR'], when: 'internal error' },
    unavailable: {
      status: 503,
      codes: ['SERVICE_UNAVAILABLE', 'PERSISTENCE_UNAVAILABLE'],
      when: 'the service is stopping, or cannot reach or write what it keeps',
    },
  },
  workspace: {
    malformed: { status: 400, codes: ['bad_request'], when: 'the request breaks its schema' },
    unauthorized: {
      status: 401,
      codes: ['missing_authorization', 'invalid_token'],
      when: 'the bearer token is missing or invalid',
    },
    forbidden: { status: 403, codes: ['forbidden'], when: 'the token does not allow this' },
    slow: { status: 408, codes: ['request_timeout'], when: 'the body comes too slowly' },
    tooLarge: { status: 413, codes: ['payload_too_large'], when: 'the body is too large' },
    mediaType: { status: 415, codes: ['unsupported_media_type'], when: 'the body is not JSON' },
    overloaded: {
      status: 429,
      codes: ['overloaded'],
      when: 'too much is under way; nothing was done',
    },
    internal: { status: 500, codes: ['internal_server_error'], when: 'internal error' },
    unavailable: {
      status: 503,
      codes: ['service_unavailable', 'persistence_unavailable'],
      when: 'the service is stopping, or cannot reach or write what it keeps',
    },
  },
} as const satisfies Record<Endpoint['errorShape'], Record<string, EndpointError>>;

const unknownWorkspace: EndpointError = {
  status: 404,
  codes: ['NOT_FOUND'],
  when: 'the workspace does not exist',
};

/** Every error of an endpoint, own and shared, one entry for each status, ascending. */
export function errorsOf(endpoint: Endpoint): EndpointError[] {
  const shared = sharedErrors[endpoint.errorShape];
  const all: EndpointError[] = [
    ...endpoint.errors,
    shared.malformed,
    shared.unauthorized,
    shared.forbidden,
  ];
  if (endpoint.security === 'bearer+workspace') all.push(unknownWorkspace);
  if (endpoint.body !== undefined) all.push(shared.slow, shared.tooLarge, shared.mediaType);
  all.push(shared.overloaded, shared.internal, shared.unavailable);
  const byStatus = new Map<number, EndpointError>();
  for (const error of all) {
    const known = byStatus.get(error.status);
    byStatus.set(error.status, known === undefined ? error : merged(known, error));
  }
  return [...byStatus.values()].sort((one, other) => one.status - other.status);
}

function merged(one: EndpointError, other: EndpointError): EndpointError {
  const codes = [...new Set([...one.codes, ...other.codes])];
  const when = one.when === other.when ? one.when : `${one.when}; ${other.when}`;
  return { status: one.status, codes, when };
}
