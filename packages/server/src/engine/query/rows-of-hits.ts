import type { DuckDBConnection, DuckDBType, DuckDBValue } from '@duckdb/node-api';
import type { DuckDBDataChunk } from '../duckdb.ts';
import { parseType } from '../types/duckdb-type.ts';
import { placedLiveRows } from './live-rows.ts';
import type { QueryColumn, QueryFile } from './query-request.ts';

/** The time to read a value of a column, in milliseconds (1M rows of an integer: 50). */
const readMsPerValue = 6e-5;
/** A generous size of a value with its NULL and the row's place. */
const valueBytes = 16;
/** The most memory for all columns, absolutely and as a share of a task's memory. */
const maxMemoryBytes = 128 * 2 ** 20;
const memoryShare = 1 / 16;
/**
 * Small files are read at once in some milliseconds. A file takes one millisecond, however small.
 */
const fewFiles = 8;
const fewValues = 16_000;
/** Files disappear with their versions. Their rows stay until others replace them. */
const maxFiles = 100;

/** Columns of a data file in memory. */
export interface RowsInMemory {
  readonly types: readonly DuckDBType[];
  /**
   * The value of a row by its position in the file, and of a column by its place among `columns`.
   */
  valueAt(row: number, column: number): DuckDBValue;
}

interface KnownFile {
  /** The rows in memory; null before the read. */
  rows: RowsInMemory | null;
  /** The rows could not be read, and another attempt would fail too. */
  isUnreadable: boolean;
  spentMs: number;
  bytes: number;
}

/** Columns of a data file that searches show for their hits. */
export interface FileOfHits {
  readonly file: QueryFile;
  readonly columns: readonly QueryColumn[];
}

/**
 * Narrow columns of data files in memory, in the engine's chunks. In Parquet each hit decodes a row
 * group: the ids of ten hits among a million texts take 3 ms more CPU. As with `LookedUpTable`, a
 * file is read once searches have taken as long as the read will.
 */
export class RowsOfHits {
  /** Files in the order of their last search, the latest last. */
  readonly #files = new Map<string, KnownFile>();

  rowsOf(wanted: FileOfHits): RowsInMemory | undefined {
    const key = keyOf(wanted);
    const known = this.#files.get(key);
    if (known) this.#placeLast(key, known);
    return known?.rows ?? undefined;
  }

  /**
   * Records the time of reading a file's hits.
   * @returns the work that reads the file's columns into memory, once reading pays. The work leaves
   * memory for tasks of `taskBytes`.
   */
  note(
    wanted: FileOfHits,
    ms: number,
    taskBytes: number,
  ): ((connection: DuckDBConnection) => Promise<void>) | undefined {
    if (!isNarrowAll(wanted)) return undefined;
    const known = this.#noted(wanted);
    known.spentMs += ms;
    const values = valuesIn(wanted);
    const most = Math.min(maxMemoryBytes, taskBytes * memoryShare) - values * valueBytes;
    if (known.rows !== null || known.isUnreadable || most < 0) return undefined;
    if (known.spentMs < values * readMsPerValue) return undefined;
    return async (connection) => {
      // The reset prevents a second start.
      known.spentMs = 0;
      const key = keyOf(wanted);
      if (this.#files.get(key) !== known) return;
      this.#placeLast(key, known);
      this.#forgetOldest(() => this.#bytes > most);
      await read(wanted, known, connection);
    };
  }

  /**
   * Reads the missing files into memory when all are small. Without the read, a few freshly loaded
   * rows would send the hits of large files to Parquet too.
   */
  async readFew(files: readonly FileOfHits[], connection: DuckDBConnection): Promise<void> {
    const missing = files.filter((file) => this.rowsOf(file) === undefined);
    const values = missing.reduce((sum, file) => sum + valuesIn(file), 0);
    if (missing.length > fewFiles || values > fewValues) return;
    if (!missing.every(isNarrowAll)) return;
    for (const wanted of missing) {
      const known = this.#noted(wanted);
      if (!known.isUnreadable) await read(wanted, known, connection);
    }
  }

  /** The entry of a file, which becomes the last to be evicted. */
  #noted(wanted: FileOfHits): KnownFile {
    const key = keyOf(wanted);
    const known = this.#files.get(key) ?? { rows: null, isUnreadable: false, spentMs: 0, bytes: 0 };
    this.#placeLast(key, known);
    this.#forgetOldest(() => this.#files.size > maxFiles);
    return known;
  }

  get #bytes(): number {
    return [...this.#files.values()].reduce((sum, { bytes }) => sum + bytes, 0);
  }

  #placeLast(key: string, known: KnownFile): void {
    this.#files.delete(key);
    this.#files.set(key, known);
  }

  #forgetOldest(isTooMuch: () => boolean): void {
    for (const oldest of this.#files.keys()) {
      if (!isTooMuch()) return;
      this.#files.delete(oldest);
    }
  }

  clear(): void {
    this.#files.clear();
  }
}

async function read(
  wanted: FileOfHits,
  known: KnownFile,
  connection: DuckDBConnection,
): Promise<void> {
  known.rows = await readRows(connection, wanted);
  known.isUnreadable = known.rows === null;
  known.bytes = known.rows === null ? 0 : valuesIn(wanted) * valueBytes;
}

/** The number of values including the place of each row. */
const valuesIn = ({ file, columns }: FileOfHits) => file.rowCount * (columns.length + 1);

const isNarrowAll = ({ columns }: FileOfHits) => columns.length > 0 && columns.every(isNarrow);

const keyOf = ({ file, columns }: FileOfHits) =>
  JSON.stringify([file.path, columns.map(({ stored, type }) => [stored, type])]);

/** True for a type of a few bytes, whatever the value. */
function isNarrow({ type, isGenerated }: QueryColumn): boolean {
  const isFlat = ['scalar', 'decimal', 'enum'].includes(parseType(type).kind);
  return isFlat && isGenerated !== true && !/^(?:VARCHAR|BLOB|BIT|BIGNUM|JSON)$/.test(type);
}

/** Reads the rows. Returns null where a row is not at its expected position. */
async function readRows(
  connection: DuckDBConnection,
  { file, columns }: FileOfHits,
): Promise<RowsInMemory | null> {
  const { deletes: _none, ...whole } = file;
  const { sql } = placedLiveRows([whole], columns);
  const names = columns.map((_column, index) => `c${index}`);
  const chunks: DuckDBDataChunk[] = [];
  /** The position of the first row of each chunk. */
  const starts: number[] = [];
  let rowCount = 0;
  try {
    const list = [...names, 'file', 'pos'].join(', ');
    const result = await connection.stream(
      `SELECT ${[...names, 'pos'].join(', ')} FROM (${sql}) AS t(${list})`,
    );
    for (;;) {
      const chunk = await result.fetchChunk();
      if (chunk === null || chunk.rowCount === 0) break;
      const places = chunk.getColumnVector(columns.length);
      const last = rowCount + chunk.rowCount - 1;
      // A scan returns adjacent rows of its file.
      if (Number(places.getItem(0)) !== rowCount) return null;
      if (Number(places.getItem(chunk.rowCount - 1)) !== last) return null;
      chunks.push(chunk);
      starts.push(rowCount);
      rowCount += chunk.rowCount;
    }
  } catch {
    // The rows are derived data: the next search reads the file, as before.
    return null;
  }
  const [first] = chunks;
  if (first === undefined || rowCount !== file.rowCount) return null;
  const types = names.map((_name, column) => first.getColumnVector(column).type);
  return {
    types,
    valueAt(row, column) {
      const at = lastAtMost(starts, row);
      return chunks[at]?.getColumnVector(column).getItem(row - (starts[at] ?? 0)) ?? null;
    },
  };
}

/** The index of the last of the ascending numbers that is at most `wanted`. */
function lastAtMost(numbers: readonly number[], wanted: number): number {
  let [low, high] = [0, numbers.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >>> 1;
    if ((numbers[middle] ?? 0) <= wanted) low = middle;
    else high = middle - 1;
  }
  return low;
}
