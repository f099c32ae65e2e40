/** An expression of floats whose steps are not tested yet. */
export type FloatTree = FloatLeaf | FloatStep;

interface FloatLeaf {
  readonly leaf: string;
  readonly magnitude?: Magnitude | undefined;
}

interface FloatStep {
  readonly operator: string;
  readonly left: FloatTree;
  readonly right: FloatTree;
  /** Undefined where a step of it might be too large or too small for the type. */
  readonly magnitude: Magnitude | undefined;
}

/**
 * Between which powers of two every value lies that is not zero, by its absolute value; all are
 * finite then.
 */
export interface Magnitude {
  readonly least: number;
  readonly most: number;
}

/** Powers that are far from the ends of a type. */
const farthest = { float4: 120, float8: 1000 } as const;
const bitsOfDigits = 53;

/** Of numbers of so many digits, some of them after the point. */
export const magnitudeOfDecimal = (precision: number, scale: number): Magnitude => ({
  least: Math.floor(-scale * Math.log2(10)),
  most: Math.ceil((precision - scale) * Math.log2(10)),
});

/** Of a number as it is written; undefined where no double is near it. */
export function magnitudeOfLiteral(number: string): Magnitude | undefined {
  const value = Math.abs(Number(number));
  if (value === 0) return /[1-9]/.test(number) ? undefined : { least: 0, most: 0 };
  const power = Math.log2(value);
  return Number.isFinite(power)
    ? { least: Math.floor(power) - 1, most: Math.ceil(power) + 1 }
    : undefined;
}

/** `left operator right`, and what is known of its values. */
export function floatStep(
  operator: string,
  left: FloatTree,
  right: FloatTree,
  type: 'float4' | 'float8',
): FloatStep {
  const [a, b] = [left.magnitude, right.magnitude];
  const made = a && b && magnitudeOfStep(operator, a, b);
  const isFar = made && made.least > -farthest[type] && made.most < farthest[type];
  return { operator, left, right, magnitude: isFar ? made : undefined };
}

/**
 * A power more each time, for what is rounded. What is left of a difference is a multiple of the
 * last digit of the smaller of the two.
 */
function magnitudeOfStep(operator: string, a: Magnitude, b: Magnitude): Magnitude {
  if (operator === '*') return { least: a.least + b.least - 1, most: a.most + b.most + 1 };
  if (operator === '/') return { least: a.least - b.most - 1, most: a.most - b.least + 1 };
  return { least: Math.min(a.least, b.least) - bitsOfDigits, most: Math.max(a.most, b.most) + 1 };
}
