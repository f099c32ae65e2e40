import { requireDatabaseOfHeader } from '../../finding/find-database.ts';
import { notFound } from '../../kernel/errors.ts';
import { printable } from '../../lake/identifiers.ts';
import type { HasMetadata } from '../../metadata/open-metadata.ts';
import {
  findSavedQuery,
  findSavedVersion,
  type SavedVersionRow,
} from '../../metadata/saved-query-store.ts';
import type { Operation } from '../operation.ts';
import type { QueryServices } from '../queries/query-services.ts';
import { answerQuery } from '../queries/run-query.ts';
import { savedQueryNotFound } from './saved-query-body.ts';

/**
 * Runs a version of a saved query as `POST /v1/query` would run its text: in the scope of a
 * database, synchronously.
 */
export const executeSavedQuery: Operation<'savedQueries.execute', QueryServices> = async (
  services,
  request,
) => {
  const { scope, headers, params, body } = request;
  const database = await requireDatabaseOfHeader(services, scope, headers['x-database-id']);
  const version = await requireVersion(
    services,
    scope.workspaceId,
    params.id,
    body?.version ?? null,
  );
  return answerQuery(services, request, {
    database,
    text: { sql: version.sql_text, dialect: 'hotsql', defaultCatalog: null, defaultSchema: null },
    profile: false,
    savedQuery: { id: params.id, version: version.version },
  });
};

/** The given version, or the latest. */
async function requireVersion(
  { metadata }: HasMetadata,
  workspaceId: string,
  id: string,
  number: number | null,
): Promise<SavedVersionRow> {
  const saved = await findSavedQuery(metadata.db, workspaceId, id);
  if (!saved) throw savedQueryNotFound(id);
  if (number === null || number === saved.version.version) return saved.version;
  // A JSON integer may be larger than the metadata's integers.
  const version = Number.isSafeInteger(number)
    ? await findSavedVersion(metadata.db, id, number)
    : null;
  if (!version) {
    const latest = saved.query.latest_version;
    throw notFound(
      `Version ${number} of saved query ${printable(id)} not found; the latest is ${latest}`,
    );
  }
  return version;
}
