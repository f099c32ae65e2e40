import type { DatabaseDetailResponse } from '@quern/contract';
import type { HasClock } from '../../kernel/clock.ts';
import { listAttachments } from '../../metadata/attachment-store.ts';
import type { DatabaseRow } from '../../metadata/database-store.ts';
import type { HasMetadata } from '../../metadata/open-metadata.ts';
import { toDetail } from './database-bodies.ts';

/** A database with its attachments in order of creation. */
export async function readDetail(
  { metadata, clock }: HasClock & HasMetadata,
  row: DatabaseRow,
): Promise<DatabaseDetailResponse> {
  return toDetail(row, await listAttachments(metadata.db, row.id, clock.now()));
}
