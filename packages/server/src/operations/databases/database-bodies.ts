import type {
  CreateDatabaseResponse,
  DatabaseDetailResponse,
  DatabaseSummary,
  ForkedFromInfo,
} from '@quern/contract';
import { toTimestamp, toTimestampOrNull } from '../../kernel/clock.ts';
import type { DatabaseRow } from '../../metadata/database-store.ts';

export function toSummary(row: DatabaseRow): DatabaseSummary {
  return {
    id: row.id,
    name: row.name,
    created_at: toTimestamp(row.created_at),
    expires_at: toTimestampOrNull(row.expires_at),
    default_catalog: row.default_catalog,
    default_schema: row.default_schema,
    forked_from: row.forked_from === null ? null : (JSON.parse(row.forked_from) as ForkedFromInfo),
  };
}

export function toCreated(row: DatabaseRow, created: boolean): CreateDatabaseResponse {
  return { ...toSummary(row), default_connection_id: row.default_connection_id, created };
}

export function toDetail(
  row: DatabaseRow,
  attachments: readonly { connection_id: string; alias: string | null }[],
): DatabaseDetailResponse {
  return {
    ...toSummary(row),
    default_connection_id: row.default_connection_id,
    attachments: attachments.map(({ connection_id, alias }) => ({ connection_id, alias })),
  };
}
