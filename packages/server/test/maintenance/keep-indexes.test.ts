import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createJobStore, type JobStore } from '../../src/jobs/job-store.ts';
import { keepIndexes } from '../../src/maintenance/keep-indexes.ts';
import { forgetSegments } from '../../src/metadata/index-store.ts';
import type { Metadata } from '../../src/metadata/open-metadata.ts';
import { sweepChunk } from '../../src/metadata/sweep-rows.ts';
import type { Services } from '../../src/start/services.ts';
import { ManualClock } from '../manual-clock.ts';
import {
  createMigratedBackend,
  type MetadataBackend,
  metadataKinds,
} from '../metadata/metadata-backends.ts';

describe.each(metadataKinds)('the upkeep of indexes on %s', (kind) => {
  let backend: MetadataBackend;
  let metadata: Metadata;
  let clock: ManualClock;
  let jobs: JobStore;

  beforeEach(async () => {
    backend = await createMigratedBackend(kind);
    metadata = await backend.openMigrated();
    clock = new ManualClock();
    jobs = createJobStore(metadata, clock);
    const now = clock.now();
    const lake = { id: 'l', workspace_id: 'w', head_snapshot: 1, next_column_id: 1 };
    await metadata.db
      .insertInto('lakes')
      .values({ ...lake, created_at: now, deleted_at: null })
      .execute();
    await addVersion('v2');
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

  const addVersion = (id: string) =>
    metadata.db
      .insertInto('lake_versions')
      .values({
        ...{ id, root_id: 'l', columns: '[]', manifest_ids: '[]', row_count: 0, size_bytes: 0 },
        ...{ file_count: 0, created_at: clock.now() },
      })
      .execute();
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

  test('rests twice as long after each refusal, and no longer than an hour', async () => {
    await addIndexes(['i']);
    const minutes: number[] = [];
    let from = clock.now();
    while (minutes.length < 12) {
      await keep();
      const found = await claim();
      if (found) {
        minutes.push((clock.now() - from) / 60_000);
        from = clock.now();
        await jobs.fail(found.claimed, { message: 'A text is refused', canRepeat: false });
      }
      clock.advance(5 * 60_000);
    }
    expect(minutes).toEqual([0, 5, 5, 10, 20, 40, 60, 60, 60, 60, 60, 60]);
  });

  test('comes back to a refused index at once where the table was loaded since', async () => {
    await addIndexes(['i']);
    const refuse = async () => {
      await keep();
      const found = await claim();
      if (!found) expect.unreachable('there is work');
      await jobs.fail(found.claimed, { message: 'A text is refused', canRepeat: false });
    };
    await refuse();
    clock.advance(60 * 60_000);
    await refuse();
    clock.advance(6 * 60_000);
    await keep();
    expect(await claim()).toBeNull();
    await addVersion('v3');
    await metadata.db.updateTable('lake_tables').set({ version_id: 'v3' }).execute();
    await keep();
    expect((await claim())?.id).toBe('i');
  });

  test('comes back at once to an index that is found damaged while it rests, and once', async () => {
    await addIndexes(['i']);
    const object = { definition_id: 'i', file_key: 'f', part: 0, object_key: 'o', size_bytes: 1 };
    await metadata.db
      .insertInto('lake_index_objects')
      .values({
        ...{ ...object, sha256: '0', row_count: null, bounds: null, refused_texts: 1 },
        created_at: clock.now(),
      })
      .execute();
    const refuse = async () => {
      await keep();
      const found = await claim();
      if (!found) expect.unreachable('there is work');
      await jobs.fail(found.claimed, { message: 'A text is refused', canRepeat: false });
    };
    const isLeft = async () => {
      await keep();
      return (await claim()) === null;
    };
    const damage = { definitionId: 'i', objectKeys: ['o'] };
    const forget = () => metadata.transaction((trx) => forgetSegments(trx, damage, clock.now()));
    await refuse();
    clock.advance(60 * 60_000);
    await refuse();
    clock.advance(1000);
    expect(await isLeft()).toBe(true);
    await forget();
    await refuse();
    clock.advance(1000);
    // A search with outdated knowledge asks for the build.
    await forget();
    expect(await isLeft()).toBe(true);
  });

  test('counts no refusal from before a success, and no failure that may pass', async () => {
    await addIndexes(['i']);
    const failed = async (canRepeat: boolean) => {
      await keep();
      for (;;) {
        const found = await claim();
        if (!found) expect.unreachable('there is work');
        const { claimed } = found;
        await jobs.fail(claimed, { message: 'No', canRepeat });
        if (!canRepeat || claimed.job.attempts === claimed.job.maxAttempts) return;
        clock.advance(60 * 60_000);
      }
    };
    const isLeft = async () => {
      await keep();
      const found = await claim();
      if (found) await jobs.complete(found.claimed, { status: 'succeeded', result: null });
      return found === null;
    };
    await failed(false);
    clock.advance(60 * 60_000);
    expect(await isLeft()).toBe(false);
    clock.advance(1);
    await failed(false);
    expect(await isLeft()).toBe(true);
    clock.advance(6 * 60_000);
    expect(await isLeft()).toBe(false);
    clock.advance(1);
    await failed(true);
    clock.advance(60 * 60_000);
    await failed(false);
    clock.advance(6 * 60_000);
    expect(await isLeft()).toBe(false);
  });
});
