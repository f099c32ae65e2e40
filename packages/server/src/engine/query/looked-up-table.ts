import type { DuckDBConnection } from '@duckdb/node-api';
import { quoteIdentifier } from '../../kernel/quoting.ts';
import { parseType } from '../types/duckdb-type.ts';
import { liveRows } from './live-rows.ts';
import type { QueryTable } from './query-request.ts';

/**
 * What reading a MiB of files into memory takes, in milliseconds (1M rows of 19 MiB: 130 to 190).
 */
const readMsPerMebibyte = 10;
/** Larger files are not read into memory: a worker that does it serves nobody meanwhile. */
const maxFileBytes = 64 * 2 ** 20;
/**
 * Memory that such tables may take, also as a share of what a task may: they stay beside the next
 * ones.
 */
const maxMemoryBytes = 256 * 2 ** 20;
const memoryShare = 1 / 8;
/** A machine that takes as long is too busy for it. */
const readLimitMs = 3000;

/**
 * A value of a column, its NULL and what is to be known of it, by a generous count; texts and bytes
 * come on top.
 */
const valueBytes = 16;

/**
 * A large table of which rows are looked up, time and again. A lookup in Parquet decodes a row
 * group, or all of them where the values are in no order (1M rows: 2 ms of CPU and 69); in the
 * engine's own table it takes 0.4 and 7. So the table is read into memory once the lookups in it
 * have taken as long as that will: never more than twice the time of what would have been best, had
 * one known how many were to come.
 */
export class LookedUpTable {
  /** Its name in SQL, with its catalog. */
  readonly name: string;
  readonly #table: QueryTable;
  readonly #readMs: number;
  #spentMs = 0;

  /** Null where it may not be read into memory, whatever is looked up in it. */
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

  /** Notes what a lookup took; says whether it is time to read the table. */
  pays(ms: number): boolean {
    this.#spentMs += ms;
    return this.#spentMs >= this.#readMs;
  }

  /**
   * Puts a table of its rows in the place of the view, where there is room for them beside tasks of
   * `taskBytes` and other such tables of `othersBytes`. Gives the bytes that it counts for; null,
   * and the view stays, where it has no room or takes too long.
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
    // An interrupt stops only a statement that runs.
    const tooLong = setInterval(() => {
      if (performance.now() > endMs) connection.interrupt();
    }, 50);
    try {
      const bytes = fixedBytes + (await this.#textBytes(connection));
      if (bytes > most || performance.now() > endMs) return null;
      await connection.run(this.#readStatements());
      return bytes;
    } catch {
      // It is derived: the next lookup reads the files, as the ones before did.
      await connection.run('ROLLBACK').catch(() => {});
      return null;
    } finally {
      clearInterval(tooLong);
    }
  }

  /** Of its texts and bytes, which Parquet may hold once for many rows. */
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

/** VARCHAR becomes no BLOB: its backslashes would be read, and letters beyond ASCII refused. */
const bytesOf = (column: string, type: string) =>
  type === 'BLOB' ? `octet_length(${column})` : `strlen(CAST(${column} AS VARCHAR))`;

const isOfAnyLength = (type: string) => ['VARCHAR', 'BLOB', 'BIT', 'BIGNUM', 'JSON'].includes(type);
