import type { DuckDBConnection } from '@duckdb/node-api';
import { quoteName } from '../../kernel/quoting.ts';
import { parseType } from '../types/duckdb-type.ts';
import { placedLiveRows } from './live-rows.ts';
import type { QueryColumn, QueryFile } from './query-request.ts';

/** What to read a value of a column takes, in milliseconds (1M rows of an integer: 50). */
const readMsPerValue = 6e-5;
/** A value and its NULL, and the row's place, by a generous count. */
const valueBytes = 16;
/** Memory that they may take together, also as a share of what a task may. */
const maxMemoryBytes = 128 * 2 ** 20;
const memoryShare = 1 / 16;
/** A scope that has more begins anew. */
const maxFiles = 100;

interface KnownFile {
  /** Of the table in memory; null where there is none yet. */
  name: string | null;
  spentMs: number;
  bytes: number;
}

/** Columns of a data file that searches show of their hits. */
export interface FileOfHits {
  readonly catalog: string;
  readonly file: QueryFile;
  readonly columns: readonly QueryColumn[];
}

/**
 * Narrow columns of data files in the engine's own tables, row by row at their places. In Parquet
 * each hit decodes a row group, and the file is bound twice: the ids of ten hits among a million
 * texts take 4 ms of CPU, and 1.2 from here. As a table that is looked up in (`LookedUpTable`), a
 * file is read once searches have taken as long as that will.
 */
export class RowsOfHits {
  readonly #files = new Map<string, KnownFile>();
  #made = 0;

  /** Whether it is time to begin anew: files go with their versions, and their tables stay. */
  get isFull(): boolean {
    return this.#files.size >= maxFiles;
  }

  /** Name of the table that has them, each column by its place among `columns`, as `c0`, `c1`... */
  tableOf(wanted: FileOfHits): string | undefined {
    return this.#files.get(keyOf(wanted))?.name ?? undefined;
  }

  /**
   * Notes what hits of a file took.
   * @returns what reads its columns into memory, where it is time to, beside tasks of `taskBytes`.
   */
  note(
    wanted: FileOfHits,
    ms: number,
    taskBytes: number,
  ): ((connection: DuckDBConnection) => Promise<void>) | undefined {
    const { file, columns } = wanted;
    if (!columns.every(isNarrow) || columns.length === 0) return undefined;
    const key = keyOf(wanted);
    const known = this.#files.get(key) ?? { name: null, spentMs: 0, bytes: 0 };
    if (this.#files.size >= maxFiles && !this.#files.has(key)) return undefined;
    this.#files.set(key, known);
    known.spentMs += ms;
    const values = file.rowCount * (columns.length + 1);
    const others = [...this.#files.values()].reduce((sum, { bytes }) => sum + bytes, 0);
    const most = Math.min(maxMemoryBytes, taskBytes * memoryShare) - others;
    if (known.name !== null || values * valueBytes > most) return undefined;
    if (known.spentMs < values * readMsPerValue) return undefined;
    return async (connection) => {
      // Whatever comes of it, it is not tried again at once.
      known.spentMs = 0;
      if (this.#files.get(key) !== known) return;
      this.#made += 1;
      const name = quoteName(wanted.catalog, 'main', `rows of hits ${this.#made}`);
      if (!(await readRows(connection, name, wanted))) return;
      known.name = name;
      known.bytes = values * valueBytes;
    };
  }

  /** Forgets all; gives what drops their tables, where the catalogs stay. */
  clear(): string[] {
    const drops = [...this.#files.values()].flatMap(({ name }) =>
      name === null ? [] : [`DROP TABLE ${name}`],
    );
    this.#files.clear();
    return drops;
  }
}

const keyOf = ({ catalog, file, columns }: FileOfHits) =>
  JSON.stringify([catalog, file.path, columns.map(({ stored, type }) => [stored, type])]);

/** Of a few bytes, whatever its value is. */
function isNarrow({ type, isGenerated }: QueryColumn): boolean {
  const isFlat = ['scalar', 'decimal', 'enum'].includes(parseType(type).kind);
  return isFlat && isGenerated !== true && !/^(?:VARCHAR|BLOB|BIT|BIGNUM|JSON)$/.test(type);
}

/** False, and nothing is there, where a row is not at the place that its file says. */
async function readRows(
  connection: DuckDBConnection,
  name: string,
  { file, columns }: FileOfHits,
): Promise<boolean> {
  const names = [...columns.map((_column, index) => `c${index}`), 'file', 'pos'].join(', ');
  const { deletes: _none, ...whole } = file;
  const { sql } = placedLiveRows([whole], columns);
  try {
    await connection.run(`CREATE TABLE ${name} (${names}) AS ${sql}`);
    const placed = await connection.runAndReadAll(
      `SELECT count(*) = ${file.rowCount} AND count(*) FILTER (rowid <> pos) = 0 FROM ${name}`,
    );
    if (placed.getRows()[0]?.[0] === true) return true;
    await connection.run(`DROP TABLE ${name}`);
  } catch {
    // It is derived: the next search reads the file, as the ones before did.
    await connection.run(`DROP TABLE IF EXISTS ${name}`).catch(() => {});
  }
  return false;
}
