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
  /** Bytes of a row group, roughly: what is held in memory. */
  readonly rowGroupBytes?: number;
  /** A file that has grown past it is closed, so that it can be loaded while the next one fills. */
  readonly fileBytes?: number;
}

const magic = Buffer.from('PAR1');
const defaultRowGroupRows = 122_880;
const defaultRowGroupBytes = 32 * 2 ** 20;
const defaultFileBytes = 96 * 2 ** 20;
/**
 * The size of a row group is looked at each so many rows, and at each row whose values are long.
 */
const rowsBetweenLooks = 64;

/**
 * Writes PLAIN uncompressed Parquet, one row group in memory at a time. It writes synchronously:
 * the process has nothing else to do, and what the source sends meanwhile waits in the socket.
 * Throws SourceErrors (`disk_full`).
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

  /** Every column has got its value of the row. `longValues`: what it has may be much. */
  endRow(longValues = false): void {
    this.endRows(1, longValues);
  }

  /** Every column has got its values of so many rows. */
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

  /** Files that were completed since the last call. */
  takeFinished(): StagedFile[] {
    const finished = this.files.slice(this.#told);
    this.#told = this.files.length;
    return finished;
  }

  /** Completes the last file; there is always one. */
  end(): void {
    this.#guarded(() => {
      if (this.#groupRows > 0) this.#endRowGroup();
      if (this.#descriptor !== undefined || this.files.length === 0) this.#endFile();
    });
  }

  /** Gives up what is open; the caller removes the folder. */
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

  /** Where in the file the parts begin. */
  #write(parts: readonly Uint8Array[]): number {
    if (this.#descriptor === undefined) {
      this.#name = `part-${String(this.files.length + 1).padStart(5, '0')}.parquet`;
      // It must not be there: a reader may remember the footer of an earlier file of the path.
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
