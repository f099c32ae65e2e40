import { maxDecimalPrecision } from './staging/staging-type.ts';

const point = 0x2e;
const minus = 0x2d;
const zero = 0x30;
const nine = 0x39;

export interface DecimalDigits {
  readonly whole: number;
  readonly scale: number;
}

/**
 * Observes numbers that come as text, in a column without a declared scale, and decides at the end
 * if one DECIMAL can hold all numbers exactly.
 */
export class DecimalFit {
  #whole = 0;
  #scale = 0;
  #values = 0;
  #isFinite = true;

  /**
   * A number consists of digits, a minus sign before and a point within; any other text (NaN, 1e5)
   * is no DECIMAL.
   */
  add(bytes: Uint8Array, at: number, length: number): void {
    this.#values += 1;
    const end = at + length;
    let position = bytes[at] === minus ? at + 1 : at;
    const start = position;
    let pointAt = -1;
    for (; position < end; position += 1) {
      const byte = bytes[position] ?? 0;
      if (byte >= zero && byte <= nine) continue;
      if (byte !== point || pointAt !== -1) {
        this.#isFinite = false;
        return;
      }
      pointAt = position;
    }
    const whole = (pointAt === -1 ? end : pointAt) - start;
    const scale = pointAt === -1 ? 0 : end - pointAt - 1;
    if (whole > this.#whole) this.#whole = whole;
    if (scale > this.#scale) this.#scale = scale;
  }

  /** The most digits before and after the point; null if a value is no DECIMAL. */
  get digits(): DecimalDigits | null {
    return this.#isFinite ? { whole: this.#whole, scale: this.#scale } : null;
  }

  get hasNoValues(): boolean {
    return this.#values === 0;
  }

  /** `DECIMAL(38,s)`; null without values, or if a value does not fit. */
  type(): string | null {
    const fits =
      this.#isFinite && this.#values > 0 && this.#whole + this.#scale <= maxDecimalPrecision;
    return fits ? `DECIMAL(${maxDecimalPrecision},${this.#scale})` : null;
  }
}
