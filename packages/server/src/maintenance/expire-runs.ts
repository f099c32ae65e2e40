import { setImmediate as turn } from 'node:timers/promises';
import type { HasSettings } from '../config/settings.ts';
import type { HasClock } from '../kernel/clock.ts';
import { dayMs } from '../kernel/clock.ts';
import type { HasMetadata, Metadata } from '../metadata/open-metadata.ts';
import { removeRuns } from '../metadata/removed-run-usage.ts';
import { pages, sweepChunk } from '../metadata/sweep-rows.ts';

/**
 * A text that nothing has named for so long goes. Longer than a process remembers that a text is
 * stored.
 */
const unnamedMs = dayMs;

/**
 * Removes runs whose retention has ended, with their profiles; usage goes on counting them. One
 * whose result is still kept, or that has not ended, is left for a later sweep. Gives how many.
 */
export async function expireRuns(
  { metadata, clock, settings }: HasClock & HasMetadata & HasSettings,
  signal: AbortSignal,
): Promise<number> {
  if (settings.runRetentionDays === 0) return 0;
  const cutoff = clock.now() - settings.runRetentionDays * dayMs;
  let removed = 0;
  const old = pages(signal, (after: { id: string; created_at: number } | undefined) =>
    metadata.db
      .selectFrom('query_runs as r')
      .leftJoin('results as s', 's.query_run_id', 'r.id')
      .select(['r.id', 'r.created_at', 'r.status', 's.id as result_id'])
      .where('r.created_at', '<=', cutoff)
      .$if(after !== undefined, (query) =>
        query.where((eb) =>
          eb(
            eb.refTuple('r.created_at', 'r.id'),
            '>',
            eb.tuple(after?.created_at ?? 0, after?.id ?? ''),
          ),
        ),
      )
      .orderBy('r.created_at')
      .orderBy('r.id')
      .limit(sweepChunk)
      .execute(),
  );
  for await (const rows of old) {
    const ids = rows
      .filter((row) => row.result_id === null && row.status !== 'running')
      .map((row) => row.id);
    if (ids.length > 0) await metadata.transaction((trx) => removeRuns(trx, ids));
    removed += ids.length;
  }
  return removed;
}

/**
 * Removes SQL texts that neither a run nor a saved query names. First it is noted since when; a day
 * later those that are still noted go, unless they are named again: whoever stores a text takes the
 * note off. Gives how many went.
 */
export async function removeUnnamedTexts(
  { metadata, clock }: HasClock & HasMetadata,
  signal: AbortSignal,
): Promise<number> {
  const now = clock.now();
  const texts = pages(signal, (after: { id: string } | undefined) =>
    unnamedTexts(metadata)
      .where('t.unnamed_since', 'is', null)
      .where('t.id', '>', after?.id ?? '')
      .orderBy('t.id')
      .limit(sweepChunk)
      .execute(),
  );
  for await (const rows of texts) {
    const ids = rows.map(({ id }) => id);
    await metadata.db
      .updateTable('sql_texts')
      .set({ unnamed_since: now })
      .where('id', 'in', ids)
      .execute();
  }
  let removed = 0;
  for (let count = sweepChunk; count === sweepChunk && !signal.aborted; removed += count) {
    count = await metadata.transaction(async (trx) => {
      const gone = await unnamedTexts(metadata, trx)
        .where('t.unnamed_since', '<=', now - unnamedMs)
        .limit(sweepChunk)
        .execute();
      const ids = gone.map(({ id }) => id);
      if (ids.length === 0) return 0;
      await trx
        .deleteFrom('sql_texts')
        .where('id', 'in', ids)
        .where('unnamed_since', 'is not', null)
        .execute();
      return ids.length;
    });
    await turn();
  }
  return removed;
}

function unnamedTexts(
  metadata: Metadata,
  handle: Pick<Metadata['db'], 'selectFrom'> = metadata.db,
) {
  return handle
    .selectFrom('sql_texts as t')
    .select('t.id')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(selectFrom('query_runs as r').select('r.id').whereRef('r.sql_text_id', '=', 't.id')),
      ),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('saved_query_versions as v')
            .select('v.version')
            .whereRef('v.sql_text_id', '=', 't.id'),
        ),
      ),
    );
}
