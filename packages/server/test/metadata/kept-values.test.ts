import { expect, test } from 'vitest';
import { insertDropped } from '../../src/metadata/dropped-index-store.ts';
import {
  insertSegments,
  nameBuilt,
  type SegmentRow,
  segmentsOf,
} from '../../src/metadata/index-store.ts';
import { createMetadataBackend, metadataKinds } from './metadata-backends.ts';

const row = (file_key: string, object_key: string): SegmentRow => ({
  ...{ definition_id: 'd', file_key, object_key, part: 0, size_bytes: 1, sha256: '' },
  ...{ row_count: null, bounds: null, refused_texts: null, created_at: 1 },
});

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
