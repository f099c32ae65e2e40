import type { AddManagedTableRequest } from '@quern/contract';
import {
  type ManagedCatalog,
  requireCatalogOfDatabase,
  requireManagedCatalog,
} from '../../finding/managed-catalog.ts';
import type { HasRemembered } from '../../finding/remembered-rows.ts';
import type { HasClock } from '../../kernel/clock.ts';
import { declareTable } from '../../lake/declarations.ts';
import { normalizeIdentifier } from '../../lake/identifiers.ts';
import type { HasMetadata } from '../../metadata/open-metadata.ts';
import { readTable } from '../databases/table-declarations.ts';
import type { Operation, Reply } from '../operation.ts';

export const addTableToConnection: Operation<
  'connections.addTable',
  HasClock & HasMetadata
> = async (services, { scope, params, body }) =>
  addTable(
    services,
    await requireManagedCatalog(services, scope, params.connection_id),
    params.schema,
    body,
  );

export const addTableToDatabase: Operation<
  'databases.addTable',
  HasClock & HasMetadata & HasRemembered
> = async (services, { scope, params, body }) =>
  addTable(
    services,
    await requireCatalogOfDatabase(services, scope, params.database_id),
    params.schema,
    body,
  );

async function addTable(
  services: HasClock & HasMetadata,
  catalog: ManagedCatalog,
  schemaText: string,
  body: AddManagedTableRequest,
): Promise<Reply<'databases.addTable'>> {
  const schema = normalizeIdentifier(schemaText, 'schema');
  const table = readTable(body);
  await services.metadata.transaction((trx) =>
    declareTable(trx, catalog.connectionId, schema, table, services.clock.now()),
  );
  return { status: 201, body: { connection_id: catalog.connectionId, schema, table: table.name } };
}
