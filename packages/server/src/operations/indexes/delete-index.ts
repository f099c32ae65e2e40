import { notFound } from '../../kernel/errors.ts';
import { printable } from '../../lake/identifiers.ts';
import { deleteIndex, findIndex } from '../../metadata/index-store.ts';
import type { Operation, Reply } from '../operation.ts';
import type { Services } from '../services.ts';
import { type IndexedTable, tableOfConnection, tableOfDatabase } from './indexed-table.ts';

export const deleteIndexOfTable: Operation<
  'indexes.delete',
  'clock' | 'lakes' | 'metadata'
> = async (services, { scope, params }) =>
  removeIndex(services, await tableOfConnection(services, scope, params), params.index_name);

export const deleteIndexOfDatabaseTable: Operation<
  'databaseIndexes.delete',
  'clock' | 'lakes' | 'metadata' | 'remembered'
> = async (services, { scope, params }) =>
  removeIndex(services, await tableOfDatabase(services, scope, params), params.index_name);

/**
 * At once, also while it is being built. Searches that have begun go on; what was built goes with a
 * sweep.
 */
async function removeIndex(
  { metadata }: Pick<Services, 'metadata'>,
  { table }: IndexedTable,
  name: string,
): Promise<Reply<'indexes.delete'>> {
  const found = await findIndex(metadata.db, table.id, name);
  if (!found || !(await deleteIndex(metadata.db, found.id))) {
    throw notFound(`Table '${table.schema}.${table.name}' has no index ${printable(name)}`);
  }
  return { status: 204, body: undefined };
}
