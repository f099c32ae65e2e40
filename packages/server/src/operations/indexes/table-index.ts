import type { IndexEntryResponse, IndexInfoResponse } from '@quern/contract';
import { toTimestamp } from '../../kernel/clock.ts';
import type { IndexRow } from '../../metadata/index-store.ts';
import type { AnalyserSettings } from '../../search/bm25/analyser.ts';
import type { StoredVectorOptions } from '../../search/vector/vector-options.ts';
import { outputOf } from '../generated-columns/generated-column.ts';
import { definitionOf } from '../stored-definition.ts';
import { textFields } from './text-index.ts';
import { vectorFields } from './vector-index.ts';

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
