/** A file whose footer is a schema of so many elements without anything, a byte each. */
export function parquetOfElements(count: number): Buffer {
  // FileMetaData's second field, a list of structs.
  return parquetOf([Buffer.from([0x29, ...structs(count)]), Buffer.alloc(count + 1)]);
}

/** A file of one column, and one row group with many columns of three bytes each. */
export function parquetOfChunks(count: number): Buffer {
  return parquetOf([
    head,
    Buffer.from([0x19, ...structs(1), 0x19, ...structs(count)]),
    Buffer.alloc(3 * count, Buffer.from([0x26, 8, 0])),
    // No bytes, no rows.
    Buffer.from([0x16, 0, 0x16, 0, 0, 0]),
  ]);
}

/** A file of one column without rows, and of so many orders of columns, a byte each. */
export function parquetOfOrders(count: number): Buffer {
  return parquetOf([
    head,
    Buffer.from([0x19, ...structs(0), 0x39, ...structs(count)]),
    Buffer.alloc(count + 1),
  ]);
}

/** The version, a schema of one column of 64-bit integers, and no rows. */
const head = Buffer.from([
  ...[0x15, 2, 0x19, 0x2c, 0x48, 4, ...Buffer.from('root'), 0x15, 2, 0],
  ...[0x15, 4, 0x25, 0, 0x18, 1, ...Buffer.from('a'), 0, 0x16, 0],
]);

/** The head of a list of structs. */
function structs(count: number): number[] {
  if (count < 15) return [(count << 4) | 0x0c];
  const bytes = [0xfc];
  let left = count;
  for (; left >= 0x80; left = Math.floor(left / 0x80)) bytes.push((left % 0x80) | 0x80);
  return [...bytes, left];
}

function parquetOf(parts: readonly Buffer[]): Buffer {
  const footer = Buffer.concat(parts);
  const length = Buffer.alloc(4);
  length.writeUInt32LE(footer.length);
  return Buffer.concat([Buffer.from('PAR1'), footer, length, Buffer.from('PAR1')]);
}
