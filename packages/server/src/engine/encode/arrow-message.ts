/**
 * The framing of Arrow's IPC stream format
 * (https://arrow.apache.org/docs/format/Columnar.html#serialization-and-interprocess-communication-ipc).
 * Each message is 0xFFFFFFFF, the metadata's length as 32 bits, the metadata (a FlatBuffer), and
 * the body. parquet-wasm returns a whole stream per batch. The functions here cut the streams, so
 * the messages of all batches make one stream.
 */

/** Ends a stream: a message of length zero. */
export const arrowEndOfStream: Uint8Array = new Uint8Array([0xff, 0xff, 0xff, 0xff, 0, 0, 0, 0]);

const prefixBytes = 8;

/** The length of a stream's first message, which is a schema without a body. */
function schemaMessageBytes(stream: Uint8Array): number {
  return prefixBytes + new DataView(stream.buffer, stream.byteOffset).getInt32(4, true);
}

/** The schema message alone, with `names` for the top-level fields. */
export function arrowSchemaMessage(stream: Uint8Array, names: readonly string[]): Uint8Array {
  const message = stream.slice(0, schemaMessageBytes(stream));
  renameFields(message.subarray(prefixBytes), names);
  return message;
}

/** The messages between the schema and the end of the stream: the batches. */
export function arrowBatchMessages(stream: Uint8Array): Uint8Array {
  return stream.subarray(schemaMessageBytes(stream), stream.length - arrowEndOfStream.length);
}

/** Slots in the FlatBuffer tables of Message.fbs and Schema.fbs. */
const slots = { messageHeader: 2, schemaFields: 1, fieldName: 0 } as const;

/**
 * Overwrites the names in a schema's metadata in place. A stored name is never shorter than the
 * true name, and a FlatBuffer string is its length, its bytes and a zero.
 */
function renameFields(metadata: Uint8Array, names: readonly string[]): void {
  const view = new DataView(metadata.buffer, metadata.byteOffset, metadata.byteLength);
  const follow = (position: number) => position + view.getUint32(position, true);
  const slot = (table: number, index: number) => {
    const vtable = table - view.getInt32(table, true);
    return table + view.getUint16(vtable + 4 + 2 * index, true);
  };
  const schema = follow(slot(follow(0), slots.messageHeader));
  const fields = follow(slot(schema, slots.schemaFields));
  for (const [index, name] of names.entries()) {
    const text = follow(slot(follow(fields + 4 + 4 * index), slots.fieldName));
    const roomBytes = view.getUint32(text, true);
    const bytes = Buffer.from(name);
    if (bytes.length > roomBytes) throw new Error('a stored name is shorter than the true name');
    view.setUint32(text, bytes.length, true);
    metadata.fill(0, text + 4, text + 4 + roomBytes);
    metadata.set(bytes, text + 4);
  }
}
