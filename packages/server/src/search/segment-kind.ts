/**
 * What a kind of index that is searched has to be able to do; `segment-kinds.ts` lists them. All of
 * it runs in a search worker. A segment is of one index definition and one data file, both of which
 * never change, so a segment never does either. It holds all rows of the file by their places, also
 * those that are gone: which these are, a search is told.
 */
import type { DuckDBDataChunk } from '@duckdb/node-api';
import type { DeletedRows } from './deleted-rows.ts';
import type { Hits } from './hits.ts';
import type { IndexDefinition } from './index-definition.ts';
import type { SegmentSource, SegmentWriter } from './segment-file.ts';

export interface SegmentKind<Opened extends OpenedSegment, Query> {
  /**
   * How the values of a column are read, as DuckDB's SQL; `column` is the quoted name of one of the
   * index's columns.
   */
  valueOf(column: string, definition: IndexDefinition): string;
  /**
   * Whether a file without a segment can be searched by its rows; where absent, every one.
   * Otherwise its rows are found once it has one.
   */
  scans?(definition: IndexDefinition): boolean;
  /**
   * What is found in one file depends on no other: files are searched one after another, and need
   * not be open together.
   */
  readonly isByFile?: true;
  build(definition: IndexDefinition, out: SegmentWriter): SegmentBuilder;
  /** Throws DamagedSegment where the bytes cannot be those of a segment. */
  open(definition: IndexDefinition, source: SegmentSource): Opened;
  /**
   * Hits of present rows: the best `limit` of them, best first, or all where it is null, in any
   * order.
   */
  search(
    definition: IndexDefinition,
    query: Query,
    files: readonly SearchedSegment<Opened>[],
    limit: number | null,
  ): Hits;
  /** What rows of a file have in the index's column, one after another; absent: it is not kept. */
  vectorsOf?(segment: Opened, rows: Uint32Array): Float32Array;
}

/** Takes the rows of the file in their order, the index's columns alone. */
export interface SegmentBuilder {
  add(rows: DuckDBDataChunk): void;
  /** Writes what is left, and the directory. */
  end(): void;
}

export interface OpenedSegment {
  /** What it may come to hold in memory. */
  readonly sizeBytes: number;
}

export interface SearchedSegment<Opened extends OpenedSegment> {
  readonly segment: Opened;
  /** null: all its rows are present. */
  readonly deleted: DeletedRows | null;
  /**
   * A bit for each row of the file that may be a hit; absent or null: every one. For kinds without
   * statistics over all rows.
   */
  readonly only?: Uint8Array | null;
}
