import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { insertDropped } from '../../src/metadata/dropped-index-store.ts';
import {
  deleteIndex,
  forgetSegments,
  type IndexRow,
  indexById,
  insertIndex,
  insertSegments,
  nameBuilt,
  recordBuilt,
  type SegmentRow,
  segmentsOf,
} from '../../src/metadata/index-store.ts';
import { eventually } from '../eventually.ts';
import { createMetadataBackend, metadataKinds } from './metadata-backends.ts';

const row = (file_key: string, object_key: string): SegmentRow => ({
  ...{ definition_id: 'd', file_key, object_key, part: 0, size_bytes: 1, sha256: '' },
  ...{ row_count: null, bounds: null, refused_texts: null, created_at: 1 },
});

const index = (id: string): IndexRow => ({
  ...{ id, definition_id: 'd', lake_id: `lake ${id}`, table_id: id, schema_name: 'main' },
  ...{ table_name: 't', name: 'i', index_type: 'vector', definition: '{}', description: null },
  ...{ status: 'ready', job_id: null, built_version: null, problem: null },
  ...{ created_at: 1, updated_at: 1 },
});

test.each(metadataKinds)(
  'on %s values stay named that an index leaves to files while a fork builds them anew',
  async (kind) => {
    const backend = await createMetadataBackend(kind);
    try {
      const metadata = await backend.openMigrated();
      await metadata.transaction(async (trx) => {
        await insertIndex(trx, index('fork'));
        await insertIndex(trx, index('own'));
        // The other key has no values: the fork's upkeep builds both.
        await insertSegments(trx, [row('f#vectors', 'old')]);
      });
      let reached: () => void = () => undefined;
      let release: () => void = () => undefined;
      const hasRead = new Promise<void>((resolve) => {
        reached = resolve;
      });
      const held = new Promise<void>((resolve) => {
        release = resolve;
      });
      const dropping = metadata.transaction(async (trx) => {
        await deleteIndex(trx, 'own');
        const left = await segmentsOf(trx, 'd');
        reached();
        await held;
        await insertDropped(trx, {
          ...{ id: 'i', definition_id: 'd', lake_id: 'l', table_id: 't' },
          ...{ schema_name: 'main', table_name: 't', name: 'i', definition: '{}' },
          ...{ description: null, until_snapshot: 2, created_at: 1, dropped_at: 1 },
        });
        return left.map(({ object_key }) => object_key);
      });
      await hasRead;
      const built = [row('f', 'segment'), row('f#vectors', 'new')];
      let hasBuilt = false;
      const building = metadata
        .transaction((trx) => nameBuilt(trx, built))
        .finally(() => {
          hasBuilt = true;
        });
      // SQLite has one transaction at a time.
      if (kind === 'postgres')
        await eventually(async () => {
          const waiting = await sql<{ count: unknown }>`select count(*) as count
            from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`.execute(
            metadata.db,
          );
          expect(hasBuilt || Number(waiting.rows[0]?.count) > 0).toBe(true);
        });
      release();
      const [left] = await Promise.all([dropping, building]);
      const named = (await segmentsOf(metadata.db, 'd')).map(({ object_key }) => object_key);
      expect(left).toEqual(['old']);
      expect(named.sort()).toEqual(['new', 'old', 'segment']);
    } finally {
      await backend.remove();
    }
  },
);

test.each(metadataKinds)(
  'on %s a version is not built of which something was found damaged while the rest was built',
  async (kind) => {
    const backend = await createMetadataBackend(kind);
    try {
      const metadata = await backend.openMigrated();
      const built = async (keys: readonly string[]) => {
        await metadata.transaction((trx) =>
          recordBuilt(trx, index('own'), { version: 'v', keys, now: 2 }),
        );
        return (await indexById(metadata.db, 'own'))?.built_version;
      };
      await metadata.transaction(async (trx) => {
        await insertIndex(trx, index('own'));
        for (const file of ['f', 'g']) await insertSegments(trx, [row(file, `of ${file}`)]);
      });
      expect(await built(['f', 'g'])).toBe('v');
      const damaged = { definitionId: 'd', objectKeys: ['of f'] };
      await metadata.transaction((trx) => forgetSegments(trx, damaged, 3));
      expect(await built(['f', 'g'])).toBeNull();
      await metadata.transaction((trx) => insertSegments(trx, [row('f', 'again')]));
      expect(await built(['f', 'g'])).toBe('v');
    } finally {
      await backend.remove();
    }
  },
);

test.each(metadataKinds)(
  'on %s values that files name of a dropped index stay named when they are built anew for a fork',
  async (kind) => {
    const backend = await createMetadataBackend(kind);
    try {
      const metadata = await backend.openMigrated();
      const named = async () =>
        (await segmentsOf(metadata.db, 'd')).map((one) => [one.file_key, one.object_key]).sort();
      const place = { lake_id: 'l', table_id: 't', schema_name: 'main', table_name: 't' };
      await metadata.transaction(async (trx) => {
        await insertSegments(trx, [row('f#vectors', 'old')]);
        await insertDropped(trx, {
          ...{ id: 'i', definition_id: 'd', ...place, name: 'i', definition: '{}' },
          ...{ description: null, until_snapshot: 2, created_at: 1, dropped_at: 1 },
        });
      });
      for (const build of ['new', 'newer']) {
        // The segment was collected with the index.
        await metadata.db.deleteFrom('lake_index_objects').where('file_key', '=', 'f').execute();
        const built = [row('f', `${build} segment`), row('f#vectors', build)];
        expect(await metadata.transaction((trx) => nameBuilt(trx, built))).toBe(true);
      }
      expect(await named()).toEqual([
        ['f#left#vectors', 'new'],
        ['f#left#vectors', 'old'],
        ['f#vectors', 'newer'],
        ['f', 'newer segment'],
      ]);
    } finally {
      await backend.remove();
    }
  },
);
