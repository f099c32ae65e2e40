import type { DuckDBDataChunk } from '@duckdb/node-api';
import { DuckDBFloatVector, DuckDBListVector, floatsOf } from '../../engine/duckdb.ts';
import { badRequest } from '../../kernel/errors.ts';
import { maxDimensions } from '../../kernel/vector-limits.ts';
import type { IndexDefinition } from '../index-definition.ts';
import { bytesOf, MemorySegment, type Section, type SegmentWriter } from '../segment-file.ts';
import type { SegmentBuilder } from '../segment-kind.ts';
import { clusterCentres, NearestCentre } from './cluster.ts';
import { CodedVectors } from './coded-vectors.ts';
import { paddedWidth } from './kernels.ts';
import { neededProbes } from './needed-probes.ts';
import { normalise, quantise, squareOf } from './quantise.ts';
import { type VectorOptions, vectorOptions } from './vector-options.ts';

/**
 * A segment of vectors. The vectors of each cluster follow one another as bytes, which a search
 * scans. The exact vectors follow in row order, and a search reads the few that seem nearest.
 * Numbers of 32 bits, little-endian.
 *
 *   centres   of each list, padded
 *   starts    of each list, its start; and the end of the last
 *   rows      of each vector by its position in the lists, its row
 *   ordinals  likewise, its index among `vectors`
 *   scales    likewise, the value of a byte
 *   squares   likewise, the square of its length
 *   codes     likewise, its bytes, padded
 *   vectors   sections of `perSection` rows each; of length 1 under cosine
 */
export interface VectorDirectory {
  readonly format: 1;
  readonly dimensions: number;
  readonly count: number;
  readonly lists: number;
  /** Lists that a search for ten, and a search for a hundred, must read. */
  readonly probes: readonly [ten: number, hundred: number];
  readonly centres: Section;
  readonly starts: Section;
  readonly rows: Section;
  readonly ordinals: Section;
  readonly scales: Section;
  readonly squares: Section;
  readonly codes: Section;
  readonly perSection: number;
  readonly vectors: readonly Section[];
}

const sectionBytes = 4 * 2 ** 20;
const firstNumbers = 2 ** 14;
const maxSampleBytes = 64 * 2 ** 20;
/** Vectors of a sample for each list. */
const sampleShare = 32;
/** Fewer vectors are scanned without clusters. */
const minClustered = 2_000;
const maxLists = 4_096;

/**
 * Takes the rows of a file and writes the segment. Memory has a byte for each number, and a sample.
 */
export class VectorBuilder implements SegmentBuilder {
  readonly #options: VectorOptions;
  readonly #column: string;
  readonly #out: SegmentWriter;
  #shape: Shape | undefined;
  readonly #sections: Section[] = [];
  readonly #blocks: CodedBlock[] = [];
  #rowCount = 0;
  #count = 0;

  constructor(definition: IndexDefinition, out: SegmentWriter) {
    this.#options = vectorOptions(definition);
    this.#column = definition.columns[0]?.name ?? '';
    this.#out = out;
  }

  add(chunk: DuckDBDataChunk): void {
    const lists = chunk.getColumnVector(0);
    const numbers = lists instanceof DuckDBListVector ? lists.childVector : undefined;
    if (!(lists instanceof DuckDBListVector) || !(numbers instanceof DuckDBFloatVector)) {
      throw new Error('vectors are read as lists of floats');
    }
    const values = floatsOf(numbers);
    for (let row = 0; row < chunk.rowCount; row += 1) {
      const length = lists.getEntryLength(row);
      if (length > 0) {
        const start = lists.getEntryOffset(row);
        this.#add(values.subarray(start, start + length));
      }
      this.#rowCount += 1;
    }
  }

  /** Adds the next row's vector, made from its text; null for a row without one. */
  addEmbedded(embedded: Float32Array | null): void {
    if (embedded !== null) this.#add(embedded);
    this.#rowCount += 1;
  }

  #add(values: Float32Array): void {
    const { shape, vector } = this.#next(values.length);
    vector.set(values);
    const square = squareOf(vector);
    // The square of finite 32-bit numbers fits in a double, so an infinite square means a bad
    // value.
    if (!Number.isFinite(square))
      throw this.#refusal('a vector with a value that is null or no finite 32-bit number');
    this.#finish(shape, vector, square);
  }

  /** The memory of the next vector. */
  #next(length: number): { readonly shape: Shape; readonly vector: Float32Array } {
    if (length > maxDimensions)
      throw this.#refusal(
        `a vector of ${length} dimensions, and an index takes ${maxDimensions} at most`,
      );
    this.#shape ??= new Shape(this.#options.dimensions ?? length);
    const { dimensions, perSection } = this.#shape;
    if (length !== dimensions)
      throw this.#refusal(`a vector of ${length} dimensions where others have ${dimensions}`);
    const inSection = this.#count % perSection;
    if (inSection === 0 && this.#count > 0) this.#writeSection(this.#shape, perSection);
    return { shape: this.#shape, vector: this.#shape.vectorAt(inSection) };
  }

  #finish(shape: Shape, vector: Float32Array, square: number): void {
    if (!Number.isFinite(Math.fround(square)))
      throw this.#refusal('a vector that is too long for 32-bit numbers');
    if (this.#options.metric === 'cosine') {
      if (square === 0)
        throw this.#refusal('a vector of zeros, which has no direction and so no cosine distance');
      normalise(vector);
      this.#keep(shape, vector, squareOf(vector));
    } else this.#keep(shape, vector, square);
  }

  #refusal(what: string) {
    return badRequest(
      `Column '${this.#column}' has ${what} (in row ${this.#rowCount + 1} of a file of the table)`,
    );
  }

  #keep({ width, sample }: Shape, vector: Float32Array, square: number): void {
    let block = this.#blocks.at(-1);
    if (block === undefined || block.count === codedBlockRows) {
      block = new CodedBlock(width);
      this.#blocks.push(block);
    }
    block.add(vector, square, this.#rowCount);
    if (this.#isClustered) sample.offer(vector);
    this.#count += 1;
  }

  #writeSection({ section, dimensions }: Shape, vectors: number): void {
    this.#sections.push(this.#out.section(bytesOf(section.subarray(0, vectors * dimensions))));
  }

  end(): void {
    const shape = this.#shape ?? new Shape(this.#options.dimensions ?? 0);
    const { dimensions, perSection, width } = shape;
    if (this.#count > 0) this.#writeSection(shape, ((this.#count - 1) % perSection) + 1);
    const lists = this.#listCount();
    const sample = shape.sample.take(lists * sampleShare);
    const centres =
      this.#count === 0 ? new Float32Array(width) : clusterCentres(sample, dimensions, lists);
    const { vectors, starts, rows, ordinals } = this.#intoLists(shape, centres, lists);
    const { metric } = this.#options;
    const probes = neededProbes({ metric, dimensions, centres, lists, starts, vectors, sample });
    const section = (array: Uint32Array | Float32Array | Int8Array) =>
      this.#out.section(new Uint8Array(array.buffer, array.byteOffset, array.byteLength));
    const directory: VectorDirectory = {
      format: 1,
      ...{ dimensions, count: this.#count, lists, probes },
      centres: section(centres),
      starts: section(starts),
      rows: section(rows),
      ordinals: section(ordinals),
      scales: section(vectors.scales),
      squares: section(vectors.squares),
      codes: section(vectors.codes),
      perSection,
      vectors: this.#sections,
    };
    this.#out.end(directory);
  }

  /** Rows that wait for a segment of their own are scanned whole: clustering would take longer. */
  get #isClustered(): boolean {
    return !(this.#out instanceof MemorySegment);
  }

  #listCount(): number {
    if (!this.#isClustered || this.#count < minClustered) return 1;
    const most = Math.min(maxLists, Math.floor(this.#count / sampleShare));
    return Math.max(1, Math.min(this.#options.nlist ?? Math.round(Math.sqrt(this.#count)), most));
  }

  #intoLists({ dimensions, width }: Shape, centres: Float32Array, lists: number) {
    const listOf = new Uint16Array(this.#count);
    const starts = new Uint32Array(lists + 1);
    const nearest = new NearestCentre(dimensions, lists);
    nearest.setCentres(centres);
    const vector = new Float32Array(width);
    this.#eachVector(width, (codes, { scale, ordinal }) => {
      if (lists > 1)
        for (let at = 0; at < codes.length; at += 1) vector[at] = (codes[at] ?? 0) * scale;
      const list = lists === 1 ? 0 : nearest.of(vector);
      listOf[ordinal] = list;
      starts[list + 1] = (starts[list + 1] ?? 0) + 1;
    });
    for (let list = 1; list <= lists; list += 1)
      starts[list] = (starts[list] ?? 0) + (starts[list - 1] ?? 0);
    const next = starts.slice();
    const vectors = new CodedVectors(this.#options.metric, dimensions, this.#count);
    const [rows, ordinals] = [new Uint32Array(this.#count), new Uint32Array(this.#count)];
    this.#eachVector(width, (codes, { scale, square, row, ordinal }) => {
      const list = listOf[ordinal] ?? 0;
      const place = next[list] ?? 0;
      next[list] = place + 1;
      vectors.codes.set(codes, place * width);
      vectors.scales[place] = scale;
      vectors.squares[place] = square;
      rows[place] = row;
      ordinals[place] = ordinal;
    });
    return { vectors, starts, rows, ordinals };
  }

  #eachVector(width: number, take: (codes: Int8Array, of: CodedVector) => void): void {
    let ordinal = 0;
    for (const { codes, scales, squares, rows, count } of this.#blocks) {
      for (let at = 0; at < count; at += 1, ordinal += 1) {
        const of = {
          scale: scales[at] ?? 0,
          square: squares[at] ?? 0,
          row: rows[at] ?? 0,
          ordinal,
        };
        take(codes.subarray(at * width, (at + 1) * width), of);
      }
    }
  }
}

interface CodedVector {
  readonly scale: number;
  readonly square: number;
  readonly row: number;
  /** Its index among the vectors of the file. */
  readonly ordinal: number;
}

/** Values derived from the dimensions, which may come from the first vector. */
class Shape {
  readonly dimensions: number;
  readonly width: number;
  readonly perSection: number;
  /** The vectors not written yet; the array grows up to `perSection` vectors. */
  section = new Float32Array(0);
  readonly sample: Sample;

  constructor(dimensions: number) {
    this.dimensions = dimensions;
    this.width = paddedWidth(dimensions);
    this.perSection = Math.max(1, Math.floor(sectionBytes / (4 * Math.max(1, dimensions))));
    this.sample = new Sample(this.width);
  }

  vectorAt(place: number): Float32Array {
    const { dimensions, perSection } = this;
    const end = (place + 1) * dimensions;
    if (end > this.section.length) {
      const most = perSection * dimensions;
      const larger = new Float32Array(Math.min(most, Math.max(firstNumbers, 2 * end)));
      larger.set(this.section);
      this.section = larger;
    }
    return this.section.subarray(place * dimensions, end);
  }
}

/**
 * Rows of a block of codes. V8 collects after some MiB of buffers, so a few thousand rows use small
 * blocks.
 */
const codedBlockRows = 1_024;

class CodedBlock {
  readonly codes: Int8Array;
  readonly scales = new Float32Array(codedBlockRows);
  readonly squares = new Float32Array(codedBlockRows);
  readonly rows = new Uint32Array(codedBlockRows);
  readonly #width: number;
  count = 0;

  constructor(width: number) {
    this.#width = width;
    this.codes = new Int8Array(codedBlockRows * width);
  }

  add(vector: Float32Array, square: number, row: number): void {
    const at = this.count;
    this.scales[at] = quantise(
      vector,
      this.codes.subarray(at * this.#width, at * this.#width + vector.length),
    );
    this.squares[at] = square;
    this.rows[at] = row;
    this.count += 1;
  }
}

/**
 * A uniform sample of vectors (Vitter's algorithm R), with random numbers that are the same each
 * time.
 */
class Sample {
  readonly #width: number;
  readonly #most: number;
  #vectors: Float32Array;
  #seen = 0;
  #state = 0x2545f491;

  constructor(width: number) {
    this.#width = width;
    this.#most = Math.min(
      maxLists * sampleShare,
      Math.max(64, Math.floor(maxSampleBytes / (4 * Math.max(1, width)))),
    );
    this.#vectors = new Float32Array(Math.min(this.#most, 64) * width);
  }

  offer(vector: Float32Array): void {
    const place = this.#seen < this.#most ? this.#seen : this.#random(this.#seen + 1);
    this.#seen += 1;
    if (place >= this.#most) return;
    if ((place + 1) * this.#width > this.#vectors.length) {
      const larger = new Float32Array(Math.min(this.#most * this.#width, this.#vectors.length * 2));
      larger.set(this.#vectors);
      this.#vectors = larger;
    }
    this.#vectors.set(vector, place * this.#width);
  }

  /** Returns `count` vectors of the sample, or all if the sample has fewer. */
  take(count: number): Float32Array {
    const there = Math.min(this.#seen, this.#most);
    if (count >= there) return this.#vectors.subarray(0, there * this.#width);
    const taken = new Float32Array(count * this.#width);
    for (let index = 0; index < count; index += 1) {
      const from = Math.floor((index * there) / count) * this.#width;
      taken.set(this.#vectors.subarray(from, from + this.#width), index * this.#width);
    }
    return taken;
  }

  /** A random number from 0 up to `below` (xorshift). */
  #random(below: number): number {
    this.#state ^= this.#state << 13;
    this.#state ^= this.#state >>> 17;
    this.#state ^= this.#state << 5;
    return (this.#state >>> 0) % below;
  }
}
