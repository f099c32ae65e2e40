import type { IndexDefinition } from '../index-definition.ts';

export type VectorMetric = 'l2' | 'cosine' | 'dot';

/** What a vector index is built with; `options` of its definition. */
export interface VectorOptions {
  readonly metric: VectorMetric;
  /** null: those of the first vector of each file. */
  readonly dimensions: number | null;
  /** Lists of each segment; null: by its rows. */
  readonly nlist: number | null;
  /**
   * The part of the lists that a search reads; null: as much as the segment's own trial found
   * necessary.
   */
  readonly probeFraction: number | null;
  /** Who embeds the texts of the column; null: the column has vectors. */
  readonly embedding: Embedding | null;
}

export interface Embedding {
  readonly providerId: string;
  readonly model: string;
  /** The column that has the vectors; absent of indexes that were made before there was one. */
  readonly output?: {
    readonly id: number;
    readonly name: string;
    /** Id of the stored column of the same name, which the filled generated column replaces. */
    readonly replaces?: number;
  };
  /** Whether a load waits for its vectors or fails without them; absent: `wait`. */
  readonly onFailure?: EmbeddingFailure;
}

/** What becomes of a load whose texts could not be embedded. */
export type EmbeddingFailure = 'wait' | 'fail';

/** `options` of the definition of a vector index. */
export interface StoredVectorOptions extends VectorOptions {
  readonly algorithm: 'hnsw' | 'ivf';
  /** As it was asked for. */
  readonly precision: string | null;
}

export const vectorOptions = ({ options }: IndexDefinition) => options as unknown as VectorOptions;
