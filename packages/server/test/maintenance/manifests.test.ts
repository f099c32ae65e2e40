import { describe, expect, test } from 'vitest';
import { metadataKinds } from '../metadata/metadata-backends.ts';
import { createSweepFixture } from './sweep-fixture.ts';

describe.each(metadataKinds)('manifests on %s', (kind) => {
  test('of a table of many appends are few, and name its files in the order of the appends', async () => {
    const fixture = await createSweepFixture(kind);
    try {
      const { lakeId } = await fixture.database(await fixture.workspace());
      const keys: string[] = [];
      for (let index = 0; index < 80; index += 1)
        keys.push(await fixture.load(lakeId, 't', 'append'));
      const { lakes } = fixture.node();
      const version = (await lakes.read(lakeId))?.schemas.get('main')?.get('t')?.version;
      if (!version) throw new Error('the table was loaded');
      expect(version).toMatchObject({ rowCount: 80, fileCount: 80, sizeBytes: 400 });
      expect(version.manifestIds.length).toBeLessThanOrEqual(12);
      const manifests = await lakes.manifestsOf(version);
      expect(manifests.flatMap(({ files }) => files.map(({ key }) => key))).toEqual(keys);
      const ids = [...version.manifestIds];
      const rows = await fixture.metadata.db
        .selectFrom('lake_manifests')
        .selectAll()
        .where('id', 'in', ids)
        .execute();
      expect(rows.reduce((sum, row) => sum + row.row_count, 0)).toBe(80);
      for (const row of rows) expect(JSON.parse(row.files)).toHaveLength(row.file_count);
    } finally {
      await fixture.remove();
    }
  }, 60_000);
});
