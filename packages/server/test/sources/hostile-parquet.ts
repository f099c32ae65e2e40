/** A file whose footer is a schema of so many elements without anything, a byte each. */
export function parquetOfElements(count: number): Buffer {
  // FileMetaData's second field, a list of structs; its length as a varint.
  const head = [0x29, 0xfc];
  let left = count;
  for (; left >= 0x80; left = Math.floor(left / 0x80)) head.push((left % 0x80) | 0x80);
  head.push(left);
  const footer = Buffer.concat([Buffer.from(head), Buffer.alloc(count + 1)]);
  const length = Buffer.alloc(4);
  length.writeUInt32LE(footer.length);
  return Buffer.concat([Buffer.from('PAR1'), footer, length, Buffer.from('PAR1')]);
}
