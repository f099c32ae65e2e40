import { toTimestamp } from '../../kernel/clock.ts';
import { badRequest } from '../../kernel/errors.ts';
import { countEmbedded } from '../../metadata/embedding-usage.ts';
import { parseTimestamp } from '../expiry.ts';
import type { Operation } from '../operation.ts';
import { countQueries } from './count-queries.ts';
import { measureStorage } from './measure-storage.ts';

/** What the workspace's queries came to since an instant, and what is stored for it now. */
export const getUsage: Operation<'usage.get', 'clock' | 'metadata'> = async (
  services,
  { scope, query },
) => {
  const since = readSince(query.since, services.clock.now());
  const { queryCount, bytesScanned } = await countQueries(
    services.metadata.db,
    scope.workspaceId,
    since,
  );
  const embedded = await countEmbedded(services.metadata.db, scope.workspaceId, since);
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

/**
 * An RFC 3339 timestamp, or a time without a zone or a day, which are UTC's (clients write what
 * their language prints); the start of the present month, UTC, where absent.
 */
function readSince(text: string | undefined, now: number): number {
  if (text === undefined) {
    const date = new Date(now);
    return Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1);
  }
  const time = /^\d{4}-\d\d-\d\d$/.test(text) ? `${text}T00:00:00` : text;
  const instant = parseTimestamp(/[Tt ][\d:.]+$/.test(time) ? `${time}Z` : time);
  if (instant === null) {
    throw badRequest(
      "'since' must be an RFC 3339 timestamp such as '2030-01-31T12:00:00Z', or a day such as '2030-01-31'",
    );
  }
  return instant;
}
