import { closeSync, openSync, writevSync } from 'node:fs';
import { join } from 'node:path';
import { asNoRoom } from '../no-room.ts';
import type { StagedFile } from '../source.ts';
import { StagingColumn } from './staging-column.ts';
import { footer, pageHeader, type WrittenChunk, type WrittenRowGroup } from './staging-footer.ts';
import type { StagingType } from './staging-type.ts';

export interface StagingWriterOptions {
  readonly folder: string;
  readonly columns: readonly { readonly name: string; readonly type: StagingType }[];
  /** Rows of a row group at most: as many as DuckDB's own. */
  readonly rowGroupRows?: number;
  /** Approximate size of a row group, which is the size in memory. */
  readonly rowGroupBytes?: number;
  /** A file above this size is closed, so it can be loaded while the next file fills. */
  readonly fileBytes?: number;
}

const magic = Buffer.from('PAR1');
const defaultRowGroupRows = 122_880;
const defaultRowGroupBytes = 32 * 2 ** 20;
const defaultFileBytes = 96 * 2 ** 20;
/** Rows between two checks of the row group's size; rows with long values are always checked. */
const rowsBetweenLooks = 64;

/**
 * Writes PLAIN uncompressed Parquet, with one row group in memory at a time. Writing is
 * synchronous: the process has no other work, and the source's data waits in the socket. Throws
 * SourceErrors (`disk_full`).
 */
export class StagingWriter {
  readonly columns: readonly StagingColumn[];
  readonly files: StagedFile[] = [];
  rows = 0;
  readonly #options: Required<StagingWriterOptions>;
  #descriptor: number | undefined;
  #name = '';
  #offset = 0;
  #groupRows = 0;
  #untilLook = rowsBetweenLooks;
  #rowGroups: WrittenRowGroup[] = [];
  #told = 0;

  constructor(options: StagingWriterOptions) {
    this.#options = {
      rowGroupRows: defaultRowGroupRows,
      rowGroupBytes: defaultRowGroupBytes,
      fileBytes: defaultFileBytes,
      ...options,
    };
    this.columns = options.columns.map(({ name, type }) => new StagingColumn(name, type));
  }

  /** Ends a row after every column has the row's value. `longValues`: the row may be large. */
  endRow(longValues = false): void {
    this.endRows(1, longValues);
  }

  /** Ends `count` rows after every column has the rows' values. */
  endRows(count: number, longValues = false): void {
    this.rows += count;
    this.#groupRows += count;
    this.#untilLook -= count;
    if (this.#untilLook > 0 && !longValues) return;
    this.#untilLook = rowsBetweenLooks;
    const held = this.columns.reduce((sum, column) => sum + column.sizeBytes, 0);
    if (this.#groupRows < this.#options.rowGroupRows && held < this.#options.rowGroupBytes) return;
    this.#guarded(() => this.#endRowGroup());
  }

  /** Files completed since the last call. */
  takeFinished(): StagedFile[] {
    const finished = this.files.slice(this.#told);
    this.#told = this.files.length;
    return finished;
  }

  /** Completes the last file; a writer always has at least one. */
  end(): void {
    this.#guarded(() => {
      if (this.#groupRows > 0) this.#endRowGroup();
      if (this.#descriptor !== undefined || this.files.length === 0) this.#endFile();
    });
  }

  /** Closes open files; the caller removes the folder. */
  abandon(): void {
    if (this.#descriptor !== undefined) closeSync(this.#descriptor);
    this.#descriptor = undefined;
  }

  #endRowGroup(): void {
    const chunks = this.columns.map((column) => this.#writeChunk(column));
    this.#rowGroups.push({ rows: this.#groupRows, chunks });
    this.#groupRows = 0;
    for (const column of this.columns) column.clear();
    if (this.#offset >= this.#options.fileBytes) this.#endFile();
  }

  #writeChunk(column: StagingColumn): WrittenChunk {
    const values = column.values();
    const levels = column.levels();
    const pageBytes = levels.reduce((sum, part) => sum + part.length, values.length);
    const header = pageHeader(pageBytes, column.levelCount);
    const offset = this.#write([header, ...levels, values]);
    return { offset, sizeBytes: header.length + pageBytes, levelCount: column.levelCount };
  }

  #endFile(): void {
    const bytes = footer(this.columns, this.#rowGroups);
    const length = Buffer.alloc(4);
    length.writeUInt32LE(bytes.length, 0);
    this.#write([bytes, length, magic]);
    const rows = this.#rowGroups.reduce((sum, group) => sum + group.rows, 0);
    this.files.push({ name: this.#name, rows, sizeBytes: this.#offset });
    this.#rowGroups = [];
    this.abandon();
  }

  /** Returns the file offset of the parts. */
  #write(parts: readonly Uint8Array[]): number {
    if (this.#descriptor === undefined) {
      this.#name = `part-${String(this.files.length + 1).padStart(5, '0')}.parquet`;
      // The file must not exist: a reader may have cached the footer of an earlier file at the
      // path.
      this.#descriptor = openSync(join(this.#options.folder, this.#name), 'wx');
      this.#offset = 0;
      writeAll(this.#descriptor, [magic]);
      this.#offset = magic.length;
    }
    const offset = this.#offset;
    writeAll(this.#descriptor, parts);
    this.#offset += parts.reduce((sum, part) => sum + part.length, 0);
    return offset;
  }

  #guarded(work: () => void): void {
    try {
      work();
    } catch (error) {
      this.abandon();
      throw asNoRoom(error) ?? error;
    }
  }
}

function writeAll(descriptor: number, parts: readonly Uint8Array[]): void {
  let rest = parts.filter((part) => part.length > 0);
  while (rest.length > 0) {
    let written = writevSync(descriptor, rest);
    while (rest[0] && written >= rest[0].length) {
      written -= rest[0].length;
      rest = rest.slice(1);
    }
    if (written > 0 && rest[0]) rest = [rest[0].subarray(written), ...rest.slice(1)];
  }
}
