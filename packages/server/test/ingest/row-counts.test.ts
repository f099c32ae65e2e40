import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeParquet } from '../api/parquet-files.ts';
import { IngestFixture } from './ingest-fixture.ts';
import { countOfFile, countsOfRowGroups, withZeros } from './zeroed-counts.ts';

let fixture: IngestFixture;
let whole: Buffer;
beforeAll(async () => {
  fixture = await IngestFixture.open();
  // Two row groups.
  whole = await makeParquet('SELECT range AS id FROM range(5000)', ', ROW_GROUP_SIZE 2048');
});
afterAll(() => fixture.close());

describe('rows of a Parquet file', () => {
  it('are those of its row groups, whatever its own sum of them says', async () => {
    const { rowCount, rows, inspected } = await fixture.load(withZeros(whole, countOfFile));
    expect([rowCount, rows.length, inspected.rowCount]).toEqual([5000, 5000, 5000]);
    expect(rows.at(-1)).toEqual({ id: '4999' });
  });

  it('are not left out where a row group denies them: the file is refused', async () => {
    for (const count of [1, 2]) {
      const file = withZeros(whole, (footer) => countsOfRowGroups(footer).slice(0, count));
      await expect(fixture.load(file)).rejects.toMatchObject({
        code: 'BAD_REQUEST',
        message: expect.stringContaining('says that it has no row, and has values'),
      });
    }
  });

  it('of a sound file are what they were', async () => {
    const path = fixture.file(whole);
    expect(readFileSync(path).equals(whole)).toBe(true);
    expect((await fixture.loadPath(path)).rowCount).toBe(5000);
  });
});
