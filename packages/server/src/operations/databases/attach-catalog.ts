import { checkOwnName, foldCatalog, readAlias } from '../../finding/catalog-names.ts';
import { connectionNotFound } from '../../finding/connection-not-found.ts';
import { databaseNotFound, requireDatabase } from '../../finding/find-database.ts';
import type { HasRemembered } from '../../finding/remembered-rows.ts';
import type { HasClock } from '../../kernel/clock.ts';
import { badRequest, conflict } from '../../kernel/errors.ts';
import { printable } from '../../lake/identifiers.ts';
import {
  dropExpiredAttachments,
  insertAttachment,
  listAttachments,
} from '../../metadata/attachment-store.ts';
import type { ConnectionRow } from '../../metadata/connection-store.ts';
import { findConnection } from '../../metadata/connection-store.ts';
import { type DatabaseRow, findDatabase } from '../../metadata/database-store.ts';
import type { HasMetadata, MetadataTransaction } from '../../metadata/open-metadata.ts';
import { maxAttachments } from '../../scope/limits.ts';
import type { Operation } from '../operation.ts';

/**
 * Attaches a connection, or another database's default catalog, under the given alias or the
 * catalog's own name. Catalogs attached to the other database are not attached here.
 */
export const attachCatalog: Operation<
  'databases.attachCatalog',
  HasClock & HasMetadata & HasRemembered
> = async (services, { scope, params, body }) => {
  const alias = readAlias(body.alias);
  const { id } = await requireDatabase(services, scope, params.database_id);
  const now = services.clock.now();
  await services.metadata.transaction(async (trx) => {
    // Both rows are read in this transaction, so neither can be deleted before the attachment
    // exists.
    const database = await findDatabase(trx, scope.workspaceId, id, now);
    if (!database) throw databaseNotFound(id);
    const connection = await findConnection(trx, scope.workspaceId, body.connection_id, now);
    if (!connection) throw connectionNotFound(body.connection_id);
    if (connection.id === database.default_connection_id) {
      throw badRequest(
        `This connection is the database's own default catalog, '${database.default_catalog}'`,
      );
    }
    const catalogName = alias ?? (await ownNameOf(trx, connection, now));
    if (foldCatalog(catalogName) === foldCatalog(database.default_catalog)) {
      throw badRequest(
        `${printable(catalogName)} is the name of the database's own default catalog; give another 'alias'`,
      );
    }
    await dropExpiredAttachments(trx, database.id, now);
    await attach(trx, database, connection, { alias, catalogName, now });
  });
  return { status: 204, body: undefined };
};

/** The catalog's own name: the connection's, or that of another database's default catalog. */
async function ownNameOf(
  trx: MetadataTransaction,
  connection: ConnectionRow,
  now: number,
): Promise<string> {
  const { database_id: databaseId, workspace_id: workspaceId } = connection;
  const source = databaseId === null ? null : await findDatabase(trx, workspaceId, databaseId, now);
  const name = source?.default_catalog ?? connection.name;
  checkOwnName(name);
  return name;
}

async function attach(
  trx: MetadataTransaction,
  database: DatabaseRow,
  connection: ConnectionRow,
  { alias, catalogName, now }: { alias: string | null; catalogName: string; now: number },
): Promise<void> {
  const present = await listAttachments(trx, database.id, now);
  if (present.some((attachment) => attachment.connection_id === connection.id)) {
    throw conflict(
      'This connection is already attached to the database; detach it first to give it another alias',
    );
  }
  const same = present.find(
    ({ catalog_name: name }) => foldCatalog(name) === foldCatalog(catalogName),
  )?.catalog_name;
  if (same !== undefined) {
    throw conflict(
      `The database already has a catalog ${printable(same)}, and names are compared without case; give another 'alias'`,
    );
  }
  if (present.length >= maxAttachments) {
    throw badRequest(
      `A database takes ${maxAttachments} attached catalogs at most; detach one first`,
    );
  }
  await insertAttachment(trx, {
    database_id: database.id,
    connection_id: connection.id,
    alias,
    catalog_name: catalogName,
    attached_at: now,
  });
}
