import type { SavedQueryDetail, SavedQuerySummary, SavedQueryVersionInfo } from '@quern/contract';
import { toTimestamp } from '../../kernel/clock.ts';
import { notFound } from '../../kernel/errors.ts';
import { printable } from '../../lake/identifiers.ts';
import type {
  SavedQueryRow,
  SavedQueryVersion,
  SavedVersionRow,
} from '../../metadata/saved-query-store.ts';
import type { SavedClassification } from './classify-sql.ts';

export function toSummary(row: SavedQueryRow): SavedQuerySummary {
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    tags: JSON.parse(row.tags) as string[],
    latest_version: row.latest_version,
    created_at: toTimestamp(row.created_at),
    updated_at: toTimestamp(row.updated_at),
  };
}

/** The latest version's classification, with the caller's overrides. */
export function toDetail({ query, version }: SavedQueryVersion): SavedQueryDetail {
  const classification = readClassification(version);
  return {
    ...toSummary(query),
    sql: version.sql_text,
    sql_hash: version.sql_hash,
    ...classification,
    category: query.category_override ?? classification.category,
    table_size: query.table_size_override,
  };
}

/** The classification at the time of saving; overrides belong to the query, not to a version. */
export function toVersionInfo(row: SavedVersionRow): SavedQueryVersionInfo {
  return {
    version: row.version,
    sql: row.sql_text,
    sql_hash: row.sql_hash,
    created_at: toTimestamp(row.created_at),
    ...readClassification(row),
    table_size: null,
  };
}

const unclassified = {
  category: null,
  num_tables: null,
  has_aggregation: null,
  has_group_by: null,
  has_join: null,
  has_limit: null,
  has_order_by: null,
  has_predicate: null,
} satisfies Record<keyof SavedClassification, null>;

function readClassification({
  classification,
}: SavedVersionRow): SavedClassification | typeof unclassified {
  return classification === null
    ? unclassified
    : (JSON.parse(classification) as SavedClassification);
}

export const savedQueryNotFound = (id: string) =>
  notFound(`Saved query ${printable(id)} not found`);
