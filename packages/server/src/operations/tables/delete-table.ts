import {
  type ManagedCatalog,
  requireCatalogOfDatabase,
  requireManagedCatalog,
} from '../../finding/managed-catalog.ts';
import type { HasRemembered } from '../../finding/remembered-rows.ts';
import type { HasClock } from '../../kernel/clock.ts';
import { dropTable } from '../../lake/declarations.ts';
import { normalizeIdentifier } from '../../lake/identifiers.ts';
import type { HasMetadata } from '../../metadata/open-metadata.ts';
import type { Operation, Reply } from '../operation.ts';

export const deleteTableOfConnection: Operation<
  'connections.deleteTable',
  HasClock & HasMetadata
> = async (services, { scope, params }) =>
  deleteTable(services, await requireManagedCatalog(services, scope, params.connection_id), params);

export const deleteTableOfDatabase: Operation<
  'databases.deleteTable',
  HasClock & HasMetadata & HasRemembered
> = async (services, { scope, params }) =>
  deleteTable(
    services,
    await requireCatalogOfDatabase(services, scope, params.database_id),
    params,
  );

/** Data and declaration are deleted together; the name can be declared again at once. */
async function deleteTable(
  services: HasClock & HasMetadata,
  catalog: ManagedCatalog,
  name: { schema: string; table: string },
): Promise<Reply<'databases.deleteTable'>> {
  const schema = normalizeIdentifier(name.schema, 'schema');
  const table = normalizeIdentifier(name.table, 'table');
  await services.metadata.transaction((trx) =>
    dropTable(trx, catalog.connectionId, schema, table, services.clock.now()),
  );
  return { status: 204, body: undefined };
}
