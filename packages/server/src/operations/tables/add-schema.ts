import type { AddManagedSchemaRequest } from '@quern/contract';
import { declareSchema } from '../../lake/declarations.ts';
import { readSchema } from '../databases/table-declarations.ts';
import type { Operation, Reply } from '../operation.ts';
import type { Services } from '../services.ts';
import {
  type ManagedCatalog,
  requireCatalogOfDatabase,
  requireManagedCatalog,
} from './managed-catalog.ts';

export const addSchemaToConnection: Operation<
  'connections.addSchema',
  'clock' | 'metadata'
> = async (services, { scope, params, body }) =>
  addSchema(services, await requireManagedCatalog(services, scope, params.connection_id), body);

export const addSchemaToDatabase: Operation<
  'databases.addSchema',
  'clock' | 'metadata' | 'remembered'
> = async (services, { scope, params, body }) =>
  addSchema(services, await requireCatalogOfDatabase(services, scope, params.database_id), body);

async function addSchema(
  services: Pick<Services, 'clock' | 'metadata'>,
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
