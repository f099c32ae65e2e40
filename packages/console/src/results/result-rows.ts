import type { Client } from '@quern/client';
import { KeptState } from '../kept-state.ts';
import { endIfRefused } from '../session/session.ts';

export type Row = readonly unknown[];

/** Rows per request. */
export const pageRows = 500;
/** Most pages in memory: 20,000 rows for any result. */
const mostPages = 40;
const mostAtOnce = 3;

interface Source {
  readonly client: Client;
  readonly databaseId: string;
  readonly resultId: string | null;
  readonly totalRows: number;
  readonly firstRows: readonly Row[];
}

/**
 * A kept result by slices. Slices in sight are fetched; the least recently seen slices are dropped.
 */
export class ResultRows {
  readonly #source: Source;
  /** Pages by number, in order of use; the last used is last. */
  readonly #pages = new Map<number, readonly Row[]>();
  readonly #underWay = new Map<number, AbortController>();
  #wanted: readonly number[] = [];
  /** Rises when rows have come. */
  readonly version = new KeptState(0);
  readonly problem = new KeptState<unknown>(null);

  constructor(source: Source) {
    this.#source = source;
    // Rows of the answer are a page if they fill a page, or are all rows.
    const { firstRows, totalRows } = source;
    for (let start = 0; start < firstRows.length; start += pageRows) {
      const page = firstRows.slice(start, start + pageRows);
      if (page.length === pageRows || start + page.length >= totalRows)
        this.#pages.set(start / pageRows, page);
    }
  }

  get totalRows(): number {
    return this.#source.totalRows;
  }

  /** Number of rows in memory. */
  get heldRows(): number {
    return [...this.#pages.values()].reduce((sum, page) => sum + page.length, 0);
  }

  /** The row, if in memory. */
  at(index: number): Row | undefined {
    return this.#pages.get(Math.floor(index / pageRows))?.[index % pageRows];
  }

  /**
   * Declares the visible rows, [from, to). Missing rows are fetched, and other requests are
   * cancelled.
   */
  want(from: number, to: number): void {
    const first = Math.floor(Math.max(0, from) / pageRows);
    const last = Math.floor(Math.max(0, Math.min(to, this.totalRows) - 1) / pageRows);
    this.#wanted = Array.from(
      { length: Math.max(0, last - first + 1) },
      (_, index) => first + index,
    );
    for (const number of this.#wanted) this.#touch(number);
    for (const [number, abort] of this.#underWay) if (!this.#wanted.includes(number)) abort.abort();
    this.#fetchWanted();
  }

  /** Rows [from, to), fetched apart from what is shown: for copies and charts. */
  async read(from: number, to: number, signal?: AbortSignal): Promise<readonly Row[]> {
    const { client, databaseId, resultId, firstRows, totalRows } = this.#source;
    const end = Math.min(to, totalRows);
    if (resultId === null || end <= firstRows.length) return firstRows.slice(from, end);
    const slices: (readonly Row[])[] = [];
    const result = client.database(databaseId).result(resultId, { signal });
    for await (const { rows } of result.slices({ offset: from, limit: end - from }))
      slices.push(rows);
    return slices.flat();
  }

  #touch(number: number): void {
    const page = this.#pages.get(number);
    if (!page) return;
    this.#pages.delete(number);
    this.#pages.set(number, page);
  }

  #fetchWanted(): void {
    if (this.#source.resultId === null) return;
    for (const number of this.#wanted) {
      if (this.#underWay.size >= mostAtOnce) return;
      if (!this.#pages.has(number) && !this.#underWay.has(number)) void this.#fetch(number);
    }
  }

  async #fetch(number: number): Promise<void> {
    const abort = new AbortController();
    this.#underWay.set(number, abort);
    try {
      const start = number * pageRows;
      this.#pages.set(number, await this.read(start, start + pageRows, abort.signal));
      for (const oldest of this.#pages.keys()) {
        if (this.#pages.size <= mostPages) break;
        if (!this.#wanted.includes(oldest)) this.#pages.delete(oldest);
      }
      this.problem.set(null);
      this.version.update((version) => version + 1);
    } catch (error) {
      endIfRefused(error);
      if (!abort.signal.aborted) this.problem.set(error);
    } finally {
      this.#underWay.delete(number);
      if (this.problem.get() === null) this.#fetchWanted();
    }
  }
}
