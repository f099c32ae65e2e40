/**
 * Permissions of callers, and the kinds of token that have each. The server adds two rules: a
 * read-only token is refused every permission that mutates, and a database token acts on its own
 * database only, wherever a request names a database (path, X-Database-Id, body, or the database of
 * a job).
 * Source: docs/contract/access.md#database-tokens (the rest is 403 ACCESS_DENIED).
 */
import type { TokenKind } from './vocabularies.ts';

export interface PermissionRule {
  /** True if the request changes anything besides its own run and result records. */
  readonly mutates: boolean;
  readonly tokens: readonly TokenKind[];
}

const organization = ['organization'] as const;
const workspace = ['organization', 'workspace'] as const;
const everyone = ['organization', 'workspace', 'database'] as const;

const reads = (tokens: readonly TokenKind[]): PermissionRule => ({ mutates: false, tokens });
const changes = (tokens: readonly TokenKind[]): PermissionRule => ({ mutates: true, tokens });

export const permissions = {
  // A database token sees its one workspace; a workspace token is refused
  // (docs/contract/access.md#workspaces-by-token).
  'workspaces:read': reads(['organization', 'database']),
  'workspaces:create': changes(organization),
  'workspaces:delete': changes(organization),
  'tokens:read': reads(workspace),
  'tokens:write': changes(workspace),
  'tokens:exchange': reads(everyone),
  'tokens:own': reads(everyone),
  'connections:read': reads(workspace),
  'connections:write': changes(workspace),
  'connection_types:read': reads(workspace),
  // Schemas, tables and loads by connection id; the database routes below are the ones open to
  // database tokens.
  'connections:declare': changes(workspace),
  'connections:load': changes(workspace),
  'connections:drop': changes(workspace),
  'databases:read': reads(workspace),
  'databases:create': changes(everyone),
  'databases:delete': changes(workspace),
  'databases:fork': changes(workspace),
  'databases:attach': changes(workspace),
  'databases:declare': changes(everyone),
  'databases:load': changes(everyone),
  'databases:drop': changes(workspace),
  'databases:redeclare': changes(workspace),
  'database_batches:read': reads(workspace),
  'database_batches:write': changes(workspace),
  'database_contexts:read': reads(workspace),
  'database_contexts:write': changes(workspace),
  'queries:run': reads(everyone),
  'query_runs:read': reads(everyone),
  'query_runs:list': reads(workspace),
  'query_runs:cancel': reads(everyone),
  'results:read': reads(everyone),
  'saved_queries:read': reads(workspace),
  'saved_queries:write': changes(workspace),
  'saved_queries:execute': reads(workspace),
  'uploads:write': changes(everyone),
  'embedding_providers:read': reads(workspace),
  'embedding_providers:write': changes(workspace),
  'jobs:list': reads(workspace),
  'jobs:read': reads(everyone),
  'jobs:cancel': changes(everyone),
  'indexes:read': reads(workspace),
  'indexes:write': changes(workspace),
  'secrets:read': reads(workspace),
  'secrets:write': changes(workspace),
  'refresh:run': changes(workspace),
  'usage:read': reads(workspace),
  'information_schema:read': reads(workspace),
} as const satisfies Record<string, PermissionRule>;

export type Permission = keyof typeof permissions;
