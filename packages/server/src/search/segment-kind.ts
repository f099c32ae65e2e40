/**
 * The interface of a searched kind of index; `segment-kinds.ts` lists the kinds. All calls run in a
 * search worker. A segment belongs to one index definition and one data file. Both never change, so
 * a segment never changes. It has all rows of the file by their positions, also deleted rows: a
 * search receives the deletes.
 */
import type { DuckDBDataChunk } from '@duckdb/node-api';
import type { DeletedRows } from './deleted-rows.ts';
import type { Hits } from './hits.ts';
import type { IndexDefinition } from './index-definition.ts';
import type { SegmentSource, SegmentWriter } from './segment-file.ts';

export interface SegmentKind<Opened extends OpenedSegment, Query> {
  /**
   * The DuckDB SQL that reads the values of a column; `column` is the quoted name of one of the
   * index's columns.
   */
  valueOf(column: string, definition: IndexDefinition): string;
  /**
   * True if a file without a segment can be searched by its rows; absent: always. Otherwise a
   * search finds its rows once the segment exists.
   */
  scans?(definition: IndexDefinition): boolean;
  /**
   * The hits in one file depend on no other file: files are searched one after another, and need
   * not be open together.
   */
  readonly isByFile?: true;
  build(definition: IndexDefinition, out: SegmentWriter): SegmentBuilder;
  /** Throws DamagedSegment if the bytes cannot be a segment's. */
  open(definition: IndexDefinition, source: SegmentSource): Opened;
  /** Hits of present rows: the best `limit`, best first, or all in any order if `limit` is null. */
  search(
    definition: IndexDefinition,
    query: Query,
    files: readonly SearchedSegment<Opened>[],
    limit: number | null,
  ): Hits;
  /** The vectors of rows of a file, one after another; absent: the kind stores none. */
  vectorsOf?(segment: Opened, rows: Uint32Array): Float32Array;
}

/** Takes the rows of the file in order, with the index's columns only. */
export interface SegmentBuilder {
  add(rows: DuckDBDataChunk): void;
  /** Writes the rest, and the directory. */
  end(): void;
}

export interface OpenedSegment {
  /** The most memory that the segment may take. */
  readonly sizeBytes: number;
}

export interface SearchedSegment<Opened extends OpenedSegment> {
  readonly segment: Opened;
  /** The deleted rows of the file; null: none. */
  readonly deleted: DeletedRows | null;
  /**
   * A bit for each row of the file that may be a hit; absent or null: every row. For kinds without
   * statistics over all rows.
   */
  readonly only?: Uint8Array | null;
}
