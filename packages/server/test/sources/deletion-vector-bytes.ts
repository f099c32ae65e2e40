/** Deletion vectors by hand: as few bytes for as many positions as the form allows. */
import { crc32 } from 'node:zlib';

/** Vector of the positions from 0 up to 65,536 times `containers`, each container one run. */
export function vectorOfRuns(containers: number): Buffer {
  const bitmaps = Buffer.alloc(12);
  bitmaps.writeBigUInt64LE(1n);
  const cookie = Buffer.alloc(4);
  cookie.writeUInt32LE((((containers - 1) << 16) | 12_347) >>> 0);
  const headers = Buffer.alloc(containers * 4, 0xff);
  for (let at = 0; at < containers; at += 1) headers.writeUInt16LE(at, at * 4);
  const run = Buffer.from('01000000ffff', 'hex');
  const vector = Buffer.concat([
    Buffer.from('d1d33964', 'hex'),
    bitmaps,
    cookie,
    Buffer.alloc(Math.ceil(containers / 8), 0xff),
    headers,
    // Places are not looked at.
    Buffer.alloc(containers >= 4 ? containers * 4 : 0),
    ...Array.from({ length: containers }, () => run),
  ]);
  const ends = Buffer.alloc(8);
  ends.writeUInt32BE(vector.length, 0);
  ends.writeUInt32BE(crc32(vector), 4);
  return Buffer.concat([ends.subarray(0, 4), vector, ends.subarray(4)]);
}
