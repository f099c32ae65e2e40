import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CompactReader, Kind } from '../../src/engine/ingest/parquet-metadata.ts';
import { makeParquet } from '../api/parquet-files.ts';
import { IngestFixture } from './ingest-fixture.ts';

let fixture: IngestFixture;
let whole: Buffer;
beforeAll(async () => {
  fixture = await IngestFixture.open();
  // Two row groups.
  whole = await makeParquet('SELECT range AS id FROM range(5000)', ', ROW_GROUP_SIZE 2048');
});
afterAll(() => fixture.close());

type Place = readonly [start: number, end: number];

/** The file with zeros in place of these numbers of its footer. */
function withZeros(placesIn: (footer: Buffer) => readonly Place[]): Buffer {
  const length = whole.readUInt32LE(whole.length - 8);
  const start = whole.length - 8 - length;
  const footer = whole.subarray(start, whole.length - 8);
  const parts: Buffer[] = [];
  let at = 0;
  for (const [from, to] of placesIn(footer)) {
    parts.push(footer.subarray(at, from), Buffer.from([0]));
    at = to;
  }
  const written = Buffer.concat([...parts, footer.subarray(at)]);
  const size = Buffer.alloc(4);
  size.writeUInt32LE(written.length);
  return Buffer.concat([whole.subarray(0, start), written, size, Buffer.from('PAR1')]);
}

const damaged = () => new Error('no footer');
/** `num_rows` of FileMetaData and of RowGroup. */
const rowsField = 3;

function ofFile(footer: Buffer): Place[] {
  const reader = new CompactReader(footer, damaged);
  const places: Place[] = [];
  reader.readStruct((field, kind) => {
    const from = reader.position;
    reader.skip(kind);
    if (field === rowsField) places.push([from, reader.position]);
  });
  return places;
}

function ofRowGroups(footer: Buffer): Place[] {
  const reader = new CompactReader(footer, damaged);
  const places: Place[] = [];
  reader.readStruct((field, kind) => {
    if (field !== 4 || kind !== Kind.list) return reader.skip(kind);
    reader.readList(() =>
      reader.readStruct((inner, innerKind) => {
        const from = reader.position;
        reader.skip(innerKind);
        if (inner === rowsField) places.push([from, reader.position]);
      }),
    );
  });
  return places;
}

describe('rows of a Parquet file', () => {
  it('are those of its row groups, whatever its own sum of them says', async () => {
    const { rowCount, rows, inspected } = await fixture.load(withZeros(ofFile));
    expect([rowCount, rows.length, inspected.rowCount]).toEqual([5000, 5000, 5000]);
    expect(rows.at(-1)).toEqual({ id: '4999' });
  });

  it('are not left out where a row group denies them: the file is refused', async () => {
    for (const count of [1, 2]) {
      const file = withZeros((footer) => ofRowGroups(footer).slice(0, count));
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
