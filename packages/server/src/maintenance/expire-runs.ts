import { setImmediate as turn } from 'node:timers/promises';
import type { HasSettings } from '../config/settings.ts';
import type { HasClock } from '../kernel/clock.ts';
import { dayMs } from '../kernel/clock.ts';
import type { HasMetadata, Metadata } from '../metadata/open-metadata.ts';
import { removeRuns } from '../metadata/removed-run-usage.ts';
import { pages, sweepChunk } from '../metadata/sweep-rows.ts';

/**
 * Time without references after which a text is deleted; longer than the cache time of stored
 * texts.
 */
const unnamedMs = dayMs;

/**
 * Removes runs after their retention, with profiles; usage still counts them. A run with a retained
 * result, or without an end, stays for a later sweep. Returns the number.
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
 * Removes SQL texts without a reference from runs and saved queries. A first sweep records the
 * time; a day later, texts still recorded are deleted. Storing the text again clears the record.
 * Returns the number of deleted texts.
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
