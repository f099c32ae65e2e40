import type { QueryPreview } from '../../engine/query/query-request.ts';
import type { ResultAnswer } from '../keep/result-answer.ts';

/** Holds back the first rows of a statement that writes until the statement is committed. */
export class CommitGate {
  readonly #commit: (() => Promise<void>) | undefined;
  readonly #result: Pick<ResultAnswer, 'begin'>;
  readonly #onShown: () => void;
  #waiting: QueryPreview | undefined;

  /** `commit`: undefined for a query, whose first rows are shown at once. */
  constructor(
    commit: (() => Promise<void>) | undefined,
    result: Pick<ResultAnswer, 'begin'>,
    onShown: () => void,
  ) {
    this.#commit = commit;
    this.#result = result;
    this.#onShown = onShown;
  }

  preview(rows: QueryPreview): void {
    if (this.#commit) this.#waiting = rows;
    else this.#result.begin(rows, this.#onShown);
  }

  /** Commits, unless the query was cancelled, and shows the rows that waited. */
  async open(signal: AbortSignal): Promise<void> {
    if (this.#commit === undefined) return;
    signal.throwIfAborted();
    await this.#commit();
    if (this.#waiting) this.#result.begin(this.#waiting, this.#onShown);
  }
}
