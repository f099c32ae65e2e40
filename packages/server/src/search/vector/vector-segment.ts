import { badRequest } from '../../kernel/errors.ts';
import { damagedSegment } from '../damaged-segment.ts';
import type { DeletedRows } from '../deleted-rows.ts';
import { BestHits, type HitTaker } from '../hits.ts';
import { readDirectory, type Section, type SegmentSource } from '../segment-file.ts';
import type { OpenedSegment } from '../segment-kind.ts';
import { NearestCentre } from './cluster.ts';
import { CodedVectors } from './coded-vectors.ts';
import { paddedWidth } from './kernels.ts';
import type { VectorDirectory } from './vector-builder.ts';
import type { VectorMetric, VectorOptions } from './vector-options.ts';

/**
 * Exact vectors compared for each wanted hit, and a constant more: the order by bytes misplaces a
 * near vector by no more.
 */
const candidatesOfEach = 4;
const moreCandidates = 60;

/** An open segment: the bytes are in memory, and vectors are read in place. */
export class VectorSegment implements OpenedSegment {
  readonly sizeBytes: number;
  readonly #options: VectorOptions;
  readonly #source: SegmentSource;
  readonly #directory: VectorDirectory;
  readonly #vectors: CodedVectors;
  readonly #starts: Uint32Array;
  readonly #rows: Uint32Array;
  readonly #ordinals: Uint32Array;
  readonly #nearest: NearestCentre;
  /** The position of each row of the file, computed on first use. */
  #places: Uint32Array | undefined;

  /** Throws DamagedSegment for a directory that no segment of this index has. */
  constructor(options: VectorOptions, source: SegmentSource) {
    const directory = readDirectory(source) as VectorDirectory;
    if (directory.format !== 1) throw damagedSegment('it is of another format');
    this.#options = options;
    this.#source = source;
    this.#directory = directory;
    const { count, lists, dimensions } = directory;
    this.#vectors = new CodedVectors(options.metric, dimensions, count);
    this.#vectors.codes.set(new Int8Array(source.read(directory.codes).buffer));
    this.#vectors.scales.set(this.#floats(directory.scales));
    this.#vectors.squares.set(this.#floats(directory.squares));
    this.#starts = new Uint32Array(copyOf(source.read(directory.starts)));
    this.#rows = new Uint32Array(copyOf(source.read(directory.rows)));
    this.#ordinals = new Uint32Array(copyOf(source.read(directory.ordinals)));
    if (
      this.#starts.at(-1) !== count ||
      this.#rows.length !== count ||
      this.#ordinals.length !== count
    )
      throw damagedSegment('its lists are not whole');
    this.#nearest = new NearestCentre(dimensions, lists);
    this.#nearest.setCentres(this.#floats(directory.centres));
    this.sizeBytes =
      CodedVectors.bytesOf(dimensions, count) + count * 20 + lists * paddedWidth(dimensions) * 4;
  }

  /**
   * Offers the nearest present rows by the whole numbers of their vectors; all rows if `limit` is
   * null. Throws 400 for a query of other dimensions.
   */
  search(
    file: number,
    query: Float32Array,
    rows: AskedRows,
    limit: number | null,
    hits: HitTaker,
  ): void {
    const { count, lists, dimensions } = this.#directory;
    if (count === 0) return;
    if (query.length !== dimensions) {
      throw badRequest(
        `the vector has ${query.length} dimensions, and those of the index have ${dimensions}`,
      );
    }
    const isPresent = this.#asked(rows);
    if (limit === null) {
      this.#offerAll(file, query, isPresent, hits);
      return;
    }
    const wanted = Math.min(count, limit * candidatesOfEach + moreCandidates);
    const candidates = new BestHits(wanted);
    let present = 0;
    const take = (place: number, score: number) => {
      if (isPresent(place)) candidates.offer(0, place, score);
    };
    this.#vectors.ask(query);
    const padded = new Float32Array(paddedWidth(dimensions));
    padded.set(query);
    const order = lists === 1 ? [0] : this.#nearest.order(padded);
    const probes = this.#probes(limit);
    const isAll = rows.deleted === null && rows.only === null;
    let probed = 0;
    for (const list of order) {
      if (probed >= probes && present >= wanted) break;
      const [start, end] = [this.#starts[list] ?? 0, this.#starts[list + 1] ?? 0];
      const asked = isAll ? end - start : countAsked(start, end, isPresent);
      // A list counts by its share of requested rows: with spread rows, all lists together may
      // count as only one.
      probed += rows.only === null ? 1 : asked / Math.max(1, end - start);
      present += asked;
      if (asked > 0) this.#vectors.score(start, end, take);
    }
    for (const place of candidates.rowsInOrder()) this.#offer(file, place, query, hits);
  }

  /** The vectors of rows, one after another; under cosine of length 1. */
  vectorsOf(rows: Uint32Array): Float32Array {
    const { dimensions } = this.#directory;
    this.#places ??= placesOf(this.#rows);
    const vectors = new Float32Array(rows.length * dimensions);
    for (const [index, row] of rows.entries()) {
      const place = this.#places[row] ?? 0;
      if (this.#rows[place] !== row) throw damagedSegment('a row has no vector');
      vectors.set(this.#vectorOf(this.#ordinals[place] ?? 0), index * dimensions);
    }
    return vectors;
  }

  #asked({ deleted, only }: AskedRows): (place: number) => boolean {
    const rows = this.#rows;
    const isLive = (place: number) => deleted === null || !deleted.has(rows[place] ?? 0);
    if (only === null) return isLive;
    return (place) => {
      const row = rows[place] ?? 0;
      return ((only[row >>> 3] ?? 0) & (1 << (row & 7))) !== 0 && isLive(place);
    };
  }

  #probes(limit: number): number {
    const { lists, probes } = this.#directory;
    const { probeFraction } = this.#options;
    if (probeFraction !== null) return Math.max(1, Math.ceil(lists * probeFraction));
    const [ten, hundred] = probes;
    if (limit <= 10) return ten;
    if (limit <= 100) return Math.ceil(ten + ((hundred - ten) * (limit - 10)) / 90);
    return Math.min(lists, Math.ceil(hundred * Math.sqrt(limit / 100)));
  }

  #offer(file: number, place: number, query: Float32Array, hits: HitTaker): void {
    const score = nearness(this.#options.metric, query, this.#vectorOf(this.#ordinals[place] ?? 0));
    hits.offer(file, this.#rows[place] ?? 0, score);
  }

  /** Offers the vectors in the order of the file. */
  #offerAll(
    file: number,
    query: Float32Array,
    isPresent: (place: number) => boolean,
    hits: HitTaker,
  ): void {
    const { perSection, vectors, dimensions } = this.#directory;
    const placeOf = new Uint32Array(this.#ordinals.length);
    this.#ordinals.forEach((ordinal, place) => {
      placeOf[ordinal] = place;
    });
    for (const [index, section] of vectors.entries()) {
      const numbers = this.#floats(section);
      for (let at = 0; at * dimensions < numbers.length; at += 1) {
        const place = placeOf[index * perSection + at] ?? 0;
        if (!isPresent(place)) continue;
        const vector = numbers.subarray(at * dimensions, (at + 1) * dimensions);
        hits.offer(file, this.#rows[place] ?? 0, nearness(this.#options.metric, query, vector));
      }
    }
  }

  #vectorOf(ordinal: number): Float32Array {
    const { perSection, vectors, dimensions } = this.#directory;
    const section = vectors[Math.floor(ordinal / perSection)];
    if (section === undefined) throw damagedSegment('a vector is not there');
    const length = dimensions * 4;
    return this.#floats({ offset: section.offset + (ordinal % perSection) * length, length });
  }

  #floats(section: Section): Float32Array {
    return new Float32Array(copyOf(this.#source.read(section)));
  }
}

/** The index of each row among `rows`; 0 for a row not among them. */
function placesOf(rows: Uint32Array): Uint32Array {
  const most = rows.reduce((greatest, row) => Math.max(greatest, row), 0);
  const places = new Uint32Array(most + 1);
  rows.forEach((row, place) => {
    places[row] = place;
  });
  return places;
}

/** The rows of a file that may be hits. */
interface AskedRows {
  readonly deleted: DeletedRows | null;
  /** A bit for each row; null: all rows. */
  readonly only: Uint8Array | null;
}

function countAsked(start: number, end: number, isAsked: (place: number) => boolean): number {
  let count = 0;
  for (let place = start; place < end; place += 1) if (isAsked(place)) count += 1;
  return count;
}

/**
 * Typed arrays need an address that is a multiple of four; the read bytes may be a part of a larger
 * buffer.
 */
function copyOf(bytes: Uint8Array<ArrayBuffer>): ArrayBuffer {
  return bytes.byteOffset % 4 === 0 && bytes.byteLength === bytes.buffer.byteLength
    ? bytes.buffer
    : bytes.slice().buffer;
}

/** The negative distance, so greater is nearer; under cosine for vectors of length 1. */
function nearness(metric: VectorMetric, query: Float32Array, vector: Float32Array): number {
  let sum = 0;
  if (metric === 'l2') {
    for (let index = 0; index < query.length; index += 1) {
      const difference = (query[index] ?? 0) - (vector[index] ?? 0);
      sum += difference * difference;
    }
    return -sum;
  }
  for (let index = 0; index < query.length; index += 1)
    sum += (query[index] ?? 0) * (vector[index] ?? 0);
  // Lengths of 1 are so to 32 bits: equal vectors would be at -7e-8.
  return metric === 'cosine' ? Math.min(-0, sum - 1) : sum;
}
