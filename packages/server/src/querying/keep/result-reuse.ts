import type { ExecuteQueryReply, QueryPreview } from '../../engine/query/query-request.ts';
import { LruCache } from '../../kernel/lru-cache.ts';

/**
 * The rows of an answer that can be given again: of a whole result, or the first ones of a larger.
 */
export interface ReusableAnswer {
  /** A ready result; it may have gone meanwhile. */
  readonly resultId: string;
  readonly rows: Pick<QueryPreview | ExecuteQueryReply, 'columns' | 'preview' | 'rowCount'>;
  readonly truncated: boolean;
  /** null where it reads no table. */
  readonly rowsScanned: number | null;
}

/**
 * A result whose retention ends sooner is not shared any more: its object may be deleted at any
 * time from then on.
 */
export const reuseMarginMs = 3_600_000;

/** Larger previews are not worth the others that they would drive out. */
const largestShare = 1 / 16;

/** Answers are asked for again by people, too, who come less often than programs. */
const maxIdleMs = 600_000;

/**
 * The answers that a node remembers, the most recently asked; weighed by the bytes of their rows.
 */
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

  /** `key`: null where the answer may be another each time. */
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

/** Answers that may be given again. */
export interface HasReuse {
  readonly reuse: ResultReuse;
}
