import type { UpdateSavedQueryRequest } from '@quern/contract';
import type { HasClock } from '../../kernel/clock.ts';
import type { HasMetadata } from '../../metadata/open-metadata.ts';
import {
  findSavedQuery,
  type SavedQueryChange,
  type SavedSql,
  updateSavedQuery as update,
} from '../../metadata/saved-query-store.ts';
import type { HasQueryPlans } from '../../querying/understand/planned-query.ts';
import type { Operation } from '../operation.ts';
import { classifySql } from './classify-sql.ts';
import { savedQueryNotFound, toDetail } from './saved-query-body.ts';
import {
  readDescription,
  readName,
  readOverride,
  readSql,
  readTags,
} from './saved-query-fields.ts';

/**
 * Changes the fields of the body; SQL that differs from the latest version becomes the next
 * version.
 */
export const updateSavedQuery: Operation<
  'savedQueries.update',
  HasClock & HasMetadata & HasQueryPlans
> = async (services, request) => {
  const { scope, params, body } = request;
  const { workspaceId } = scope;
  const change = readChange(body);
  const sql = isGiven(body.sql) ? readSql(body.sql) : null;
  const before = await findSavedQuery(services.metadata.db, workspaceId, params.id);
  if (!before) throw savedQueryNotFound(params.id);
  let text: SavedSql | null = null;
  if (sql !== null) {
    const classification = await classifySql(services, workspaceId, sql, request.signal);
    text = { sql, classification: classification && JSON.stringify(classification) };
  }
  const now = services.clock.now();
  const saved = await services.metadata.transaction((trx) =>
    update(trx, workspaceId, params.id, change, text, now),
  );
  if (!saved) throw savedQueryNotFound(params.id);
  return { status: 200, body: toDetail(saved) };
};

const isGiven = <T>(value: T | null | undefined): value is T =>
  value !== null && value !== undefined;

/** The requested changes. Null counts as absent, except for overrides, which null clears. */
function readChange(body: UpdateSavedQueryRequest): SavedQueryChange {
  const { name, description, tags, category_override, table_size_override } = body;
  return {
    ...(isGiven(name) ? { name: readName(name) } : {}),
    ...(isGiven(description) ? { description: readDescription(description) } : {}),
    ...(isGiven(tags) ? { tags: JSON.stringify(readTags(tags)) } : {}),
    ...(category_override === undefined
      ? {}
      : { category_override: readOverride('category_override', category_override) }),
    ...(table_size_override === undefined
      ? {}
      : { table_size_override: readOverride('table_size_override', table_size_override) }),
  };
}
