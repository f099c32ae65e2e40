import type { HasClock } from '../../kernel/clock.ts';
import { newId } from '../../kernel/ids.ts';
import type { HasMetadata } from '../../metadata/open-metadata.ts';
import { findSavedQuery, insertSavedQuery } from '../../metadata/saved-query-store.ts';
import type { HasQueryPlans } from '../../querying/understand/planned-query.ts';
import type { Operation } from '../operation.ts';
import { classifySql } from './classify-sql.ts';
import { savedQueryNotFound, toDetail } from './saved-query-body.ts';
import { readDescription, readName, readSql, readTags } from './saved-query-fields.ts';

/** Saves a SQL text as version 1 of a query in the workspace; no database is involved. */
export const createSavedQuery: Operation<
  'savedQueries.create',
  HasClock & HasMetadata & HasQueryPlans
> = async (services, request) => {
  const { workspaceId } = request.scope;
  const { body } = request;
  const [name, sql] = [readName(body.name), readSql(body.sql)];
  const [description, tags] = [readDescription(body.description), readTags(body.tags)];
  const classification = await classifySql(services, workspaceId, sql, request.signal);
  const now = services.clock.now();
  const id = newId('savedQuery');
  const row = {
    id,
    workspace_id: workspaceId,
    name,
    description,
    tags: JSON.stringify(tags),
    latest_version: 1,
    category_override: null,
    table_size_override: null,
    created_at: now,
    updated_at: now,
  };
  const text = { sql, classification: classification && JSON.stringify(classification) };
  const saved = await services.metadata.transaction(async (trx) => {
    await insertSavedQuery(trx, row, text);
    return findSavedQuery(trx, workspaceId, id);
  });
  if (!saved) throw savedQueryNotFound(id);
  request.annotate({ saved_query_id: id });
  return { status: 201, body: toDetail(saved) };
};
