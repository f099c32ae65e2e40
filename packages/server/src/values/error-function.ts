/** erf() and erfc() of doubles, exact to the last digit or the one before. */

/** Bits of the fixed-point numbers. The largest term for x = 6 is e to the power of 36. */
const bits = 256n;
const one = 1n << bits;

/** 2 / sqrt(pi), with the square root of pi's digits by Newton's method. */
const factor = (() => {
  const pi = 4n * (4n * arctangentOfInverse(5n) - arctangentOfInverse(239n));
  let root = one;
  for (let before = 0n; before !== root; ) {
    before = root;
    root = (root + (pi << bits) / root) / 2n;
    if (root - before === 1n || before - root === 1n) break;
  }
  return (2n * one * one) / root;
})();

function arctangentOfInverse(base: bigint): bigint {
  let sum = 0n;
  let term = one / base;
  for (let count = 1n; term !== 0n; count += 2n) {
    sum += count % 4n === 1n ? term / count : -(term / count);
    term /= base * base;
  }
  return sum;
}

/** The exact value of the double, in fixed point. */
function fixed(value: number): bigint {
  const [whole, exponent] = [Math.abs(value), 52 - Math.floor(Math.log2(Math.abs(value)))];
  const scaled = BigInt(Math.round(whole * 2 ** Math.min(exponent, 1000)));
  return (scaled << bits) >> BigInt(Math.min(exponent, 1000));
}

/** The nearest double. */
function floating(value: bigint): number {
  const size = BigInt(Math.max(value.toString(2).length - 64, 0));
  return Number(value >> size) * 2 ** Number(size - bits);
}

/** erf of 0 to 6 by its series, in fixed point. */
function series(x: number): bigint {
  const argument = fixed(x);
  const square = (argument * argument) >> bits;
  let sum = 0n;
  let power = argument;
  for (let count = 0n; power !== 0n; count += 1n) {
    const term = power / (2n * count + 1n);
    sum += count % 2n === 0n ? term : -term;
    power = ((power * square) >> bits) / (count + 1n);
  }
  return (sum * factor) >> bits;
}

/**
 * erfc from 6 on by its continued fraction. The exponential is split in two parts, so no digit of
 * the square is lost.
 */
function tail(x: number): number {
  let fraction = x;
  for (let count = 60; count > 0; count -= 1) fraction = x + count / 2 / fraction;
  const rounded = Math.fround(Math.round(x * 4096) / 4096);
  const exponential = Math.exp(-rounded * rounded) * Math.exp((rounded - x) * (rounded + x));
  return exponential / (fraction * Math.sqrt(Math.PI));
}

export function errorFunction(x: number): number {
  if (Number.isNaN(x) || x === 0) return x;
  const size = Math.abs(x);
  // Below 1e-30 the series equals its first term.
  const value = size < 1e-30 ? size * 1.1283791670955126 : size < 6 ? floating(series(size)) : 1;
  return x < 0 ? -value : value;
}

export function complementaryErrorFunction(x: number): number {
  if (Number.isNaN(x)) return x;
  const size = Math.abs(x);
  if (size < 1e-30) return 1;
  if (size >= 6) return x < 0 ? 2 : size > 28 ? 0 : tail(size);
  const value = series(size);
  return floating(x < 0 ? one + value : one - value);
}
