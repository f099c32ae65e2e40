import { listOf, optional, optionalNull, text } from './shapes.ts';
import { DatabaseDefaultSchemaDecl } from './table-layout.ts';

/** What a database is created from; bulk creation takes the same. Identifier rules are the operation's. */
export const databaseTemplate = {
  default_catalog: optionalNull(text('Name of the default catalog, [a-z0-9_]; `default` unless given')),
  default_schema: optionalNull(text('Schema of unqualified names; the only declared schema, else `main`')),
  schemas: optional(listOf(DatabaseDefaultSchemaDecl, { description: 'Declared on the default catalog' })),
  expires_at: optionalNull(text('RFC 3339, or a duration such as `24h`, `90m`, `7d`; absent or empty: never')),
};
