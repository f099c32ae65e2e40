/** Counts of writes per metadata table, as a proof that cached rows are out of date. */
export class TableChanges {
  readonly #counts = new Map<string, number>();
  /** Writes of statements without a known table. */
  #others = 0;
  readonly #elsewhere: () => number;

  /**
   * `elsewhere` returns a number that changes after a write by another process, if the database can
   * tell.
   */
  constructor(elsewhere: () => number = () => 0) {
    this.#elsewhere = elsewhere;
  }

  /** A text that changes when one of the tables may have been written. */
  of(tables: readonly string[]): string {
    const written = tables.reduce(
      (sum, table) => sum + (this.#counts.get(table) ?? 0),
      this.#others,
    );
    return `${written} ${this.#elsewhere()}`;
  }

  /** Counts the write of a committed statement. */
  note(table: string | null): void {
    if (table === null) this.#others += 1;
    else this.#counts.set(table, (this.#counts.get(table) ?? 0) + 1);
  }
}

const written = /^\s*(?:insert into|update|delete from)\s+"([^"]+)"(?!\.)/i;
const reads = /^\s*(?:select|begin|commit|rollback|pragma)\b/i;

/** The table that a statement writes; undefined if the statement only reads, null if unknown. */
export function tableWritten(sql: string): string | null | undefined {
  return written.exec(sql)?.[1] ?? (reads.test(sql) ? undefined : null);
}
