import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CompactReader } from '../../src/engine/ingest/parquet-metadata.ts';
import { IngestFixture } from './ingest-fixture.ts';

let fixture: IngestFixture;
let count = 0;
beforeAll(async () => {
  fixture = await IngestFixture.open();
});
afterAll(() => fixture.close());

async function written(select: string, options = ''): Promise<Buffer> {
  count += 1;
  const path = join(fixture.directory, `foreign-${count}.parquet`);
  await fixture.connection.run(`COPY (${select}) TO '${path}' (FORMAT parquet${options})`);
  return readFileSync(path);
}

/** The file with another count of its rows beside the row groups, of as many bytes. */
function withCountBeside(file: Buffer, rows: number): Buffer {
  const changed = Buffer.from(file);
  const footerBytes = changed.readUInt32LE(changed.length - 8);
  const footer = changed.subarray(changed.length - 8 - footerBytes, changed.length - 8);
  const reader = new CompactReader(footer, () => new Error('no footer'));
  reader.readStruct((field, kind) => {
    const from = reader.position;
    reader.skip(kind);
    if (field !== 3) return;
    // A zigzag varint that is padded to the length it had.
    for (let at = from, left = rows * 2; at < reader.position; at += 1, left >>= 7)
      footer[at] = (left & 0x7f) | (at + 1 < reader.position ? 0x80 : 0);
  });
  return changed;
}

describe('the rows of a Parquet file', () => {
  it.each([0, 1, 700])(
    'are those of its row groups, whatever the count beside them is (%i)',
    async (beside) => {
      const file = await written('SELECT range AS n FROM range(5000)', ', ROW_GROUP_SIZE 2048');
      const { inspected, rows } = await fixture.load(withCountBeside(file, beside));
      expect(inspected.rowCount).toBe(5000);
      expect(rows).toHaveLength(5000);
    },
  );
});
