import { expect, test } from 'vitest';
import { arrowFacts } from './arrow-facts.ts';
import { damagedParquet } from './parquet-footer.ts';

/** A Parquet footer with an Arrow schema of `fields` fields, all with the name `name`. */
function footerOf(name: string, fields = 1): Buffer {
  const [vtable, root, schema, list] = [16, 40, 64, 128];
  const field = list + 4 + 4 * fields;
  const [type, text] = [field + 64, field + 128];
  const message = Buffer.alloc(text + 4 + Buffer.byteLength(name));
  message.writeInt32LE(-1, 0);
  message.writeUInt32LE(root - 8, 8);
  // Each table has four fields, at 4, 8, 12 and 16 bytes from its beginning.
  for (const [index, value] of [12, 20, 4, 8, 12, 16].entries())
    message.writeUInt16LE(value, vtable + 2 * index);
  for (const table of [root, schema, field, type]) message.writeInt32LE(table - vtable, table);
  message.writeUInt8(1, root + 8);
  message.writeUInt32LE(schema - (root + 12), root + 12);
  message.writeUInt32LE(list - (schema + 8), schema + 8);
  message.writeUInt32LE(fields, list);
  for (let at = list + 4; at < field; at += 4) message.writeUInt32LE(field - at, at);
  message.writeUInt32LE(text - (field + 4), field + 4);
  message.writeUInt8(16, field + 12);
  message.writeUInt32LE(type - (field + 16), field + 16);
  message.writeInt32LE(3, type + 4);
  message.writeUInt32LE(Buffer.byteLength(name), text);
  message.write(name, text + 4);
  return kept('ARROW:schema', message.toString('base64'));
}

function kept(key: string, value: string): Buffer {
  const binary = (head: number, bytes: string) =>
    Buffer.concat([Buffer.from([head, ...varint(bytes.length)]), Buffer.from(bytes)]);
  const pair = [binary(0x18, key), binary(0x18, value)];
  return Buffer.concat([Buffer.from([0x59, 0x1c]), ...pair, Buffer.from([0, 0])]);
}

function varint(value: number): number[] {
  return value < 128 ? [value] : [(value % 128) + 128, ...varint(Math.floor(value / 128))];
}

test('the length of a column is said by its name', () => {
  expect(arrowFacts(footerOf('vé', 2), damagedParquet).lengths).toEqual(new Map([['vé', 3]]));
});

test('a name that is longer than any column has is left unread, however many fields have it', () => {
  const footer = footerOf('v'.repeat(8 * 2 ** 20), 100_000);
  expect(arrowFacts(footer, damagedParquet).lengths).toEqual(new Map());
});

test('whatever bytes are wrong in the schema, it says nothing or something else', () => {
  const footer = footerOf('v');
  for (let at = 20; at < footer.length - 2; at += 1)
    for (const byte of [0, 0x2f, 0x41, 0x78, 0xff]) {
      const damaged = Buffer.from(footer);
      damaged[at] = byte;
      expect(arrowFacts(damaged, damagedParquet).lengths.size).toBeLessThan(2);
    }
});
