/** Bytes that count as an answer, rather than as keep-alive traffic. */
const leastBytes = 2 ** 20;

/**
 * Detects a silent source after connecting: a server may send a byte now and then, and so keep a
 * session open without end.
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

  /** Records the total count of rows, tables or files; any increase ends the silence. */
  hearRows(rows: number, nowMs: number): void {
    if (rows <= this.#rows) return;
    this.#rows = rows;
    this.#sinceMs = nowMs;
  }

  /** Records the total count of bytes. */
  hearBytes(bytes: number, nowMs: number): void {
    if (bytes < this.#bytes + leastBytes) return;
    this.#bytes = bytes;
    this.#sinceMs = nowMs;
  }

  isOver(nowMs: number): boolean {
    return nowMs - this.#sinceMs >= this.#limitMs;
  }
}
