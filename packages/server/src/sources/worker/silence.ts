/** Bytes that are an answer, and not a way to keep a connection open. */
const leastBytes = 2 ** 20;

/**
 * Whether a source that is connected to has gone silent: a server may keep a session open with a
 * byte now and then, for as long as it is let.
 */
export class Silence {
  readonly #limitMs: number;
  #sinceMs: number;
  #rows = 0;
  #bytes = 0;

  constructor(limitMs: number, nowMs: number) {
    this.#limitMs = limitMs;
    this.#sinceMs = nowMs;
  }

  /** Rows, tables or files came, so many of them by now; any one ends the silence. */
  hearRows(rows: number, nowMs: number): void {
    if (rows <= this.#rows) return;
    this.#rows = rows;
    this.#sinceMs = nowMs;
  }

  /** Bytes that came by now. */
  hearBytes(bytes: number, nowMs: number): void {
    if (bytes < this.#bytes + leastBytes) return;
    this.#bytes = bytes;
    this.#sinceMs = nowMs;
  }

  isOver(nowMs: number): boolean {
    return nowMs - this.#sinceMs >= this.#limitMs;
  }
}
