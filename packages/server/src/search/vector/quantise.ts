/**
 * Vectors as whole numbers: each number times `scale` is about the original. Loops run by index,
 * because each runs over every number of a table.
 */
const maxCode = 127;

/** Writes signed bytes, and gives the scale; 0 of a vector of zeros. */
export function quantise(vector: Float32Array, codes: Int8Array): number {
  let most = 0;
  for (let index = 0; index < vector.length; index += 1)
    most = Math.max(most, Math.abs(vector[index] ?? 0));
  if (most === 0) {
    codes.fill(0);
    return 0;
  }
  const factor = maxCode / most;
  for (let index = 0; index < vector.length; index += 1)
    codes[index] = Math.round((vector[index] ?? 0) * factor);
  return most / maxCode;
}

/**
 * Writes numbers of 16 bits, as large as sums of their products with bytes allow (below 2^31), and
 * returns the scale.
 */
export function quantiseQuery(vector: Float32Array, out: Int16Array): number {
  const most = vector.reduce((largest, value) => Math.max(largest, Math.abs(value)), 0);
  if (most === 0) {
    out.fill(0);
    return 0;
  }
  const maxValue = Math.min(32_767, Math.floor((2 ** 31 - 1) / (maxCode * vector.length)));
  const factor = maxValue / most;
  vector.forEach((value, index) => {
    out[index] = Math.round(value * factor);
  });
  return most / maxValue;
}

export function squareOf(vector: Float32Array): number {
  let sum = 0;
  for (let index = 0; index < vector.length; index += 1) sum += (vector[index] ?? 0) ** 2;
  return sum;
}

/** The same direction, of length 1. */
export function normalise(vector: Float32Array): void {
  const length = Math.sqrt(squareOf(vector));
  for (let index = 0; index < vector.length; index += 1)
    vector[index] = (vector[index] ?? 0) / length;
}
