import { requireConnection } from '../../finding/find-connection.ts';
import type { HasClock } from '../../kernel/clock.ts';
import { badRequest, conflict, notFound } from '../../kernel/errors.ts';
import { emptyTables } from '../../lake/declarations.ts';
import { printable } from '../../lake/identifiers.ts';
import type { HasLakes } from '../../lake/lake-catalogs.ts';
import type { HasMetadata } from '../../metadata/open-metadata.ts';
import type { Operation } from '../operation.ts';

const ownsItsData = () =>
  badRequest(
    'A managed catalog owns its data; there is no cache to purge. Delete the table instead',
  );

/**
 * Deletes the fetched rows of all tables. The tables remain, and the next query fetches its table
 * again.
 */
export const purgeConnectionCache: Operation<
  'connections.purgeCache',
  HasClock & HasMetadata
> = async (services, { scope, params }) => {
  const row = await requireConnection(services, scope, params.connection_id);
  if (row.database_id !== null) {
    throw conflict(
      "This connection backs a database's default catalog; its data goes with its tables only",
    );
  }
  if (row.source_type === 'managed') throw ownsItsData();
  const { metadata, clock } = services;
  await metadata.transaction((trx) => emptyTables(trx, row.id, null, clock.now()));
  return { status: 204, body: undefined };
};

/** Deletes the fetched rows of one table, found by its exact name. */
export const purgeTableCache: Operation<
  'connections.purgeTableCache',
  HasClock & HasLakes & HasMetadata
> = async (services, { scope, params }) => {
  const row = await requireConnection(services, scope, params.connection_id);
  if (row.source_type === 'managed') throw ownsItsData();
  const { metadata, clock, lakes } = services;
  const { schema, table } = params;
  const found = (await lakes.read(row.id))?.schemas.get(schema)?.get(table);
  if (!found) throw notFound(`Table ${printable(`${schema}.${table}`)} not found`);
  await metadata.transaction((trx) => emptyTables(trx, row.id, found.id, clock.now()));
  return { status: 204, body: undefined };
};
