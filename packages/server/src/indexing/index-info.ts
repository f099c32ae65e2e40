import type { IndexEntryResponse, IndexInfoResponse } from '@quern/contract';
import { toTimestamp } from '../kernel/clock.ts';
import type { IndexRow } from '../metadata/index-store.ts';
import type { AnalyserSettings } from '../search/bm25/analyser.ts';
import type { IndexedColumn } from '../search/index-definition.ts';
import type { StoredVectorOptions } from '../search/vector/vector-options.ts';
import { outputOf } from './generated-column.ts';
import { definitionOf } from './stored-definition.ts';

export function toIndexInfo(row: IndexRow): IndexInfoResponse {
  const definition = definitionOf(row);
  const { columns, options } = definition;
  const output = outputOf(definition);
  return {
    index_name: row.name,
    index_type: row.index_type,
    columns: output === null ? columns.map(({ name }) => name) : [output.name],
    ...(row.index_type === 'vector' &&
      vectorFields(options as unknown as StoredVectorOptions, columns)),
    ...(row.index_type === 'bm25' && textFields(options as unknown as AnalyserSettings)),
    status: row.status,
    ...(row.problem !== null && { error_message: row.problem }),
    created_at: toTimestamp(row.created_at),
    updated_at: toTimestamp(row.updated_at),
  };
}

export function toIndexEntry(row: IndexRow): IndexEntryResponse {
  return {
    ...toIndexInfo(row),
    connection_id: row.lake_id,
    schema_name: row.schema_name,
    table_name: row.table_name,
  };
}

/** More fields of a vector index for an answer. */
function vectorFields(
  { metric, algorithm, nlist, probeFraction, precision, embedding }: StoredVectorOptions,
  columns: readonly IndexedColumn[],
): Partial<IndexInfoResponse> {
  return {
    metric,
    algorithm,
    ...(embedding !== null &&
      columns[0] && {
        source_column: columns[0].name,
        on_embedding_failure: embedding.onFailure ?? 'wait',
      }),
    ...(nlist !== null && { nlist }),
    ...(probeFraction !== null && { probe_fraction: probeFraction }),
    ...(precision !== null && { vector_precision: precision }),
  };
}

/** The text analysis of an index, with only the requested options. */
function textFields(
  options: AnalyserSettings,
): Pick<IndexInfoResponse, 'stemming' | 'stop_words' | 'ngram'> {
  const { stemming, stopWords, ngram } = options;
  return {
    ...(stemming && { stemming }),
    ...(stopWords && { stop_words: stopWords }),
    ...(ngram > 0 && { ngram }),
  };
}
