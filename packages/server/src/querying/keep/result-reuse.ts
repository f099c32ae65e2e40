import type { ExecuteQueryReply, QueryPreview } from '../../engine/query/query-request.ts';
import { LruCache } from '../../kernel/lru-cache.ts';

/** Reusable rows of an answer: all rows of a result, or the first rows of a larger result. */
export interface ReusableAnswer {
  /** A formerly ready result, possibly deleted by now. */
  readonly resultId: string;
  readonly rows: Pick<QueryPreview | ExecuteQueryReply, 'columns' | 'preview' | 'rowCount'>;
  readonly truncated: boolean;
  /** Null if the query reads no table. */
  readonly rowsScanned: number | null;
}

/**
 * Minimum remaining retention of a shared result: after its retention the object may be deleted at
 * any time.
 */
export const reuseMarginMs = 3_600_000;

/** Larger previews would evict too many others. */
const largestShare = 1 / 16;

/** People also repeat queries, less often than programs. */
const maxIdleMs = 600_000;

/** A node's reusable answers, evicted by last use; weighed by the bytes of their rows. */
export class ResultReuse {
  readonly #answers: LruCache<ReusableAnswer>;
  readonly #maxBytes: number;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
    this.#answers = new LruCache(maxBytes, maxIdleMs);
  }

  get heldBytes(): number {
    return this.#answers.weight;
  }

  get isOn(): boolean {
    return this.#maxBytes > 0;
  }

  find(key: string): ReusableAnswer | undefined {
    return this.#answers.get(key);
  }

  /** `key`: null if the answer may differ each time. */
  remember(key: string | null, { rows, ...answer }: ReusableAnswer): void {
    if (key === null) return;
    const { columns, preview, rowCount } = rows;
    const bytes = 1000 + 2 * preview.text.length + 200 * columns.length;
    if (bytes > this.#maxBytes * largestShare) return;
    this.#answers.set(key, { ...answer, rows: { columns, preview, rowCount } }, bytes);
  }

  forget(key: string): void {
    this.#answers.delete(key);
  }
}

/** Answers for reuse. */
export interface HasReuse {
  readonly reuse: ResultReuse;
}
