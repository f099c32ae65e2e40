import type { DuckDBConnection } from '@duckdb/node-api';
import { quoteIdentifier } from '../../kernel/quoting.ts';
import { parseType } from '../types/duckdb-type.ts';
import { liveRows } from './live-rows.ts';
import type { QueryTable } from './query-request.ts';

/** The time to read a MiB of files into memory, in milliseconds (1M rows of 19 MiB: 130 to 190). */
const readMsPerMebibyte = 10;
/** Larger files are not read into memory, because the worker serves nobody during the read. */
const maxFileBytes = 64 * 2 ** 20;
/**
 * The most memory for such tables, absolutely and as a share of a task's memory. The tables stay
 * during later tasks.
 */
const maxMemoryBytes = 256 * 2 ** 20;
const memoryShare = 1 / 8;
/** A machine that takes longer is too busy. */
const readLimitMs = 3000;

/** A generous size of a value with its NULL and statistics; the bytes of texts are extra. */
const valueBytes = 16;

/**
 * A large table with repeated lookups of rows. A lookup in Parquet decodes a row group, or all row
 * groups of values without an order (1M rows: 2 ms of CPU and 69). The engine's own table takes 0.4
 * and 7. The table is read into memory once its lookups have taken as long as the read will. The
 * total is at most twice the best possible time with knowledge of the future.
 */
export class LookedUpTable {
  /** The table's name in SQL, with its catalog. */
  readonly name: string;
  readonly #table: QueryTable;
  readonly #readMs: number;
  #spentMs = 0;

  /** Returns null for a table that is never read into memory, because of its size or its types. */
  static of(table: QueryTable, name: string, fileBytes: number): LookedUpTable | null {
    if (table.hits || table.files.length === 0 || fileBytes > maxFileBytes) return null;
    if (table.columns.some(({ type }) => !isFlat(type))) return null;
    return new LookedUpTable(table, name, fileBytes);
  }

  private constructor(table: QueryTable, name: string, fileBytes: number) {
    this.#table = table;
    this.name = name;
    this.#readMs = (fileBytes / 2 ** 20) * readMsPerMebibyte;
  }

  /** Records the time of a lookup. Returns true when reading the table pays. */
  pays(ms: number): boolean {
    this.#spentMs += ms;
    return this.#spentMs >= this.#readMs;
  }

  /**
   * Replaces the view by a table of its rows, where memory allows besides tasks of `taskBytes` and
   * other such tables of `othersBytes`. Returns the counted bytes. Null means no room or too much
   * time, and the view stays.
   */
  async read(
    connection: DuckDBConnection,
    taskBytes: number,
    othersBytes: number,
  ): Promise<number | null> {
    const most = Math.min(maxMemoryBytes, taskBytes * memoryShare) - othersBytes;
    const { columns, files } = this.#table;
    const rowCount = files.reduce((sum, file) => sum + file.rowCount, 0);
    const fixedBytes = rowCount * columns.length * valueBytes;
    if (fixedBytes > most) return null;
    const endMs = performance.now() + readLimitMs;
    // An interrupt only stops a running statement.
    const tooLong = setInterval(() => {
      if (performance.now() > endMs) connection.interrupt();
    }, 50);
    try {
      const bytes = fixedBytes + (await this.#textBytes(connection));
      if (bytes > most || performance.now() > endMs) return null;
      await connection.run(this.#readStatements());
      return bytes;
    } catch {
      // The table is derived data: the next lookup reads the files, as before.
      await connection.run('ROLLBACK').catch(() => {});
      return null;
    } finally {
      clearInterval(tooLong);
    }
  }

  /** The size of texts and bytes, which Parquet may store once for many rows. */
  async #textBytes(connection: DuckDBConnection): Promise<number> {
    const { columns, files } = this.#table;
    const texts = columns.filter(({ type }) => isOfAnyLength(type));
    if (texts.length === 0) return 0;
    const sizes = texts.map(
      ({ name, type }) => `coalesce(sum(${bytesOf(quoteIdentifier(name), type)}), 0)`,
    );
    const names = texts.map(({ name }) => quoteIdentifier(name)).join(', ');
    const rows = liveRows(files, columns, { read: texts });
    const reader = await connection.runAndReadAll(
      `SELECT CAST(${sizes.join(' + ')} AS DOUBLE) FROM (${rows}) AS q(${names})`,
    );
    return Number(reader.getRowsJson()[0]?.[0] ?? 0);
  }

  #readStatements(): string {
    const { columns, files } = this.#table;
    const names = columns.map(({ name }) => quoteIdentifier(name)).join(', ');
    const made = `CREATE TABLE ${this.name} (${names}) AS ${liveRows(files, columns)}`;
    return `BEGIN;\nDROP VIEW ${this.name};\n${made};\nCOMMIT`;
  }
}

function isFlat(type: string): boolean {
  return ['scalar', 'decimal', 'enum'].includes(parseType(type).kind);
}

/**
 * VARCHAR is not cast to BLOB: the cast would interpret backslashes, and refuse letters beyond
 * ASCII.
 */
const bytesOf = (column: string, type: string) =>
  type === 'BLOB' ? `octet_length(${column})` : `strlen(CAST(${column} AS VARCHAR))`;

const isOfAnyLength = (type: string) => ['VARCHAR', 'BLOB', 'BIT', 'BIGNUM', 'JSON'].includes(type);
