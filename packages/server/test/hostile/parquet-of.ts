/**
 * The bytes of a Parquet file that holds nothing but a footer: below the root, nodes of so many
 * children each (0: a leaf of BYTE_ARRAY), depth first, with one row group that claims to be so
 * large.
 */
export function parquetOf(childCounts: readonly number[], claimedBytes = 0): Buffer {
  const isChain = childCounts.some((count) => count > 0);
  const nodes = [
    element('root', isChain ? 1 : childCounts.length),
    ...childCounts.map((count, index) => element(`n${index}`, count)),
  ];
  const schema = Buffer.concat([Buffer.from([0x19, 0xfc]), varint(nodes.length), ...nodes]);
  const group = Buffer.concat([
    Buffer.from([0x19, 0x0c, 0x16]),
    zigzag(claimedBytes),
    Buffer.from([0x16, 0, 0]),
  ]);
  // version 1, schema, num_rows 0, row_groups
  const footer = Buffer.concat([
    Buffer.from([0x15, 2]),
    schema,
    Buffer.from([0x16, 0, 0x19, 0x1c]),
    group,
    Buffer.from([0]),
  ]);
  const length = Buffer.alloc(4);
  length.writeUInt32LE(footer.length);
  return Buffer.concat([Buffer.from('PAR1'), footer, length, Buffer.from('PAR1')]);
}

/** A SchemaElement: type 6 of a leaf, OPTIONAL, name, num_children. */
function element(name: string, children: number): Buffer {
  const text = Buffer.concat([varint(name.length), Buffer.from(name)]);
  const type =
    children === 0 ? [Buffer.from([0x15, 12, 0x25, 2, 0x18])] : [Buffer.from([0x35, 2, 0x18])];
  const count = children === 0 ? [] : [Buffer.from([0x15]), zigzag(children)];
  return Buffer.concat([...type, text, ...count, Buffer.from([0])]);
}

const zigzag = (value: number) => varint(value * 2);

function varint(value: number): Buffer {
  const bytes: number[] = [];
  for (let rest = value; ; rest = Math.floor(rest / 128)) {
    if (rest < 128) return Buffer.from([...bytes, rest]);
    bytes.push((rest % 128) + 128);
  }
}
