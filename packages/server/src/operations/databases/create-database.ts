import { requireDatabaseOfToken } from '../../finding/find-database.ts';
import type { HasRemembered } from '../../finding/remembered-rows.ts';
import type { HasClock } from '../../kernel/clock.ts';
import { badRequest, conflict } from '../../kernel/errors.ts';
import { printable } from '../../lake/identifiers.ts';
import { databasesNamed, foldName } from '../../metadata/database-store.ts';
import type { HasMetadata } from '../../metadata/open-metadata.ts';
import { parseExpiry } from '../expiry.ts';
import type { Operation } from '../operation.ts';
import { toCreated } from './database-bodies.ts';
import { readTemplate } from './database-template.ts';
import { insertDatabase } from './insert-database.ts';
import { refuseLongLabels } from './label-length.ts';

/**
 * Creates a database, or with if_not_exists finds the database of the name. Writes only metadata,
 * in milliseconds.
 */
export const createDatabase: Operation<
  'databases.create',
  HasClock & HasMetadata & HasRemembered
> = async (services, { scope, body }) => {
  const now = services.clock.now();
  refuseLongLabels(body);
  const name = body.name ?? body.description ?? null;
  const getOrCreate = body.if_not_exists === true;
  if (getOrCreate && (name === null || name.trim() === ''))
    throw badRequest("'if_not_exists' needs a 'name'");
  const template = readTemplate(body);
  const expiresAt = parseExpiry(body.expires_at, now);
  await requireDatabaseOfToken(services, scope);

  return services.metadata.transaction(async (trx) => {
    if (getOrCreate && name !== null) {
      const { databaseId, tokenId } = scope.principal;
      const found = await databasesNamed(trx, {
        workspaceId: scope.workspaceId,
        nameFolded: foldName(name),
        now,
        limit: 2,
        ...(databaseId !== null && { seenBy: { databaseId, tokenId } }),
      });
      if (found.length > 1)
        throw conflict(
          `More than one database is named ${printable(name.trim())}; use one of them by its id`,
        );
      if (found[0]) return { status: 200, body: toCreated(found[0], false) };
    }
    const row = await insertDatabase(trx, {
      workspaceId: scope.workspaceId,
      name,
      template,
      expiresAt,
      batchId: null,
      createdBy: scope.principal.tokenId,
      now,
    });
    return { status: 201, body: toCreated(row, true) };
  });
};
