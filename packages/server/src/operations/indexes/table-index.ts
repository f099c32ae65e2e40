import type { IndexEntryResponse, IndexInfoResponse } from '@quern/contract';
import { toTimestamp } from '../../kernel/clock.ts';
import type { IndexRow } from '../../metadata/index-store.ts';
import { definitionOf } from '../stored-definition.ts';

export function toIndexInfo(row: IndexRow): IndexInfoResponse {
  const { columns } = definitionOf(row);
  return {
    index_name: row.name,
    index_type: row.index_type,
    columns: columns.map(({ name }) => name),
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
