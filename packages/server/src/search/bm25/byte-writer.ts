/** A growing array of bytes. Numbers are written as varints of seven bits, the lowest first. */
export class ByteWriter {
  #bytes: Uint8Array<ArrayBuffer> = new Uint8Array(1 << 16);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  varint(value: number): void {
    if (this.#length + 5 > this.#bytes.length) this.#grow(5);
    const bytes = this.#bytes;
    let rest = value;
    let at = this.#length;
    while (rest > 127) {
      bytes[at] = (rest & 127) | 128;
      rest >>>= 7;
      at += 1;
    }
    bytes[at] = rest;
    this.#length = at + 1;
  }

  append(bytes: Uint8Array): void {
    if (this.#length + bytes.length > this.#bytes.length) this.#grow(bytes.length);
    this.#bytes.set(bytes, this.#length);
    this.#length += bytes.length;
  }

  /** The written bytes, valid until the next write. */
  view(): Uint8Array {
    return this.#bytes.subarray(0, this.#length);
  }

  #grow(more: number): void {
    const larger = new Uint8Array(Math.max(this.#bytes.length * 2, this.#length + more));
    larger.set(this.#bytes.subarray(0, this.#length));
    this.#bytes = larger;
  }
}
