import type { Static } from 'typebox';
import { forms } from './forms.ts';
import {
  filledText,
  flag,
  integer,
  listOf,
  offsetPage,
  optionalNull,
  requestBody,
  responseBody,
  shortText,
  stated,
  text,
  textLike,
  timestamp,
} from './shapes.ts';

const summaryFields = {
  id: text(),
  name: text(),
  description: text(),
  tags: listOf(text()),
  latest_version: integer(),
  created_at: timestamp(),
  updated_at: timestamp(),
};

/** Classification of the SQL; null if the SQL does not plan. */
const classification = {
  category: optionalNull(text()),
  table_size: optionalNull(text()),
  num_tables: optionalNull(integer()),
  has_aggregation: optionalNull(flag()),
  has_group_by: optionalNull(flag()),
  has_join: optionalNull(flag()),
  has_limit: optionalNull(flag()),
  has_order_by: optionalNull(flag()),
  has_predicate: optionalNull(flag()),
};

export const SavedQuerySummary = responseBody('SavedQuerySummary', summaryFields);
export type SavedQuerySummary = Static<typeof SavedQuerySummary>;

export const SavedQueryDetail = responseBody('SavedQueryDetail', {
  ...summaryFields,
  sql: text(),
  sql_hash: text(),
  ...classification,
});
export type SavedQueryDetail = Static<typeof SavedQueryDetail>;

export const SavedQueryVersionInfo = responseBody('SavedQueryVersionInfo', {
  version: integer(),
  sql: text(),
  sql_hash: text(),
  created_at: timestamp(),
  ...classification,
});
export type SavedQueryVersionInfo = Static<typeof SavedQueryVersionInfo>;

export const ListSavedQueriesResponse = responseBody('ListSavedQueriesResponse', {
  queries: listOf(SavedQuerySummary),
  ...offsetPage,
});
export type ListSavedQueriesResponse = Static<typeof ListSavedQueriesResponse>;

export const ListSavedQueryVersionsResponse = responseBody('ListSavedQueryVersionsResponse', {
  saved_query_id: text(),
  versions: listOf(SavedQueryVersionInfo),
  ...offsetPage,
});
export type ListSavedQueryVersionsResponse = Static<typeof ListSavedQueryVersionsResponse>;

const sqlText = (description?: string) => textLike(forms.filled, description);
const tagList = () => stated(listOf(filledText(100)), { maxItems: 50 });

export const CreateSavedQueryRequest = requestBody('CreateSavedQueryRequest', {
  name: filledText(255),
  sql: sqlText(),
  description: optionalNull(shortText(10_000)),
  tags: optionalNull(tagList()),
});
export type CreateSavedQueryRequest = Static<typeof CreateSavedQueryRequest>;

export const UpdateSavedQueryRequest = requestBody(
  'UpdateSavedQueryRequest',
  {
    name: optionalNull(filledText(255)),
    sql: optionalNull(sqlText('A change makes a new version')),
    description: optionalNull(shortText(10_000)),
    tags: optionalNull(tagList()),
    category_override: optionalNull(shortText(100, 'Of any name; null goes back to detection')),
    table_size_override: optionalNull(shortText(100, 'Null clears')),
  },
  { minProperties: 1 },
);
export type UpdateSavedQueryRequest = Static<typeof UpdateSavedQueryRequest>;

export const ExecuteSavedQueryRequest = requestBody('ExecuteSavedQueryRequest', {
  version: optionalNull(integer('The latest when absent')),
});
export type ExecuteSavedQueryRequest = Static<typeof ExecuteSavedQueryRequest>;
