import type { AddManagedTableRequest } from '@quern/contract';
import { declareTable } from '../../lake/declarations.ts';
import { normalizeIdentifier } from '../../lake/identifiers.ts';
import { readTable } from '../databases/table-declarations.ts';
import type { Operation, Reply } from '../operation.ts';
import type { Services } from '../services.ts';
import {
  type ManagedCatalog,
  requireCatalogOfDatabase,
  requireManagedCatalog,
} from './managed-catalog.ts';

export const addTableToConnection: Operation<'connections.addTable', 'clock' | 'metadata'> = async (
  services,
  { scope, params, body },
) =>
  addTable(
    services,
    await requireManagedCatalog(services, scope, params.connection_id),
    params.schema,
    body,
  );

export const addTableToDatabase: Operation<
  'databases.addTable',
  'clock' | 'metadata' | 'remembered'
> = async (services, { scope, params, body }) =>
  addTable(
    services,
    await requireCatalogOfDatabase(services, scope, params.database_id),
    params.schema,
    body,
  );

async function addTable(
  services: Pick<Services, 'clock' | 'metadata'>,
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
