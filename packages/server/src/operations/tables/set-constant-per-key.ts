import type { UpdateManagedTableRequest } from '@quern/contract';
import {
  type ManagedCatalog,
  requireCatalogOfDatabase,
  requireManagedCatalog,
} from '../../finding/managed-catalog.ts';
import type { HasRemembered } from '../../finding/remembered-rows.ts';
import type { HasClock } from '../../kernel/clock.ts';
import { badRequest, notFound } from '../../kernel/errors.ts';
import { declareConstants } from '../../lake/declarations.ts';
import { normalizeIdentifier, printable } from '../../lake/identifiers.ts';
import type { HasLakes } from '../../lake/lake-catalogs.ts';
import { betweenLoads } from '../../locking/between-loads.ts';
import type { LockServices } from '../../locking/with-lock.ts';
import type { HasMetadata } from '../../metadata/open-metadata.ts';
import { readColumns } from '../databases/table-declarations.ts';
import type { Operation, Reply } from '../operation.ts';

export const setConstantsOfConnection: Operation<
  'connections.setConstantPerKey',
  HasClock & HasLakes & HasMetadata & LockServices
> = async (services, { scope, params, body }) =>
  setConstants(
    services,
    await requireManagedCatalog(services, scope, params.connection_id),
    params,
    body,
  );

export const setConstantsOfDatabase: Operation<
  'databases.setConstantPerKey',
  HasClock & HasLakes & HasMetadata & HasRemembered & LockServices
> = async (services, { scope, params, body }) =>
  setConstants(
    services,
    await requireCatalogOfDatabase(services, scope, params.database_id),
    params,
    body,
  );

/**
 * Replaces the list of columns whose value the key determines. The list decides which files a keyed
 * load opens, not how rows are stored, so a loaded table accepts a change. Waits for loads that
 * began under the former list.
 */
async function setConstants(
  services: LockServices & HasClock & HasLakes & HasMetadata,
  catalog: ManagedCatalog,
  name: { readonly schema: string; readonly table: string },
  body: UpdateManagedTableRequest,
): Promise<Reply<'databases.setConstantPerKey'>> {
  const schema = normalizeIdentifier(name.schema, 'schema');
  const table = normalizeIdentifier(name.table, 'table');
  const columns = readColumns(body.constant_per_key, table, 'constant_per_key');
  const { connectionId: lakeId } = catalog;
  const place = `${schema}.${table}`;
  await betweenLoads(services, { lakeId, schema, table }, async (lock) => {
    const found = (await services.lakes.read(lakeId))?.schemas.get(schema)?.get(table);
    if (!found) throw notFound(`Table '${place}' not found`);
    const known = found.version?.columns.map((column) => column.name);
    const unknown = columns.find((column) => known && !known.includes(column));
    if (unknown !== undefined) {
      throw badRequest(
        `Table '${place}' has no column ${printable(unknown)}, which 'constant_per_key' names`,
      );
    }
    await services.metadata.transaction(async (trx) => {
      await lock.assertHeld(trx);
      await declareConstants(
        trx,
        lakeId,
        { id: found.id, name: place, columns },
        services.clock.now(),
      );
    });
  });
  return {
    status: 200,
    body: { connection_id: lakeId, schema, table, constant_per_key: columns },
  };
}
