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
  services: HasClock & HasLakes & HasMetadata,
  scope: Scope,
  { connection_id, ...name }: TableName & { readonly connection_id: string },
): Promise<IndexedTable> {
  const { id, database_id } = await requireConnection(services, scope, connection_id);
  return findTable(services, id, database_id, name);
}

/** Of the default catalog of a database. */
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
