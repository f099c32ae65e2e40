import { statSync } from 'node:fs';
import { badRequest } from '../../kernel/errors.ts';
import { readBytes } from './file-format.ts';
import type { FileFormat } from './file-source.ts';

const headBytes = 4096;

/**
 * Throws BAD_REQUEST for content of a kind other than its format, recognised by the first bytes. As
 * text, such content would often load as a table of one column.
 */
export function refuseKnownKinds(path: string, format: FileFormat): void {
  const head = readBytes(path, 0, headBytes);
  const refuse = (kind: string, advice: string): never => {
    throw badRequest(`The file is ${kind}, not ${formatNames[format]}; ${advice}`);
  };
  const found = kinds.find((kind) => isOfKind(head, kind));
  if (found !== undefined && found.is !== format) refuse(found.kind, found.advice);
  if (format === 'parquet') return;
  const order = byteOrder(head);
  if (order !== null) refuse('text in UTF-16', encodingAdvice(`utf-16${order}`));
  if (isPage(path, head)) refuse('an XML or HTML page', pageAdvice);
  if (format === 'csv' && json.test(head.toString('latin1')))
    refuse('JSON', "load it with format 'json'");
}

/** A mark of letters alone may begin the header of a CSV file. */
function isOfKind(head: Buffer, { mark, at = 0, isText }: Kind): boolean {
  if (!head.subarray(at, at + mark.length).equals(mark)) return false;
  return isText !== true || head.includes(0);
}

/** Detects UTF-16 without a byte order mark by Latin letters, in which each second byte is NUL. */
function byteOrder(head: Buffer): 'le' | 'be' | null {
  const looked = head.subarray(0, 64);
  if (looked.length < 4) return null;
  const nulsAt = (parity: number) => {
    const bytes = looked.filter((_byte, index) => index % 2 === parity);
    return bytes.filter((byte) => byte === 0).length / bytes.length;
  };
  const [even, odd] = [nulsAt(0), nulsAt(1)];
  if (even === 0 && odd > 0.8) return 'le';
  return odd === 0 && even > 0.8 ? 'be' : null;
}

const page = /^(?:\xef\xbb\xbf)?\s*<(?:\?xml|!doctype|html|([a-z][\w:.-]*)[\s/>])/i;

/** An element with any name is a page only when the file also ends with an element. */
function isPage(path: string, head: Buffer): boolean {
  const found = page.exec(head.toString('latin1'));
  if (found === null || found[1] === undefined) return found !== null;
  const { size } = statSync(path);
  const tail = readBytes(path, Math.max(0, size - headBytes), headBytes);
  return tail.toString('latin1').trimEnd().endsWith('>');
}

const json = /^(?:\xef\xbb\xbf)?\s*(?:\{\s*(?:["}]|$)|\[\s*(?:\{|$))/;

const formatNames = { csv: 'CSV', json: 'JSON', parquet: 'Parquet' };

interface Kind {
  readonly mark: Buffer;
  /** The offset of the mark, if not 0. */
  readonly at?: number;
  readonly kind: string;
  readonly advice: string;
  /** The format of such content. */
  readonly is?: FileFormat;
  /** The mark is letters, and the bytes after the mark are not. */
  readonly isText?: true;
}

const compressed = 'say so in content_encoding, or upload the plain file';
const unpack = 'unpack it, or compress it with gzip or zstd and say so in content_encoding';
const exported = 'write its tables as CSV or Parquet, and load these';
const pageAdvice = 'it may be what a server said in place of the file';
const encodingAdvice = (encoding: string) =>
  `load it with encoding '${encoding}', or save it as UTF-8`;

const ascii = (text: string) => Buffer.from(text, 'latin1');
const utf16 = { kind: 'text in UTF-16', advice: encodingAdvice('utf-16') };

const kinds: readonly Kind[] = [
  { mark: ascii('PAR1'), kind: 'Parquet', advice: "load it with format 'parquet'", is: 'parquet' },
  {
    mark: ascii('PARE'),
    kind: 'Parquet with an encrypted footer',
    advice: 'write it without encryption',
    isText: true,
  },
  { mark: Buffer.of(0x1f, 0x8b), kind: 'gzip', advice: compressed },
  { mark: Buffer.of(0x28, 0xb5, 0x2f, 0xfd), kind: 'zstd', advice: compressed },
  {
    mark: ascii('PK\x03\x04'),
    kind: 'a zip archive or a spreadsheet',
    advice: 'upload each file that is in it, or the spreadsheet saved as CSV',
  },
  { mark: ascii('1AY&SY'), at: 4, kind: 'bzip2', advice: unpack },
  { mark: ascii('\xfd7zXZ\x00'), kind: 'xz', advice: unpack },
  { mark: Buffer.of(0x04, 0x22, 0x4d, 0x18), kind: 'LZ4', advice: unpack },
  { mark: ascii("7z\xbc\xaf'\x1c"), kind: 'a 7z archive', advice: unpack },
  { mark: ascii('Rar!\x1a\x07'), kind: 'a RAR archive', advice: unpack },
  {
    mark: Buffer.of(0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1),
    kind: 'a spreadsheet of Excel 97 (.xls)',
    advice: 'save it as CSV',
  },
  { mark: ascii('ARROW1\0\0'), kind: 'an Arrow file (Feather)', advice: 'write it as Parquet' },
  { mark: Buffer.of(255, 255, 255, 255), kind: 'an Arrow stream', advice: 'write it as Parquet' },
  { mark: ascii('FEA1'), kind: 'a Feather file', advice: 'write it as Parquet', isText: true },
  { mark: ascii('Obj\x01'), kind: 'Avro', advice: 'write it as Parquet' },
  { mark: ascii('ORC'), kind: 'ORC', advice: 'write it as Parquet', isText: true },
  { mark: ascii('SQLite format 3\0'), kind: 'a SQLite database', advice: exported },
  { mark: ascii('DUCK'), at: 8, kind: 'a DuckDB database', advice: exported, isText: true },
  { mark: ascii('\x89HDF\r\n\x1a\n'), kind: 'HDF5', advice: exported },
  { mark: ascii('\x93NUMPY'), kind: 'a NumPy array', advice: 'write it as CSV or Parquet' },
  { mark: ascii('%PDF-'), kind: 'PDF', advice: 'save its tables as CSV' },
  { mark: Buffer.of(0xff, 0xfe, 0, 0), kind: 'text in UTF-32', advice: 'save it as UTF-8' },
  { mark: Buffer.of(0, 0, 0xfe, 0xff), kind: 'text in UTF-32', advice: 'save it as UTF-8' },
  { mark: Buffer.of(0xff, 0xfe), ...utf16 },
  { mark: Buffer.of(0xfe, 0xff), ...utf16 },
];
