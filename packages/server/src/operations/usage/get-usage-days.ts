import type { HasClock } from '../../kernel/clock.ts';
import { embeddedByDay } from '../../metadata/embedding-usage.ts';
import type { HasMetadata } from '../../metadata/open-metadata.ts';
import { dayMs } from '../../metadata/usage-store.ts';
import type { Operation } from '../operation.ts';
import { queriesByDay } from './count-queries.ts';
import { readSince } from './read-since.ts';

const usualDays = 30;
/** Maximum of one answer. */
const mostDays = 366;

/**
 * Totals of the workspace's queries for each UTC day until today, at most `mostDays`; /v1/usage has
 * the sum of earlier days.
 */
export const getUsageDays: Operation<'usage.getDays', HasClock & HasMetadata> = async (
  { clock, metadata },
  { scope, query },
) => {
  const { db } = metadata;
  const { workspaceId } = scope;
  const today = startOfDay(clock.now());
  const since = startOfDay(readSince(query.since) ?? today - (usualDays - 1) * dayMs);
  const first = Math.max(since, today - (mostDays - 1) * dayMs);
  const queries = await queriesByDay(db, workspaceId, first);
  const embedded = await embeddedByDay(db, workspaceId, first);
  const days = [];
  for (let from = first; from <= today; from += dayMs) {
    const [usage, sums] = [queries.get(from), embedded.get(from)];
    days.push({
      day: new Date(from).toISOString().slice(0, 10),
      query_count: usage?.queryCount ?? 0,
      bytes_scanned: usage?.bytesScanned ?? 0,
      embedded_text_count: sums?.texts ?? 0,
      embedding_token_count: sums?.tokens ?? 0,
    });
  }
  return { status: 200, body: { days } };
};

const startOfDay = (instant: number) => instant - (((instant % dayMs) + dayMs) % dayMs);
