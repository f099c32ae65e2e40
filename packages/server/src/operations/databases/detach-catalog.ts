import { requireDatabase } from '../../finding/find-database.ts';
import type { HasRemembered } from '../../finding/remembered-rows.ts';
import type { HasClock } from '../../kernel/clock.ts';
import { badRequest, notFound } from '../../kernel/errors.ts';
import { printable } from '../../lake/identifiers.ts';
import { detach, dropExpiredAttachments } from '../../metadata/attachment-store.ts';
import type { HasMetadata } from '../../metadata/open-metadata.ts';
import type { Operation } from '../operation.ts';

/** The connection and its data remain; only queries of this database lose the catalog. */
export const detachCatalog: Operation<
  'databases.detachCatalog',
  HasClock & HasMetadata & HasRemembered
> = async (services, { scope, params }) => {
  const database = await requireDatabase(services, scope, params.database_id);
  if (params.connection_id === database.default_connection_id) {
    throw badRequest("This is the database's own default catalog; it goes with the database only");
  }
  const wasAttached = await services.metadata.transaction(async (trx) => {
    await dropExpiredAttachments(trx, database.id, services.clock.now());
    return detach(trx, database.id, params.connection_id);
  });
  if (!wasAttached)
    throw notFound(
      `Connection ${printable(params.connection_id)} is not attached to this database`,
    );
  return { status: 204, body: undefined };
};
