/** The Quern HTTP contract as data: the package's entry and only barrel. */
export * from './coerce-query.ts';
export * from './endpoint.ts';
export { resultContentTypes } from './endpoints/results.ts';
export * from './endpoints.ts';
export {
  type ApiErrorCode,
  apiErrorCodes,
  type EndpointError,
  type WorkspaceErrorCode,
  workspaceErrorCodes,
} from './errors.ts';
export * from './openapi.ts';
export * from './permissions.ts';
export * from './schemas/connection-types.ts';
export * from './schemas/connections.ts';
export * from './schemas/database-batches.ts';
export * from './schemas/database-contexts.ts';
export * from './schemas/databases.ts';
export * from './schemas/embedding-providers.ts';
export * from './schemas/errors.ts';
export * from './schemas/indexes.ts';
export * from './schemas/information-schema.ts';
export * from './schemas/jobs.ts';
export * from './schemas/queries.ts';
export * from './schemas/query-runs.ts';
export * from './schemas/refresh.ts';
export * from './schemas/registry.ts';
export * from './schemas/results.ts';
export * from './schemas/saved-queries.ts';
export * from './schemas/secrets.ts';
export type { JsonSchema } from './schemas/shapes.ts';
export * from './schemas/table-layout.ts';
export * from './schemas/table-loads.ts';
export * from './schemas/table-profiles.ts';
export * from './schemas/table-refresh.ts';
export * from './schemas/tokens.ts';
export * from './schemas/uploads.ts';
export * from './schemas/usage.ts';
export * from './schemas/workspaces.ts';
export * from './vocabularies.ts';
