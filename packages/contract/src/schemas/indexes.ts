import type { Static } from 'typebox';
import {
  embeddingFailures,
  indexStatuses,
  indexTypes,
  textLanguages,
  vectorAlgorithms,
  vectorMetrics,
  vectorPrecisions,
} from '../vocabularies.ts';
import {
  asyncOptions,
  count,
  cursorPage,
  listOf,
  oneOf,
  optional,
  optionalNull,
  quantity,
  requestBody,
  responseBody,
  stated,
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
  on_embedding_failure: optional(text('Of an embedded text column: wait or fail')),
  metric: optionalNull(text('vector only: l2, cosine or dot')),
  algorithm: optional(text('vector only: hnsw or ivf')),
  nlist: optional(count('ivf only: clusters it was built with')),
  probe_fraction: optional(
    quantity('ivf only: the part of it that a search reads, where it was given'),
  ),
  vector_precision: optional(text('vector only, where it was given; always of ivf')),
  stemming: optional(text('bm25 only: the language of its stems, where it was given')),
  stop_words: optional(text('bm25 only: the language of its stop words, where it was given')),
  ngram: optional(count('bm25 only: characters of its n-grams, where it was given')),
  status: IndexStatus,
  error_message: optional(
    text('Why rows of an embedded text wait for their vectors, or files are not in the index yet'),
  ),
  created_at: timestamp(),
  updated_at: timestamp(),
};

export const IndexInfoResponse = responseBody('IndexInfoResponse', indexFields);
export type IndexInfoResponse = Static<typeof IndexInfoResponse>;

export const ListIndexesResponse = responseBody('ListIndexesResponse', {
  indexes: listOf(IndexInfoResponse),
});
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
  on_embedding_failure: optionalNull(
    oneOf(embeddingFailures, {
      description:
        'vector on a text column: whether rows wait for their vectors where the provider fails (`wait`, unless given), or their load fails whole',
    }),
  ),
  description: optionalNull(text()),
  algorithm: optionalNull(
    oneOf(vectorAlgorithms, { description: 'vector only; `hnsw` unless given' }),
  ),
  nlist: optionalNull(
    stated(count('ivf only; chosen by the size of the table unless given'), {
      minimum: 1,
      maximum: 65_536,
    }),
  ),
  probe_fraction: optionalNull(
    stated(quantity('ivf only: the part of it that a search reads'), {
      exclusiveMinimum: 0,
      maximum: 1,
    }),
  ),
  vector_precision: optionalNull(
    oneOf(vectorPrecisions, {
      description: 'vector only; of ivf `int8` (unless given) or `float32`, of hnsw no `int8`',
    }),
  ),
  stemming: optionalNull(
    oneOf(textLanguages, { description: 'bm25 only: words are indexed by their stems' }),
  ),
  stop_words: optionalNull(
    oneOf(textLanguages, { description: 'bm25 only: its most common words are left out' }),
  ),
  ngram: optionalNull(
    stated(count('bm25 only: in place of words, so many characters in a row'), {
      minimum: 1,
      maximum: 8,
    }),
  ),
  ...asyncOptions,
});
export type CreateIndexRequest = Static<typeof CreateIndexRequest>;
