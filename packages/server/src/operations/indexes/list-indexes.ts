import { notFound } from '../../kernel/errors.ts';
import { normalizeIdentifier } from '../../lake/identifiers.ts';
import { requireConnection } from '../connections/find-connection.ts';
import { requireDatabaseOfHeader } from '../databases/find-database.ts';
import type { Operation } from '../operation.ts';
import { clampLimit, decodeCursor, pageSizes } from '../paging.ts';

/** No table has an index: none can be made in this version, and who looks for one finds none. */
export const listIndexes: Operation<'indexes.list'> = async (services, { scope, headers, query }) => {
  const limit = clampLimit(query.limit, pageSizes.usual);
  await requireDatabaseOfHeader(services, scope, headers['x-database-id']);
  decodeCursor(query.cursor);
  return { status: 200, body: { indexes: [], count: 0, has_more: false, limit } };
};

/** The indexes of one table. */
export const listIndexesOfTable: Operation<'indexes.listOfTable'> = async (services, { scope, params }) => {
  const schema = normalizeIdentifier(params.schema, 'schema');
  const table = normalizeIdentifier(params.table, 'table');
  const { id } = await requireConnection(services, scope, params.connection_id);
  const found = (await services.lakes.read(id))?.schemas.get(schema)?.get(table);
  if (!found) throw notFound(`Table '${schema}.${table}' not found`);
  return { status: 200, body: { indexes: [] } };
};
