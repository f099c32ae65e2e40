/** Counters of upkeep, in addition to the runs of sweeps. */
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
  /** Number of completed runs. */
  readonly runs: number;
  readonly failures: number;
  /** Number of rows, files or objects removed or ended. */
  readonly removed: number;
  readonly seconds: number;
  /** Milliseconds since the epoch; null until the first run has ended. */
  readonly endedAt: number | null;
}

const nothingDone: SweepRecord = { runs: 0, failures: 0, removed: 0, seconds: 0, endedAt: null };

/** Upkeep by this process since its start. */
export class SweepTally {
  readonly #sweeps = new Map<string, SweepRecord>();
  readonly #counts = new Map<UpkeepCount, number>();
  /**
   * Time since the due time of the longest waiting compaction, in milliseconds; 0 if none waits.
   */
  compactionLagMs = 0;
  /** The stop reason of the last collection of unnamed objects; null if completed. */
  collectionStop: CollectionStop | null = null;
  /** True if the object store belonged to the metadata at the last check. */
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
