/** All failures of providers, by class, with the chance of success for a retry. */
export const embeddingErrorClasses = {
  /** The service may not connect to the provider's address, or no server answers. */
  unreachable: { retryable: true },
  /** The provider refuses the key. */
  authentication: { retryable: false },
  /** The provider limits the rate of requests. */
  rate_limit: { retryable: true },
  /** The provider refuses the request, whatever the texts. */
  refused: { retryable: false },
  /** The provider refuses the request; a text may be the cause, such as a text that is too long. */
  refused_texts: { retryable: false },
  /** The provider failed by itself. */
  provider_failed: { retryable: true },
  /** The answer does not fit the request. */
  bad_answer: { retryable: false },
  time_limit: { retryable: true },
  memory_limit: { retryable: false },
  cancelled: { retryable: false },
  /** The embedding process ended. */
  worker_ended: { retryable: true },
} as const satisfies Record<string, { readonly retryable: boolean }>;

export type EmbeddingErrorClass = keyof typeof embeddingErrorClasses;

/** `message` is for the user: provider and advice, without key and texts. */
export class EmbeddingError extends Error {
  readonly class: EmbeddingErrorClass;

  constructor(errorClass: EmbeddingErrorClass, message: string) {
    super(message);
    this.name = 'EmbeddingError';
    this.class = errorClass;
  }

  get retryable(): boolean {
    return embeddingErrorClasses[this.class].retryable;
  }
}
