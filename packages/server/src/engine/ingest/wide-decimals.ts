import { constants, copyFile, open, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { newObjectName } from '../../kernel/ids.ts';
import { CompactReader, Kind } from './parquet-metadata.ts';

/** A DECIMAL column of the file with more digits than a table can store as numbers. */
export interface WideDecimal {
  readonly name: string;
  readonly precision: number;
  readonly scale: number;
}

/** A SchemaElement of the footer, and its replacement. */
export interface ReplacedElement {
  readonly start: number;
  readonly end: number;
  readonly asBytes: Buffer;
}

/** The element is replaced by itself without its number type. */
type WideElement = WideDecimal & ReplacedElement;

const mostDigits = 38;
/** The limit of PostgreSQL's declared numeric. No known writer has a wider type. */
const mostDeclared = 1000;

/** Fields of SchemaElement (parquet.thrift). */
const Field = {
  type: 1,
  name: 4,
  childCount: 5,
  convertedType: 6,
  scale: 7,
  precision: 8,
  logicalType: 10,
} as const;
const numeric: readonly number[] = [
  Field.convertedType,
  Field.scale,
  Field.precision,
  Field.logicalType,
];
/** Physical types that store the digits as bytes: BYTE_ARRAY, FIXED_LEN_BYTE_ARRAY. */
const byteTypes: readonly number[] = [6, 7];

/**
 * Top-level columns of the file that are DECIMALs of more than 38 digits. DuckDB would read
 * doubles, and silently lose digits. Throws the error of `damaged` for bytes that are not a footer.
 */
export function findWideDecimals(footer: Buffer, damaged: () => Error): readonly WideElement[] {
  const reader = new CompactReader(footer, damaged);
  const found: WideElement[] = [];
  reader.readStruct((field, kind) => {
    if (field !== 2 || kind !== Kind.list) return reader.skip(kind);
    /** The number of remaining children of each open node below the root. */
    const open: number[] = [];
    let isRoot = true;
    reader.readList(() => {
      const element = readElement(reader, footer, damaged);
      while (open.at(-1) === 0) open.pop();
      if (open.length > 0) open[open.length - 1] = (open.at(-1) ?? 0) - 1;
      else if (!isRoot && element.precision > mostDigits && byteTypes.includes(element.type)) {
        if (
          element.precision > mostDeclared ||
          element.scale < 0 ||
          element.scale > element.precision
        )
          throw damaged();
        found.push(element);
      }
      if (!isRoot && element.childCount > 0) open.push(element.childCount);
      isRoot = false;
    });
  });
  return found;
}

function readElement(reader: CompactReader, footer: Buffer, damaged: () => Error) {
  const numbers = new Map<number, number>();
  const kept: Buffer[] = [];
  const start = reader.position;
  let name = '';
  let last = 0;
  reader.readStruct((field, kind) => {
    const from = reader.position;
    if (kind === 5) numbers.set(field, reader.readZigzag());
    else reader.skip(kind);
    if (field === Field.name) name = textOf(footer.subarray(from, reader.position));
    if (numeric.includes(field)) return;
    // The format has fields up to 10. A one-byte header counts the omitted field numbers.
    if (field <= last || field > 15) throw damaged();
    kept.push(Buffer.from([((field - last) << 4) | kind]), footer.subarray(from, reader.position));
    last = field;
  });
  const numberOf = (field: number) => numbers.get(field) ?? 0;
  return {
    name,
    start,
    end: reader.position,
    type: numberOf(Field.type),
    precision: numberOf(Field.precision),
    scale: numberOf(Field.scale),
    childCount: numberOf(Field.childCount),
    asBytes: Buffer.concat([...kept, Buffer.from([Kind.stop])]),
  };
}

/** The text of a binary value: its length as a varint, then the bytes. */
function textOf(value: Buffer): string {
  let at = 0;
  while ((value[at] ?? 0) >= 0x80) at += 1;
  return value.toString('utf8', at + 1);
}

/**
 * A copy of the file below `folder` with replaced elements, for example numbers as stored bytes.
 * Only the footer differs. The caller removes the copy.
 */
export async function copyWithBytes(
  path: string,
  footer: Buffer,
  wide: readonly ReplacedElement[],
  folder: string,
): Promise<string> {
  const parts: Buffer[] = [];
  let at = 0;
  for (const { start, end, asBytes } of wide) {
    parts.push(footer.subarray(at, start), asBytes);
    at = end;
  }
  parts.push(footer.subarray(at));
  const written = Buffer.concat(parts);
  const length = Buffer.alloc(4);
  length.writeUInt32LE(written.length);
  const copy = join(folder, `${newObjectName()}.parquet`);
  try {
    await copyFile(path, copy, constants.COPYFILE_FICLONE);
    const dataBytes = (await stat(copy)).size - footer.length - 8;
    const file = await open(copy, 'r+');
    try {
      await file.truncate(dataBytes);
      await file.write(
        Buffer.concat([written, length, Buffer.from('PAR1')]),
        0,
        undefined,
        dataBytes,
      );
    } finally {
      await file.close();
    }
  } catch (error) {
    await rm(copy, { force: true });
    throw error;
  }
  return copy;
}
