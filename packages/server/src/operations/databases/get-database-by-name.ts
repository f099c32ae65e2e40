import type { HasClock } from '../../kernel/clock.ts';
import { badRequest, conflict, notFound } from '../../kernel/errors.ts';
import { printable } from '../../lake/identifiers.ts';
import { databasesNamed, foldName } from '../../metadata/database-store.ts';
import type { HasMetadata } from '../../metadata/open-metadata.ts';
import type { Operation } from '../operation.ts';
import { readDetail } from './database-detail.ts';

/**
 * The database of a name, compared as in if_not_exists (docs/contract/databases.md#get-or-create).
 */
export const getDatabaseByName: Operation<'databases.getByName', HasClock & HasMetadata> = async (
  services,
  { scope, query },
) => {
  const nameFolded = foldName(query.name);
  if (nameFolded === '') throw badRequest("'name' is empty");
  const { db } = services.metadata;
  const now = services.clock.now();
  const [row, second] = await databasesNamed(db, {
    workspaceId: scope.workspaceId,
    nameFolded,
    now,
    limit: 2,
  });
  if (!row) throw notFound(`No database is named ${printable(query.name)}`);
  if (second)
    throw conflict(
      `More than one database is named ${printable(query.name)}; use one of them by its id`,
    );
  return { status: 200, body: await readDetail(services, row) };
};
