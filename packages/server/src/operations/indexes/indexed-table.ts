import { notFound } from '../../kernel/errors.ts';
import { normalizeIdentifier } from '../../lake/identifiers.ts';
import type { LakeTable } from '../../lake/model.ts';
import type { Scope } from '../../scope/principal.ts';
import { requireConnection } from '../connections/find-connection.ts';
import type { Services } from '../services.ts';
import { requireCatalogOfDatabase } from '../tables/managed-catalog.ts';

/** A table whose indexes a request is about. */
export interface IndexedTable {
  readonly lakeId: string;
  /** The database whose default catalog has it; null of any other connection's. */
  readonly databaseId: string | null;
  readonly table: LakeTable;
}

interface TableName {
  readonly schema: string;
  readonly table: string;
}

/** Of any connection, also one to a source elsewhere. 404 where there is no such table. */
export async function tableOfConnection(
  services: Pick<Services, 'clock' | 'lakes' | 'metadata'>,
  scope: Scope,
  { connection_id, ...name }: TableName & { readonly connection_id: string },
): Promise<IndexedTable> {
  const { id, database_id } = await requireConnection(services, scope, connection_id);
  return findTable(services, id, database_id, name);
}

/** Of the default catalog of a database. */
export async function tableOfDatabase(
  services: Pick<Services, 'clock' | 'lakes' | 'metadata' | 'remembered'>,
  scope: Scope,
  { database_id, ...name }: TableName & { readonly database_id: string },
): Promise<IndexedTable> {
  const { connectionId, databaseId } = await requireCatalogOfDatabase(services, scope, database_id);
  return findTable(services, connectionId, databaseId, name);
}

async function findTable(
  { lakes }: Pick<Services, 'lakes'>,
  lakeId: string,
  databaseId: string | null,
  name: TableName,
): Promise<IndexedTable> {
  const schema = normalizeIdentifier(name.schema, 'schema');
  const table = normalizeIdentifier(name.table, 'table');
  const found = (await lakes.read(lakeId))?.schemas.get(schema)?.get(table);
  if (!found) throw notFound(`Table '${schema}.${table}' not found`);
  return { lakeId, databaseId, table: found };
}
