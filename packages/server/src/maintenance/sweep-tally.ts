/** What upkeep comes to, beside the runs of sweeps: each is a counter. */
export type UpkeepCount =
  | 'compactions'
  | 'compactions_lost'
  | 'compaction_files_before'
  | 'compaction_files_after'
  | 'compaction_bytes_before'
  | 'compaction_bytes_after'
  | 'compaction_seconds'
  | 'tables_refreshed'
  | 'schedules_mended'
  | 'files_mended'
  | 'results_mended'
  | 'databases_expired'
  | 'results_expired'
  | 'uploads_expired'
  | 'runs_interrupted'
  | 'runs_expired'
  | 'texts_removed'
  | 'workspaces_removed'
  | 'rows_of_gone_databases'
  | 'jobs_removed'
  | 'receipts_removed'
  | 'tokens_removed'
  | 'locks_removed'
  | 'lakes_removed'
  | 'versions_expired'
  | 'lake_objects_collected'
  | 'index_segments_collected'
  | 'indexes_removed'
  | 'upload_objects_collected'
  | 'orphans_collected';

/** Why no unnamed object may be collected. */
export type CollectionStop = 'restored' | 'adopted' | 'share' | 'not ours';

export type UpkeepCounts = Partial<Record<UpkeepCount, number>>;

export interface SweepRecord {
  /** How often it ran to its end. */
  readonly runs: number;
  readonly failures: number;
  /** Rows, files or objects that it removed or ended. */
  readonly removed: number;
  readonly seconds: number;
  /** Milliseconds since the epoch; null until the first run has ended. */
  readonly endedAt: number | null;
}

const nothingDone: SweepRecord = { runs: 0, failures: 0, removed: 0, seconds: 0, endedAt: null };

/** What the upkeep of this process has done since it started. */
export class SweepTally {
  readonly #sweeps = new Map<string, SweepRecord>();
  readonly #counts = new Map<UpkeepCount, number>();
  /**
   * Milliseconds that the table waiting longest has been due for its compaction; 0 where none is.
   */
  compactionLagMs = 0;
  /** Of the last collection of unnamed objects; null where it went its way. */
  collectionStop: CollectionStop | null = null;
  /** Whether the object store was the metadata's when it was last looked at. */
  isStoreOurs = true;

  ended(
    sweep: string,
    counts: UpkeepCounts,
    { durationMs, now }: { durationMs: number; now: number },
  ): void {
    const record = this.#sweeps.get(sweep) ?? nothingDone;
    const removed = Object.values(counts).reduce((sum, count) => sum + count, 0);
    this.#sweeps.set(sweep, {
      ...record,
      runs: record.runs + 1,
      removed: record.removed + removed,
      seconds: record.seconds + durationMs / 1000,
      endedAt: now,
    });
    this.count(counts);
  }

  failed(sweep: string): void {
    const record = this.#sweeps.get(sweep) ?? nothingDone;
    this.#sweeps.set(sweep, { ...record, failures: record.failures + 1 });
  }

  count(counts: UpkeepCounts): void {
    for (const [what, count] of Object.entries(counts) as [UpkeepCount, number][]) {
      this.#counts.set(what, (this.#counts.get(what) ?? 0) + count);
    }
  }

  sweeps(): ReadonlyMap<string, SweepRecord> {
    return this.#sweeps;
  }

  counts(): ReadonlyMap<UpkeepCount, number> {
    return this.#counts;
  }
}
