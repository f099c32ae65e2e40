import type { HasClock } from '../../kernel/clock.ts';
import { toTimestamp } from '../../kernel/clock.ts';
import { countEmbedded } from '../../metadata/embedding-usage.ts';
import type { HasMetadata } from '../../metadata/open-metadata.ts';
import type { Operation } from '../operation.ts';
import { countQueries } from './count-queries.ts';
import { measureStorage } from './measure-storage.ts';
import { readSince } from './read-since.ts';

/** Totals of the workspace's queries since an instant, and the present storage. */
export const getUsage: Operation<'usage.get', HasClock & HasMetadata> = async (
  services,
  { scope, query },
) => {
  const since = readSince(query.since) ?? startOfMonth(services.clock.now());
  const { db } = services.metadata;
  const { queryCount, bytesScanned } = await countQueries(db, scope.workspaceId, since);
  const embedded = await countEmbedded(db, scope.workspaceId, since);
  const { storageBytes, capturedAt } = await measureStorage(services, scope.workspaceId);
  return {
    status: 200,
    body: {
      since: toTimestamp(since),
      query_count: queryCount,
      bytes_scanned: bytesScanned,
      embedded_text_count: embedded.texts,
      embedding_token_count: embedded.tokens,
      storage_bytes: storageBytes,
      storage_captured_at: toTimestamp(capturedAt),
    },
  };
};

/** The start of the month of an instant, UTC. */
function startOfMonth(instant: number): number {
  const date = new Date(instant);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1);
}
