/** Checksums and numbers of bytes, and texts in other encodings. */
import { sqlError } from '../../kernel/sql-error.ts';
import { bigint, bytes, integer, list, text } from './codecs.ts';
import { type EngineFunction, nullableFunction, strictFunction } from './engine-function.ts';

/** The remainders of a reflected polynomial, a byte each. */
const remainders = (polynomial: number): Uint32Array =>
  Uint32Array.from({ length: 256 }, (_, byte) => {
    let rest = byte;
    for (let bit = 0; bit < 8; bit += 1) rest = rest & 1 ? (rest >>> 1) ^ polynomial : rest >>> 1;
    return rest >>> 0;
  });

const checksum = (polynomial: number) => {
  const table = remainders(polynomial);
  return (value: Uint8Array): bigint => {
    let rest = 0xffffffff;
    for (const byte of value) rest = (table[(rest ^ byte) & 0xff] ?? 0) ^ (rest >>> 8);
    return BigInt((rest ^ 0xffffffff) >>> 0);
  };
};

const integerNames: Readonly<Record<number, string>> = { 2: 'smallint', 4: 'integer', 8: 'bigint' };

function integerOf(value: Uint8Array, width: number): bigint {
  if (value.length > width)
    return sqlError('22003', `${integerNames[width] ?? 'bigint'} out of range`);
  const unsigned = value.reduce((sum, byte) => sum * 256n + BigInt(byte), 0n);
  // Fewer bytes than the type's are padded with leading zeros.
  return BigInt.asIntN(width * 8, unsigned);
}

function bytesOf(value: bigint, width: number): Uint8Array {
  const unsigned = BigInt.asUintN(width * 8, value)
    .toString(16)
    .padStart(width * 2, '0');
  return Uint8Array.from(Buffer.from(unsigned, 'hex'));
}

type Encoding = 'utf8' | 'latin1';

const encodings: Readonly<Record<string, Encoding>> = {
  utf8: 'utf8',
  unicode: 'utf8',
  latin1: 'latin1',
  iso88591: 'latin1',
};
const others =
  /^(?:sqlascii|latin\d+|iso8859\d+|win\d+|windows\d+|koi8r?u?|euc\w+|sjis|big5|gbk|uhc|gb18030|johab|mule\w+|shift\w+|alt|abc|tcvn\d*|vscii)$/;

function encodingNamed(name: string, place: string): Encoding {
  const plain = name.toLowerCase().replace(/[^a-z0-9]/g, '');
  const known = encodings[plain];
  if (known !== undefined) return known;
  if (others.test(plain))
    return sqlError('0A000', `the encoding '${name}' is not supported; there are UTF8 and LATIN1`);
  return sqlError('22023', `invalid ${place} encoding name "${name}"`);
}

/** One character per byte, including 0, for matching and not for display. */
const byteCharacters = (value: Uint8Array) => Buffer.from(value).toString('latin1');

function decodeText(value: Uint8Array, name: string): string {
  if (encodingNamed(name, 'source') === 'latin1') {
    if (value.includes(0))
      return sqlError('22021', 'invalid byte sequence for encoding "LATIN1": 0x00');
    return byteCharacters(value);
  }
  try {
    const decoded = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(value);
    if (!decoded.includes('\0')) return decoded;
  } catch {
    // The decoder does not report the position of a failure.
  }
  return sqlError('22021', 'invalid byte sequence for encoding "UTF8"');
}

function encodeText(value: string, name: string): Uint8Array {
  if (encodingNamed(name, 'destination') === 'utf8') return Uint8Array.from(Buffer.from(value));
  const wrong = /[^\0-\u00ff]/u.exec(value)?.[0];
  if (wrong === undefined) return Uint8Array.from(Buffer.from(value, 'latin1'));
  const shown = [...Buffer.from(wrong)].map((byte) => `0x${byte.toString(16)}`).join(' ');
  return sqlError(
    '22P05',
    `character with byte sequence ${shown} in encoding "UTF8" has no equivalent in encoding "LATIN1"`,
  );
}

/** string_agg() of bytes: each value has its separator in front, except the first value. */
function joinBytes(
  values: readonly (Uint8Array | null)[] | null,
  separators: readonly (Uint8Array | null)[] | null,
): Uint8Array | null {
  const parts: Uint8Array[] = [];
  for (const [index, value] of (values ?? []).entries()) {
    if (value === null) continue;
    if (parts.length > 0) parts.push(separators?.[index] ?? new Uint8Array());
    parts.push(value);
  }
  return parts.length === 0 ? null : Uint8Array.from(Buffer.concat(parts));
}

export const checksumFunctions: readonly EngineFunction[] = [
  strictFunction('hotsql_crc32', [bytes], bigint, checksum(0xedb88320)),
  strictFunction('hotsql_crc32c', [bytes], bigint, checksum(0x82f63b78)),
  strictFunction('hotsql_bytes_integer', [bytes, integer], bigint, integerOf),
  strictFunction('hotsql_integer_bytes', [bigint, integer], bytes, bytesOf),
  strictFunction('hotsql_decode_text', [bytes, text], text, decodeText),
  strictFunction('hotsql_byte_characters', [bytes], text, byteCharacters),
  strictFunction('hotsql_encode_text', [text, text], bytes, encodeText),
  nullableFunction('hotsql_bytes_join', [list(bytes), list(bytes)], bytes, joinBytes),
];
