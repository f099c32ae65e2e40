/**
 * Everything that can go wrong with a provider, by class; whether the same texts may be embedded in
 * a moment.
 */
export const embeddingErrorClasses = {
  /** Its address leads where the service may not connect to, or nobody answers there. */
  unreachable: { retryable: true },
  /** It refuses the key. */
  authentication: { retryable: false },
  /** It limits how much it is asked. */
  rate_limit: { retryable: true },
  /** It refuses what it was asked, whatever the texts are. */
  refused: { retryable: false },
  /** It refuses the request; one of its texts may be why, such as one that is too long. */
  refused_texts: { retryable: false },
  /** It failed by itself. */
  provider_failed: { retryable: true },
  /** What it answered is not what was asked for. */
  bad_answer: { retryable: false },
  time_limit: { retryable: true },
  memory_limit: { retryable: false },
  cancelled: { retryable: false },
  /** The process that embedded ended. */
  worker_ended: { retryable: true },
} as const satisfies Record<string, { readonly retryable: boolean }>;

export type EmbeddingErrorClass = keyof typeof embeddingErrorClasses;

/**
 * `message` is for the user: it names the provider and what to do, and holds no key and no text
 * that was embedded.
 */
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
