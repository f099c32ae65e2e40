import { setImmediate as turn } from 'node:timers/promises';
import { countEmbedded } from '../../metadata/embedding-usage.ts';
import type { Operation } from '../operation.ts';
import { countQueries } from './count-queries.ts';
import { readSince } from './read-since.ts';

const dayMs = 86_400_000;
const usualDays = 30;
/** Each day costs a few statements. */
const mostDays = 366;

/**
 * What the workspace's queries came to on each day until today, UTC's; of those that are longer ago
 * than `mostDays` /v1/usage tells the sum.
 */
export const getUsageDays: Operation<'usage.getDays', 'clock' | 'metadata'> = async (
  { clock, metadata },
  { scope, query },
) => {
  const { db } = metadata;
  const { workspaceId } = scope;
  const today = startOfDay(clock.now());
  const since = startOfDay(readSince(query.since) ?? today - (usualDays - 1) * dayMs);
  const first = Math.max(since, today - (mostDays - 1) * dayMs);
  const days = [];
  for (let from = first; from <= today; from += dayMs) {
    const span = { from, until: from + dayMs };
    const { queryCount, bytesScanned } = await countQueries(db, workspaceId, span);
    const { texts, tokens } = await countEmbedded(db, workspaceId, span);
    days.push({
      day: new Date(from).toISOString().slice(0, 10),
      query_count: queryCount,
      bytes_scanned: bytesScanned,
      embedded_text_count: texts,
      embedding_token_count: tokens,
    });
    // On SQLite nothing else gets a turn by itself: a year held the process for half a second.
    await turn();
  }
  return { status: 200, body: { days } };
};

const startOfDay = (instant: number) => instant - (((instant % dayMs) + dayMs) % dayMs);
