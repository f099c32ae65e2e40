import type { HasClock } from '../kernel/clock.ts';
import { notFound } from '../kernel/errors.ts';
import { normalizeIdentifier } from '../lake/identifiers.ts';
import type { HasLakes } from '../lake/lake-catalogs.ts';
import type { LakeTable } from '../lake/model.ts';
import type { HasMetadata } from '../metadata/open-metadata.ts';
import type { Scope } from '../scope/principal.ts';
import { requireConnection } from './find-connection.ts';
import { requireCatalogOfDatabase } from './managed-catalog.ts';
import type { HasRemembered } from './remembered-rows.ts';

/** The table of a request about indexes. */
export interface IndexedTable {
  readonly lakeId: string;
  /** The database whose default catalog contains the table; null for other connections. */
  readonly databaseId: string | null;
  readonly table: LakeTable;
}

interface TableName {
  readonly schema: string;
  readonly table: string;
}

/** A table of any connection, also of a connection to a source. Throws 404 for a missing table. */
export async function tableOfConnection(
  services: HasClock & HasLakes & HasMetadata,
  scope: Scope,
  { connection_id, ...name }: TableName & { readonly connection_id: string },
): Promise<IndexedTable> {
  const { id, database_id } = await requireConnection(services, scope, connection_id);
  return findTable(services, id, database_id, name);
}

/** A table in the default catalog of a database. */
export async function tableOfDatabase(
  services: HasClock & HasLakes & HasMetadata & HasRemembered,
  scope: Scope,
  { database_id, ...name }: TableName & { readonly database_id: string },
): Promise<IndexedTable> {
  const { connectionId, databaseId } = await requireCatalogOfDatabase(services, scope, database_id);
  return findTable(services, connectionId, databaseId, name);
}

async function findTable(
  { lakes }: HasLakes,
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
