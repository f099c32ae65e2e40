/**
 * Footers of a lake's data files. They are read here, not by the engine: ten files took its
 * statements 40 ms, and an engine that does nothing else 12 ms more.
 */
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import type { ColumnStatistics } from '../../engine/ingest/file-statistics.ts';
import type { FileColumn, Footer } from '../lake-files/read-footers.ts';
import { ThriftReader } from '../lake-files/thrift-reader.ts';
import { Kind } from '../staging/thrift-writer.ts';
import { type ChunkStatistics, columnStatistics } from './footer-statistics.ts';
import { Logical, type LogicalType, leafType, Physical, type SchemaElement } from './leaf-type.ts';

export interface LakeFooter extends Footer {
  readonly footerBytes: number;
  /** Columns of floats with a Bloom filter, by their paths. */
  readonly filteredFloats: readonly string[];
  /** Of columns without parts, by name; see `columnStatistics`. */
  readonly statistics: Readonly<Record<string, ColumnStatistics>>;
}

/** Most footers are within so much of a file's end. */
const firstReadBytes = 64 * 2 ** 10;
/** Of a million column chunks; a worker's memory has an end. */
const maxFooterBytes = 64 * 2 ** 20;
/** The length of the footer, and `PAR1`. */
const tailBytes = 8;
const maxDepth = 100;

/**
 * Null where the file has no footer that can be read. By calls of the system, which take
 * microseconds: ten files by another thread took 10 ms beside other work.
 */
export function readFooter(path: string): LakeFooter | null {
  const bytes = footerBytes(path);
  if (bytes === null) return null;
  try {
    return footerOf(bytes);
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

function footerBytes(path: string): Buffer | null {
  const file = openSync(path, 'r');
  try {
    const { size } = fstatSync(file);
    let end = readEnd(file, size, firstReadBytes);
    if (end.length < tailBytes || end.toString('latin1', end.length - 4) !== 'PAR1') return null;
    const length = end.readUInt32LE(end.length - tailBytes);
    if (length > maxFooterBytes || length + tailBytes > size) return null;
    if (length + tailBytes > end.length) end = readEnd(file, size, length + tailBytes);
    return end.subarray(end.length - tailBytes - length, -tailBytes);
  } finally {
    closeSync(file);
  }
}

function readEnd(file: number, size: number, most: number): Buffer {
  const bytes = Buffer.alloc(Math.min(most, size));
  const read = readSync(file, bytes, 0, bytes.length, size - bytes.length);
  return bytes.subarray(0, read);
}

interface Chunk extends ChunkStatistics {
  readonly path: readonly string[];
  readonly hasFilter: boolean;
}

function footerOf(bytes: Buffer): LakeFooter {
  const reader = new ThriftReader(bytes);
  const elements: SchemaElement[] = [];
  const groups: Chunk[][] = [];
  let rows = 0;
  reader.struct({
    2: () => reader.list(() => elements.push(readElement(reader))),
    3: () => {
      rows = reader.count();
    },
    4: () => reader.list(() => groups.push(readGroup(reader))),
  });
  const leaves = elements.filter(({ children }) => children === 0);
  // Chunks stand in the order of the leaves.
  if (groups.some((chunks) => chunks.length !== leaves.length)) throw new RangeError('chunks');
  const chunksOf = leaves.map((_leaf, index) => groups.flatMap((chunks) => chunks[index] ?? []));
  const isFloat = ({ physical }: SchemaElement) =>
    physical === Physical.float || physical === Physical.double;
  const filtered = leaves.flatMap((leaf, index) => {
    const chunks = isFloat(leaf) ? chunksOf[index] : undefined;
    return chunks?.some(({ hasFilter }) => hasFilter) ? [(chunks[0]?.path ?? []).join(', ')] : [];
  });
  return {
    columns: treeOf(elements),
    rows,
    footerBytes: bytes.length,
    filteredFloats: filtered,
    statistics: statisticsOf(leaves, chunksOf),
  };
}

function statisticsOf(
  leaves: readonly SchemaElement[],
  chunksOf: readonly (readonly Chunk[])[],
): Record<string, ColumnStatistics> {
  const found = leaves.flatMap((leaf, index) => {
    const chunks = chunksOf[index] ?? [];
    const type = leafType(leaf);
    if (type === null || leaf.physical === null || chunks.some(({ path }) => path.length !== 1))
      return [];
    const statistics = columnStatistics(type, leaf.physical, chunks);
    return statistics ? [[leaf.name, statistics] as const] : [];
  });
  return Object.fromEntries(found);
}

function readElement(reader: ThriftReader): SchemaElement {
  const numbers = new Map<number, number>();
  let name = '';
  let logical: LogicalType | null = null;
  const number = (field: number) => () => {
    numbers.set(field, reader.int());
  };
  reader.struct({
    1: number(1),
    4: () => {
      name = reader.text();
    },
    5: number(5),
    6: number(6),
    7: number(7),
    8: number(8),
    9: number(9),
    10: () => {
      logical = readLogicalType(reader);
    },
  });
  const of = (field: number) => numbers.get(field) ?? null;
  const element = { fieldId: of(9), physical: of(1), converted: of(6) };
  const size = { children: of(5) ?? 0, scale: of(7) ?? 0, precision: of(8) ?? 0 };
  return { name, logical, ...element, ...size };
}

/** A union; of its members only times have anything that is looked at. */
function readLogicalType(reader: ThriftReader): LogicalType | null {
  let type: LogicalType | null = null;
  const member = (number: number) => () => {
    let isUtc = false;
    let unit = 0;
    const readUnit = (which: number) => (kind: number) => {
      unit = which;
      reader.skip(kind);
    };
    reader.struct({
      1: (kind) => {
        isUtc = kind === Kind.true;
        reader.skip(kind);
      },
      2: (kind) => {
        if (kind === Kind.struct) reader.struct({ 1: readUnit(1), 2: readUnit(2), 3: readUnit(3) });
        else reader.skip(kind);
      },
    });
    type = { member: number, isUtc, unit };
  };
  reader.struct(Object.fromEntries(Object.values(Logical).map((one) => [one, member(one)])));
  return type;
}

function readGroup(reader: ThriftReader): Chunk[] {
  const chunks: Chunk[] = [];
  reader.struct({ 1: () => reader.list(() => chunks.push(readChunk(reader))) });
  return chunks;
}

function readChunk(reader: ThriftReader): Chunk {
  const path: string[] = [];
  let values = 0;
  let hasFilter = false;
  let nulls: number | null = null;
  let min: Buffer | null = null;
  let max: Buffer | null = null;
  const readStatistics = {
    3: () => {
      nulls = reader.count();
    },
    5: () => {
      max = reader.binary();
    },
    6: () => {
      min = reader.binary();
    },
  };
  const readMetadata = {
    3: () => reader.list(() => path.push(reader.text())),
    5: () => {
      values = reader.count();
    },
    12: () => reader.struct(readStatistics),
    14: (kind: number) => {
      hasFilter = true;
      reader.skip(kind);
    },
  };
  reader.struct({ 3: () => reader.struct(readMetadata) });
  return { path, values, hasFilter, nulls, min, max };
}

/** Elements stand depth first, the root before all. */
function treeOf(elements: readonly SchemaElement[]): readonly FileColumn[] {
  let at = 0;
  const next = (depth: number): FileColumn => {
    const element = elements[at];
    if (!element || depth > maxDepth) throw new RangeError('schema');
    at += 1;
    const children: FileColumn[] = [];
    for (let index = 0; index < element.children; index += 1) children.push(next(depth + 1));
    const { name, fieldId } = element;
    return { name, fieldId, type: leafType(element), children };
  };
  return elements.length === 0 ? [] : next(0).children;
}
