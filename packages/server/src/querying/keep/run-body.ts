import type { QueryRunInfo } from '@quern/contract';
import { toTimestamp, toTimestampOrNull } from '../../kernel/clock.ts';
import type { QueryRunRow } from '../../metadata/query-run-store.ts';

export function toRunInfo(row: QueryRunRow): QueryRunInfo {
  return {
    id: row.id,
    status: row.status,
    created_at: toTimestamp(row.created_at),
    completed_at: toTimestampOrNull(row.completed_at),
    sql_text: row.sql_text,
    sql_hash: row.sql_hash,
    snapshot_id: row.sql_text_id,
    result_id: row.result_id,
    row_count: row.row_count,
    rows_scanned: row.rows_scanned,
    bytes_scanned: row.bytes_scanned,
    execution_time_ms: row.execution_time_ms,
    server_processing_ms: row.server_processing_ms,
    saved_query_id: row.saved_query_id,
    saved_query_version: row.saved_query_version,
    error_message: row.error_message,
    warning_message: row.warning_message,
    trace_id: row.trace_id,
    user_public_id: row.user_public_id,
    database_snapshots: row.database_snapshots === null ? null : JSON.parse(row.database_snapshots),
    reused_result_id: row.reused_result_id,
    dialect: row.dialect,
  };
}
