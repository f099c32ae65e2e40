/** The deleted rows of a file. */
export class DeletedRows {
  /** Ascending. */
  readonly rows: Uint32Array;
  readonly #bits: Uint8Array;

  constructor(rows: Uint32Array, rowCount: number) {
    this.rows = rows;
    this.#bits = new Uint8Array((rowCount + 7) >>> 3);
    for (const row of rows) this.#bits[row >>> 3] = (this.#bits[row >>> 3] ?? 0) | (1 << (row & 7));
  }

  has(row: number): boolean {
    return ((this.#bits[row >>> 3] ?? 0) & (1 << (row & 7))) !== 0;
  }

  get sizeBytes(): number {
    return this.#bits.length + this.rows.byteLength;
  }
}
