import { badRequest } from '../../kernel/errors.ts';
import { AllHits, BestHits } from '../hits.ts';
import type { SegmentKind } from '../segment-kind.ts';
import { normalise, squareOf } from './quantise.ts';
import { VectorBuilder } from './vector-builder.ts';
import { vectorOptions } from './vector-options.ts';
import { VectorSegment } from './vector-segment.ts';

/** A vector of the index's dimensions, of finite numbers; under cosine not of zeros alone. */
export interface VectorQuery {
  readonly vector: readonly number[];
}

/** Scores are negative distances (docs/contract/sql.md#functions-of-the-service). */
export const vectorKind: SegmentKind<VectorSegment, VectorQuery> = {
  // An empty list means a row without a vector.
  valueOf: (column) => `coalesce(CAST(${column} AS FLOAT[]), CAST([] AS FLOAT[]))`,
  // An embedding worker makes the vectors of texts.
  scans: (definition) => vectorOptions(definition).embedding === null,
  isByFile: true,
  build: (definition, out) => new VectorBuilder(definition, out),
  open: (definition, source) => new VectorSegment(vectorOptions(definition), source),
  search(definition, { vector }, files, limit) {
    const { metric } = vectorOptions(definition);
    const query = Float32Array.from(vector);
    const square = squareOf(query);
    if (!Number.isFinite(square)) {
      throw badRequest(
        'The vector that is searched for holds numbers that 32 bits cannot; use numbers below 1e18',
      );
    }
    if (metric === 'cosine' && square === 0) {
      throw badRequest(
        'The vector that is searched for is of zeros alone, which has no direction: cosine cannot tell what is near to it',
      );
    }
    if (metric === 'cosine') normalise(query);
    const hits = limit === null ? new AllHits() : new BestHits(limit);
    files.forEach(({ segment, deleted, only = null }, file) => {
      segment.search(file, query, { deleted, only }, limit, hits);
    });
    return hits.take();
  },
  vectorsOf: (segment, rows) => segment.vectorsOf(rows),
};
