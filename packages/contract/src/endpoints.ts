/** Every endpoint of the contract, with types for handlers and clients. */
import type { Static, TSchema } from 'typebox';
import type { Endpoint } from './endpoint.ts';
import { connectionTableEndpoints } from './endpoints/connection-tables.ts';
import { connectionTypeEndpoints } from './endpoints/connection-types.ts';
import { connectionEndpoints } from './endpoints/connections.ts';
import { databaseBatchEndpoints } from './endpoints/database-batches.ts';
import { databaseContextEndpoints } from './endpoints/database-contexts.ts';
import { databaseTableEndpoints } from './endpoints/database-tables.ts';
import { databaseEndpoints } from './endpoints/databases.ts';
import { embeddingProviderEndpoints } from './endpoints/embedding-providers.ts';
import { indexEndpoints } from './endpoints/indexes.ts';
import { informationSchemaEndpoints } from './endpoints/information-schema.ts';
import { jobEndpoints } from './endpoints/jobs.ts';
import { queryEndpoints, queryRunEndpoints } from './endpoints/queries.ts';
import { refreshEndpoints } from './endpoints/refresh.ts';
import { resultEndpoints } from './endpoints/results.ts';
import { savedQueryEndpoints } from './endpoints/saved-queries.ts';
import { secretEndpoints } from './endpoints/secrets.ts';
import { tokenEndpoints } from './endpoints/tokens.ts';
import { uploadEndpoints } from './endpoints/uploads.ts';
import { usageEndpoints } from './endpoints/usage.ts';
import { workspaceEndpoints } from './endpoints/workspaces.ts';

/** Order of the OpenAPI document. */
export const endpointsById = {
  ...workspaceEndpoints,
  ...tokenEndpoints,
  ...databaseEndpoints,
  ...databaseTableEndpoints,
  ...databaseBatchEndpoints,
  ...databaseContextEndpoints,
  ...uploadEndpoints,
  ...queryEndpoints,
  ...queryRunEndpoints,
  ...resultEndpoints,
  ...savedQueryEndpoints,
  ...jobEndpoints,
  ...informationSchemaEndpoints,
  ...connectionEndpoints,
  ...connectionTableEndpoints,
  ...connectionTypeEndpoints,
  ...refreshEndpoints,
  ...secretEndpoints,
  ...indexEndpoints,
  ...embeddingProviderEndpoints,
  ...usageEndpoints,
};

export type EndpointsById = typeof endpointsById;
export type OperationId = keyof EndpointsById;

export const endpoints: readonly (Endpoint & { readonly operationId: OperationId })[] =
  Object.values(endpointsById);

export const operationIds = Object.keys(endpointsById) as readonly OperationId[];

/** Names in braces of a path, as an object of strings. */
export type PathParameters<Path extends string> = {
  readonly [Name in NamesInBraces<Path>]: string;
};
type NamesInBraces<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | NamesInBraces<Rest>
  : never;

type NoParameters = Readonly<Record<never, never>>;
type QueryOf<E> = E extends { readonly query: infer S extends TSchema } ? Static<S> : NoParameters;
type HeadersOf<E> = E extends { readonly headers: infer S extends TSchema }
  ? Static<S>
  : NoParameters;
type BodyOf<E> = E extends {
  readonly body: { readonly schema: infer S extends TSchema; readonly required: infer R };
}
  ? R extends true
    ? Static<S>
    : Static<S> | undefined
  : undefined;

/**
 * Validated input of an operation's handler. `headers` are the declared headers except
 * X-Database-Id, in lower case.
 */
export interface RequestOf<Id extends OperationId> {
  readonly params: PathParameters<EndpointsById[Id]['path']>;
  readonly query: QueryOf<EndpointsById[Id]>;
  readonly headers: HeadersOf<EndpointsById[Id]>;
  readonly body: BodyOf<EndpointsById[Id]>;
}

/** Statuses that an operation answers without an error envelope. */
export type StatusOf<Id extends OperationId> = keyof EndpointsById[Id]['responses'] & number;

/** The JSON body that goes with a status; undefined where there is none. */
export type ResponseBodyOf<Id extends OperationId, Status extends StatusOf<Id> = StatusOf<Id>> =
  Status extends StatusOf<Id>
    ? EndpointsById[Id]['responses'][Status] extends { readonly schema: infer S extends TSchema }
      ? Static<S>
      : undefined
    : never;

/** The answers of an operation, told apart by status. */
export type ResponseOf<Id extends OperationId> = {
  readonly [Status in StatusOf<Id>]: {
    readonly status: Status;
    readonly body: ResponseBodyOf<Id, Status>;
  };
}[StatusOf<Id>];

/** The endpoint of an operation id. */
export function endpointOf<Id extends OperationId>(operationId: Id): EndpointsById[Id] {
  return endpointsById[operationId];
}
