/**
 * How often the tables of the metadata were written, so that what was read of them can be known to
 * be old.
 */
export class TableChanges {
  readonly #counts = new Map<string, number>();
  /** Of statements that do not say which table they write. */
  #others = 0;
  readonly #elsewhere: () => number;

  /**
   * `elsewhere` gives a number that is another once another process has written, where that can be
   * told.
   */
  constructor(elsewhere: () => number = () => 0) {
    this.#elsewhere = elsewhere;
  }

  /** A text that is another once one of the tables may have been written. */
  of(tables: readonly string[]): string {
    const written = tables.reduce(
      (sum, table) => sum + (this.#counts.get(table) ?? 0),
      this.#others,
    );
    return `${written} ${this.#elsewhere()}`;
  }

  /** Counts what a committed statement wrote. */
  note(table: string | null): void {
    if (table === null) this.#others += 1;
    else this.#counts.set(table, (this.#counts.get(table) ?? 0) + 1);
  }
}

const written = /^\s*(?:insert into|update|delete from)\s+"([^"]+)"(?!\.)/i;
const reads = /^\s*(?:select|begin|commit|rollback|pragma)\b/i;

/**
 * The table that a statement writes; undefined where it writes none, null where that cannot be
 * told.
 */
export function tableWritten(sql: string): string | null | undefined {
  return written.exec(sql)?.[1] ?? (reads.test(sql) ? undefined : null);
}
