import type { HasJobs } from '../jobs/job-store.ts';
import type { HasClock } from '../kernel/clock.ts';
import type { RefreshPolicy } from '../lake/model.ts';
import type { HasMetadata } from '../metadata/open-metadata.ts';
import { pages, sweepChunk } from '../metadata/sweep-rows.ts';
import { askForTable } from '../refreshing/ask-for-work.ts';
import { nextRefresh } from '../refreshing/refresh-policy.ts';

/** Interval of checks for due schedules, in milliseconds: half of the shortest schedule. */
export const refreshEveryMs = 5_000;

/**
 * Requests a refresh of every due table, once for any delay; a table under refresh is left alone.
 * Returns the number.
 */
export async function refreshDueTables(
  services: HasClock & HasJobs & HasMetadata,
  signal: AbortSignal,
): Promise<number> {
  const { metadata, clock } = services;
  const now = clock.now();
  let asked = 0;
  for (;;) {
    const due = await scheduled(services)
      .where('r.next_at', '<=', now)
      .orderBy('r.next_at')
      .limit(sweepChunk)
      .execute();
    for (const row of due) {
      if (signal.aborted) return asked;
      await metadata.transaction(async (trx) => {
        const place = { workspaceId: row.workspace_id, connectionId: row.lake_id };
        const table = { ...place, schema: row.schema_name, table: row.table_name };
        await askForTable(
          services,
          { ...table, isWhole: false, removesGone: false, rediscovers: false },
          trx,
        );
        await setNext(trx, row, nextOf(row, now));
      });
      asked += 1;
    }
    if (due.length < sweepChunk) return asked;
  }
}

/**
 * Corrects schedules set by a clock ahead of this one: none may be due later than one period from
 * now. To be called if the clock may have been set back. Returns the number.
 */
export async function mendSchedules(
  services: HasClock & HasMetadata,
  signal: AbortSignal,
): Promise<number> {
  const now = services.clock.now();
  let mended = 0;
  const rows = pages(signal, (after: ScheduledRow | undefined) =>
    scheduled(services)
      .where('r.next_at', '>', now)
      .$if(after !== undefined, (query) =>
        query.where(({ eb, refTuple, tuple }) =>
          eb(
            refTuple('r.lake_id', 'r.schema_name', 'r.table_name'),
            '>',
            tuple(after?.lake_id ?? '', after?.schema_name ?? '', after?.table_name ?? ''),
          ),
        ),
      )
      .orderBy('r.lake_id')
      .orderBy('r.schema_name')
      .orderBy('r.table_name')
      .limit(sweepChunk)
      .execute(),
  );
  for await (const page of rows) {
    for (const row of page) {
      const next = nextOf(row, now);
      if (next === null || (row.next_at ?? 0) <= next) continue;
      await setNext(services.metadata.db, row, next);
      mended += 1;
    }
  }
  return mended;
}

function scheduled({ metadata }: HasMetadata) {
  return metadata.db
    .selectFrom('lake_refreshes as r')
    .innerJoin('lakes as l', 'l.id', 'r.lake_id')
    .select([
      'r.lake_id',
      'r.schema_name',
      'r.table_name',
      'r.policy',
      'r.next_at',
      'l.workspace_id',
    ])
    .where('l.deleted_at', 'is', null);
}

type ScheduledRow = Awaited<ReturnType<ReturnType<typeof scheduled>['execute']>>[number];

const nextOf = ({ policy }: ScheduledRow, now: number) =>
  nextRefresh((JSON.parse(policy) as RefreshPolicy).schedule, now);

/** Unless somebody has set another schedule meanwhile. */
async function setNext(
  db: HasMetadata['metadata']['db'],
  row: ScheduledRow,
  next: number | null,
): Promise<void> {
  await db
    .updateTable('lake_refreshes')
    .set({ next_at: next })
    .where('lake_id', '=', row.lake_id)
    .where('schema_name', '=', row.schema_name)
    .where('table_name', '=', row.table_name)
    .where('next_at', '=', row.next_at)
    .execute();
}
