import { forms, noneOf } from './forms.ts';
import { listOf, optional, optionalNull, textLike } from './shapes.ts';
import { DatabaseDefaultSchemaDecl } from './table-layout.ts';

/**
 * Template of a new database; bulk creation uses the template too. The operation checks
 * identifiers.
 */
export const databaseTemplate = {
  default_catalog: optionalNull(
    textLike(
      forms.lowerIdentifier,
      'Name of the default catalog, [a-z0-9_]; `default` unless given',
      noneOf(['quern', 'information_schema', 'pg_catalog', 'system', 'temp', 'main', 'memory']),
    ),
  ),
  default_schema: optionalNull(
    textLike(
      forms.lowerIdentifier,
      'Schema of unqualified names; the only declared schema, else `main`',
      noneOf(['information_schema', 'pg_catalog']),
    ),
  ),
  schemas: optional(
    listOf(DatabaseDefaultSchemaDecl, { description: 'Declared on the default catalog' }),
  ),
  expires_at: optionalNull(
    textLike(
      forms.expiry,
      'RFC 3339, or a duration such as `24h`, `90m`, `7d`; absent or empty: never',
    ),
  ),
};
