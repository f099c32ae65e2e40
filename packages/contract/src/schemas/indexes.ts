import type { Static } from 'typebox';
import { indexStatuses, indexTypes, vectorMetrics } from '../vocabularies.ts';
import {
  asyncOptions,
  count,
  cursorPage,
  listOf,
  oneOf,
  optional,
  optionalNull,
  requestBody,
  responseBody,
  text,
  timestamp,
} from './shapes.ts';

export const IndexStatus = oneOf(indexStatuses, { title: 'IndexStatus' });
export type IndexStatus = Static<typeof IndexStatus>;

const indexFields = {
  index_name: text(),
  index_type: text('sorted, bm25 or vector'),
  columns: listOf(text(), { description: 'Of an embedded text column, the generated column' }),
  source_column: optionalNull(text('The text column that was embedded')),
  metric: optionalNull(text('vector only: l2, cosine or dot')),
  status: IndexStatus,
  created_at: timestamp(),
  updated_at: timestamp(),
};

export const IndexInfoResponse = responseBody('IndexInfoResponse', indexFields);
export type IndexInfoResponse = Static<typeof IndexInfoResponse>;

export const ListIndexesResponse = responseBody('ListIndexesResponse', { indexes: listOf(IndexInfoResponse) });
export type ListIndexesResponse = Static<typeof ListIndexesResponse>;

export const IndexEntryResponse = responseBody('IndexEntryResponse', {
  ...indexFields,
  connection_id: optionalNull(text()),
  schema_name: text(),
  table_name: text(),
});
export type IndexEntryResponse = Static<typeof IndexEntryResponse>;

export const ListIndexesPageResponse = responseBody('ListIndexesPageResponse', {
  indexes: listOf(IndexEntryResponse),
  ...cursorPage,
});
export type ListIndexesPageResponse = Static<typeof ListIndexesPageResponse>;

export const CreateIndexRequest = requestBody('CreateIndexRequest', {
  index_name: text(),
  columns: listOf(text(), { minItems: 1 }),
  index_type: optional(oneOf(indexTypes, { default: 'sorted' })),
  metric: optionalNull(oneOf(vectorMetrics, { description: 'vector only' })),
  embedding_provider_id: optionalNull(text('vector on a text column')),
  dimensions: optionalNull(count()),
  output_column: optionalNull(text('The generated column; `<column>_embedding` unless given')),
  description: optionalNull(text()),
  ...asyncOptions,
});
export type CreateIndexRequest = Static<typeof CreateIndexRequest>;
