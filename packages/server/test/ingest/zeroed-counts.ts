import { CompactReader, Kind } from '../../src/engine/ingest/parquet-metadata.ts';

type Place = readonly [start: number, end: number];

/** The Parquet file with zeros in place of the given numbers of the footer. */
export function withZeros(whole: Buffer, placesIn: (footer: Buffer) => readonly Place[]): Buffer {
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
/** `num_rows` of FileMetaData, and of RowGroup. */
const rowsField = 3;

export function countOfFile(footer: Buffer): Place[] {
  const reader = new CompactReader(footer, damaged);
  const places: Place[] = [];
  reader.readStruct((field, kind) => {
    const from = reader.position;
    reader.skip(kind);
    if (field === rowsField) places.push([from, reader.position]);
  });
  return places;
}

export function countsOfRowGroups(footer: Buffer): Place[] {
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
