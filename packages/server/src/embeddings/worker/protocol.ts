import type { EmbeddingErrorClass } from '../embedding-error.ts';
import type { EmbeddedPart, EmbeddingTarget } from '../provider.ts';

export type ToEmbeddingWorker =
  | {
      readonly kind: 'embed';
      readonly id: number;
      readonly target: EmbeddingTarget;
      readonly texts: readonly string[];
      readonly deadlineMs: number;
    }
  | { readonly kind: 'abort'; readonly id: number };

export type FromEmbeddingWorker =
  | { readonly kind: 'part'; readonly id: number; readonly part: EmbeddedPart }
  /** Every text was in a part. */
  | { readonly kind: 'done'; readonly id: number }
  | {
      readonly kind: 'failure';
      readonly id: number;
      readonly class: EmbeddingErrorClass;
      readonly message: string;
      /** The detail of an unexpected failure, for the log. */
      readonly detail?: string;
    };
