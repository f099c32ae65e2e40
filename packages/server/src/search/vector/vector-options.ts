import type { IndexDefinition } from '../index-definition.ts';

export type VectorMetric = 'l2' | 'cosine' | 'dot';

/** The options with which a vector index is built; `options` of its definition. */
export interface VectorOptions {
  readonly metric: VectorMetric;
  /** The dimensions; null: those of each file's first vector. */
  readonly dimensions: number | null;
  /** Lists of each segment; null: by its rows. */
  readonly nlist: number | null;
  /**
   * The part of the lists that a search reads; null: as much as the segment's own trial found
   * necessary.
   */
  readonly probeFraction: number | null;
  /** The provider that embeds the texts of the column; null: the column has vectors. */
  readonly embedding: Embedding | null;
}

export interface Embedding {
  readonly providerId: string;
  readonly model: string;
  /** The column with the vectors; absent in indexes older than this option. */
  readonly output?: {
    readonly id: number;
    readonly name: string;
    /** Id of the stored column of the same name, which the filled generated column replaces. */
    readonly replaces?: number;
  };
  /** `wait`: a load waits for its vectors; `fail`: a load fails without them. Absent: `wait`. */
  readonly onFailure?: EmbeddingFailure;
}

/** The outcome of a load whose texts could not be embedded. */
export type EmbeddingFailure = 'wait' | 'fail';

/** `options` of the definition of a vector index. */
export interface StoredVectorOptions extends VectorOptions {
  readonly algorithm: 'hnsw' | 'ivf';
  /** As requested. */
  readonly precision: string | null;
}

export const vectorOptions = ({ options }: IndexDefinition) => options as unknown as VectorOptions;
