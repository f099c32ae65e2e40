/** The method that turns vectors of tokens into the vector of a text. */
export interface Pooling {
  readonly kind: 'mean' | 'cls' | 'whole';
  readonly isNormalized: boolean;
}

/** The output of a graph. */
export interface States {
  readonly data: Float32Array;
  readonly dims: readonly number[];
}

/**
 * A vector for each text, of `tokens` each, after one run of a graph, padded to `length`. Null if
 * the output has another shape than a vector for each text ('whole') or token.
 */
export function pool(
  states: States,
  { tokens, length }: { readonly tokens: readonly number[]; readonly length: number },
  pooling: Pooling,
): readonly Float32Array[] | null {
  const width = states.dims.at(-1) ?? 0;
  const perText = pooling.kind === 'whole' ? 1 : length;
  const shape = pooling.kind === 'whole' ? [tokens.length, width] : [tokens.length, length, width];
  const isShape =
    shape.length === states.dims.length && shape.every((size, n) => size === states.dims[n]);
  if (!isShape || width < 1 || states.data.length !== tokens.length * perText * width) return null;
  return tokens.map((count, row) => {
    const used = pooling.kind === 'mean' ? Math.max(1, count) : 1;
    const from = row * perText * width;
    return poolOne(states.data.subarray(from, from + used * width), width, pooling);
  });
}

/** Sums are of 64 bits; padding comes after the tokens. */
function poolOne(used: Float32Array, width: number, { isNormalized }: Pooling): Float32Array {
  const sums = new Float64Array(width);
  for (const [place, value] of used.entries()) {
    const column = place % width;
    sums[column] = (sums[column] ?? 0) + value / (used.length / width);
  }
  if (!isNormalized) return Float32Array.from(sums);
  const length = Math.sqrt(sums.reduce((sum, value) => sum + value * value, 0));
  return Float32Array.from(sums, (value) => value / Math.max(length, 1e-12));
}
