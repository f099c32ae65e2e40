import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createJobStore, type JobStore } from '../../src/jobs/job-store.ts';
import { keepIndexes } from '../../src/maintenance/keep-indexes.ts';
import type { Metadata } from '../../src/metadata/open-metadata.ts';
import { sweepChunk } from '../../src/metadata/sweep-rows.ts';
import type { Services } from '../../src/operations/services.ts';
import { ManualClock } from '../manual-clock.ts';
import {
  createMetadataBackend,
  type MetadataBackend,
  metadataKinds,
} from '../metadata/metadata-backends.ts';

describe.each(metadataKinds)('the upkeep of indexes on %s', (kind) => {
  let backend: MetadataBackend;
  let metadata: Metadata;
  let clock: ManualClock;
  let jobs: JobStore;

  beforeEach(async () => {
    backend = await createMetadataBackend(kind);
    metadata = await backend.openMigrated();
    clock = new ManualClock();
    jobs = createJobStore(metadata, clock);
    const now = clock.now();
    const lake = { id: 'l', workspace_id: 'w', head_snapshot: 1, next_column_id: 1 };
    await metadata.db
      .insertInto('lakes')
      .values({ ...lake, created_at: now, deleted_at: null })
      .execute();
    await metadata.db
      .insertInto('lake_tables')
      .values({
        ...{ id: 't', lake_id: 'l', schema_name: 'main', name: 't', version_id: 'v2' },
        ...{ key_columns: '[]', constant_per_key: '[]', partition_by: '[]', sorted_by: '[]' },
        ...{ created_at: now, loaded_at: now },
      })
      .execute();
  });
  afterEach(() => backend.remove());

  const addIndexes = (names: readonly string[]) =>
    metadata.db
      .insertInto('lake_indexes')
      .values(
        names.map((name) => ({
          ...{ id: name, definition_id: name, lake_id: 'l', table_id: 't', name },
          ...{
            schema_name: 'main',
            table_name: 't',
            index_type: 'bm25' as const,
            definition: '{}',
          },
          ...{ description: null, status: 'ready' as const, job_id: null, built_version: 'v1' },
          ...{ created_at: clock.now(), updated_at: clock.now() },
        })),
      )
      .execute();
  const keep = () =>
    keepIndexes({ metadata, clock, jobs } as unknown as Services, new AbortController().signal);
  const claim = async () => {
    const claimed = await jobs.claim('n', 30_000, ['index_upkeep']);
    return claimed && { claimed, id: (claimed.job.payload as { indexId: string }).indexId };
  };

  test('reaches those behind as many that are under way as a step takes', async () => {
    const many = Array.from({ length: sweepChunk }, (_, index) => `a${index}`);
    for (let from = 0; from < many.length; from += 50)
      await addIndexes(many.slice(from, from + 50));
    await keep();
    await addIndexes(['z']);
    await keep();
    const live = await metadata.db
      .selectFrom('jobs')
      .select('id')
      .where('dedupe_key', '=', 'index:z')
      .execute();
    expect(live).toHaveLength(1);
  });

  test('leaves one whose build failed for some minutes', async () => {
    await addIndexes(['i']);
    await keep();
    const first = await claim();
    if (!first) expect.unreachable('there is work');
    await jobs.fail(first.claimed, { message: 'The provider is gone', canRepeat: false });
    await keep();
    expect(await claim()).toBeNull();
    await addIndexes(['other']);
    await keep();
    expect((await claim())?.id).toBe('other');
    clock.advance(5 * 60_000 + 1);
    await keep();
    expect((await claim())?.id).toBe('i');
  });
});
