import type { AddManagedSchemaRequest } from '@quern/contract';
import {
  type ManagedCatalog,
  requireCatalogOfDatabase,
  requireManagedCatalog,
} from '../../finding/managed-catalog.ts';
import type { HasRemembered } from '../../finding/remembered-rows.ts';
import type { HasClock } from '../../kernel/clock.ts';
import { declareSchema } from '../../lake/declarations.ts';
import type { HasMetadata } from '../../metadata/open-metadata.ts';
import { readSchema } from '../databases/table-declarations.ts';
import type { Operation, Reply } from '../operation.ts';

export const addSchemaToConnection: Operation<
  'connections.addSchema',
  HasClock & HasMetadata
> = async (services, { scope, params, body }) =>
  addSchema(services, await requireManagedCatalog(services, scope, params.connection_id), body);

export const addSchemaToDatabase: Operation<
  'databases.addSchema',
  HasClock & HasMetadata & HasRemembered
> = async (services, { scope, params, body }) =>
  addSchema(services, await requireCatalogOfDatabase(services, scope, params.database_id), body);

async function addSchema(
  services: HasClock & HasMetadata,
  catalog: ManagedCatalog,
  body: AddManagedSchemaRequest,
): Promise<Reply<'databases.addSchema'>> {
  const schema = readSchema(body);
  await services.metadata.transaction((trx) =>
    declareSchema(trx, catalog.connectionId, schema, services.clock.now()),
  );
  const tables = schema.tables.map((table) => table.name);
  return {
    status: 201,
    body: { connection_id: catalog.connectionId, schema: schema.name, tables },
  };
}
