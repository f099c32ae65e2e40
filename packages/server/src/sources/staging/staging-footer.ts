/**
 * Page headers and the footer of a staging file (parquet-format's parquet.thrift; the numbers are
 * its field ids).
 */
import {
  fixedLength,
  Physical,
  physicalType,
  type ScalarStagingType,
  type StagingType,
} from './staging-type.ts';
import { ThriftWriter } from './thrift-writer.ts';

export interface WrittenChunk {
  readonly offset: number;
  readonly sizeBytes: number;
  readonly levelCount: number;
}

export interface WrittenRowGroup {
  readonly rows: number;
  readonly chunks: readonly WrittenChunk[];
}

export interface FooterColumn {
  readonly name: string;
  readonly type: StagingType;
}

const Encoding = { plain: 0, rle: 3 } as const;
const Repetition = { required: 0, optional: 1, repeated: 2 } as const;
const listConverted = 3;
const dataPage = 0;
const uncompressed = 0;

export function pageHeader(sizeBytes: number, levelCount: number): Buffer {
  const out = new ThriftWriter();
  out.i32(1, dataPage);
  out.i32(2, sizeBytes);
  out.i32(3, sizeBytes);
  out.struct(5, () => {
    out.i32(1, levelCount);
    out.i32(2, Encoding.plain);
    out.i32(3, Encoding.rle);
    out.i32(4, Encoding.rle);
  });
  return out.finish();
}

export function footer(
  columns: readonly FooterColumn[],
  rowGroups: readonly WrittenRowGroup[],
): Buffer {
  const out = new ThriftWriter();
  const rows = rowGroups.reduce((sum, group) => sum + group.rows, 0);
  out.i32(1, 1);
  out.structs(2, schemaElements(columns), (write) => write(out));
  out.i64(3, rows);
  out.structs(4, rowGroups, (group) => {
    const sizeBytes = group.chunks.reduce((sum, chunk) => sum + chunk.sizeBytes, 0);
    out.structs(1, group.chunks, (chunk) => {
      const column = columns[group.chunks.indexOf(chunk)];
      if (column) writeChunk(out, column, chunk);
    });
    out.i64(2, sizeBytes);
    out.i64(3, group.rows);
  });
  out.text(6, 'quern staging');
  return out.finish();
}

function writeChunk(out: ThriftWriter, { name, type }: FooterColumn, chunk: WrittenChunk): void {
  out.i64(2, chunk.offset);
  out.struct(3, () => {
    out.i32(1, physicalType(type.kind === 'list' ? type.element : type));
    out.i32s(2, [Encoding.plain, Encoding.rle]);
    out.texts(3, type.kind === 'list' ? [name, 'list', 'element'] : [name]);
    out.i32(4, uncompressed);
    out.i64(5, chunk.levelCount);
    out.i64(6, chunk.sizeBytes);
    out.i64(7, chunk.sizeBytes);
    out.i64(9, chunk.offset);
  });
}

type WriteElement = (out: ThriftWriter) => void;

function schemaElements(columns: readonly FooterColumn[]): WriteElement[] {
  const root: WriteElement = (out) => {
    out.text(4, 'schema');
    out.i32(5, columns.length);
  };
  return [root, ...columns.flatMap(({ name, type }) => columnElements(name, type))];
}

function columnElements(name: string, type: StagingType): WriteElement[] {
  if (type.kind !== 'list') return [(out) => writeLeaf(out, name, type)];
  return [
    (out) => {
      out.i32(3, Repetition.optional);
      out.text(4, name);
      out.i32(5, 1);
      out.i32(6, listConverted);
      out.struct(10, () => out.struct(3, () => {}));
    },
    (out) => {
      out.i32(3, Repetition.repeated);
      out.text(4, 'list');
      out.i32(5, 1);
    },
    (out) => writeLeaf(out, 'element', type.element),
  ];
}

function writeLeaf(out: ThriftWriter, name: string, type: ScalarStagingType): void {
  const physical = physicalType(type);
  out.i32(1, physical);
  if (physical === Physical.fixed) out.i32(2, fixedLength);
  out.i32(3, Repetition.optional);
  out.text(4, name);
  const converted = convertedType(type);
  if (converted !== null) out.i32(6, converted);
  if (type.kind === 'decimal') {
    out.i32(7, type.scale);
    out.i32(8, type.precision);
  }
  writeLogicalType(out, type);
}

/** The converted type, for readers without logical types; null if none. */
function convertedType(type: ScalarStagingType): number | null {
  switch (type.kind) {
    case 'text':
      return 0;
    case 'decimal':
      return 5;
    case 'date':
      return 6;
    case 'time':
      return 8;
    case 'timestamp':
      return 10;
    case 'integer':
      return (type.signed ? 15 : 11) + Math.log2(type.bits / 8);
    default:
      return null;
  }
}

function writeLogicalType(out: ThriftWriter, type: ScalarStagingType): void {
  const microseconds = (isUtc: boolean) => () => {
    out.bool(1, isUtc);
    out.struct(2, () => out.struct(2, () => {}));
  };
  const write = (field: number, body: () => void = () => {}) =>
    out.struct(10, () => out.struct(field, body));
  if (type.kind === 'text') write(1);
  else if (type.kind === 'date') write(6);
  else if (type.kind === 'time') write(7, microseconds(false));
  else if (type.kind === 'timestamp') write(8, microseconds(type.isUtc));
  else if (type.kind === 'uuid') write(14);
  else if (type.kind === 'decimal') {
    write(5, () => {
      out.i32(1, type.scale);
      out.i32(2, type.precision);
    });
  } else if (type.kind === 'integer') {
    write(10, () => {
      out.byte(1, type.bits);
      out.bool(2, type.signed);
    });
  }
}
