/** Numbers terms from 0 in the order of their first occurrence. A term is a run of UTF-16 units. */
export class TermTable {
  #slots = new Int32Array(1 << 12).fill(-1);
  #hashes = new Int32Array(1 << 10);
  #ends = new Uint32Array(1 << 10);
  #units = new Uint16Array(1 << 13);
  #count = 0;

  get size(): number {
    return this.#count;
  }

  /** Bytes of the terms. */
  get unitBytes(): number {
    return this.#startOf(this.#count) * 2;
  }

  idOf(units: Uint16Array, length: number, hash: number): number {
    const mask = this.#slots.length - 1;
    // The low bits of the hash come from the last letters.
    let slot = (hash ^ (hash >>> 15)) & mask;
    for (;;) {
      const id = this.#slots[slot] ?? -1;
      if (id < 0) return this.#add(units, length, hash, slot);
      if (this.#hashes[id] === hash && this.#is(id, units, length)) return id;
      slot = (slot + 1) & mask;
    }
  }

  textOf(id: number): string {
    return String.fromCharCode(...this.#units.subarray(this.#startOf(id), this.#ends[id]));
  }

  #startOf(id: number): number {
    return id === 0 ? 0 : (this.#ends[id - 1] ?? 0);
  }

  #is(id: number, units: Uint16Array, length: number): boolean {
    const start = this.#startOf(id);
    if ((this.#ends[id] ?? 0) - start !== length) return false;
    for (let at = 0; at < length; at += 1) if (this.#units[start + at] !== units[at]) return false;
    return true;
  }

  #add(units: Uint16Array, length: number, hash: number, slot: number): number {
    const id = this.#count;
    const start = this.#startOf(id);
    if (id === this.#ends.length) {
      this.#ends = grown(this.#ends, Uint32Array);
      this.#hashes = grown(this.#hashes, Int32Array);
    }
    while (start + length > this.#units.length) this.#units = grown(this.#units, Uint16Array);
    this.#units.set(length === units.length ? units : units.subarray(0, length), start);
    this.#ends[id] = start + length;
    this.#hashes[id] = hash;
    this.#slots[slot] = id;
    this.#count += 1;
    if (this.#count * 2 > this.#slots.length) this.#rehash();
    return id;
  }

  #rehash(): void {
    const slots = new Int32Array(this.#slots.length * 4).fill(-1);
    const mask = slots.length - 1;
    for (let id = 0; id < this.#count; id += 1) {
      const hash = this.#hashes[id] ?? 0;
      let slot = (hash ^ (hash >>> 15)) & mask;
      while ((slots[slot] ?? -1) >= 0) slot = (slot + 1) & mask;
      slots[slot] = id;
    }
    this.#slots = slots;
  }
}

type Growing = Uint16Array<ArrayBuffer> | Uint32Array<ArrayBuffer> | Int32Array<ArrayBuffer>;

function grown<T extends Growing>(array: T, make: new (length: number) => T): T {
  const larger = new make(array.length * 2);
  larger.set(array);
  return larger;
}
