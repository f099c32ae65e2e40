/** An expression of floats before its steps are tested. */
export type FloatTree = FloatLeaf | FloatStep;

interface FloatLeaf {
  readonly leaf: string;
  readonly magnitude?: Magnitude | undefined;
}

interface FloatStep {
  readonly operator: string;
  readonly left: FloatTree;
  readonly right: FloatTree;
  /** Undefined if a step may overflow or underflow the type. */
  readonly magnitude: Magnitude | undefined;
}

/**
 * The powers of two between which the absolute value of every value except zero lies. All values
 * are finite then.
 */
export interface Magnitude {
  readonly least: number;
  readonly most: number;
}

/** Powers far from the limits of a type. */
const farthest = { float4: 120, float8: 1000 } as const;
const bitsOfDigits = 53;

/** The magnitude of numbers of `precision` digits, `scale` of them after the point. */
export const magnitudeOfDecimal = (precision: number, scale: number): Magnitude => ({
  least: Math.floor(-scale * Math.log2(10)),
  most: Math.ceil((precision - scale) * Math.log2(10)),
});

/** The magnitude of a written number; undefined if no double is near the number. */
export function magnitudeOfLiteral(number: string): Magnitude | undefined {
  const value = Math.abs(Number(number));
  if (value === 0) return /[1-9]/.test(number) ? undefined : { least: 0, most: 0 };
  const power = Math.log2(value);
  return Number.isFinite(power)
    ? { least: Math.floor(power) - 1, most: Math.ceil(power) + 1 }
    : undefined;
}

/** `left operator right`, and the known bounds of its values. */
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
 * Each bound moves by one power, for rounding. A difference that is not zero is a multiple of the
 * last digit of the smaller operand.
 */
function magnitudeOfStep(operator: string, a: Magnitude, b: Magnitude): Magnitude {
  if (operator === '*') return { least: a.least + b.least - 1, most: a.most + b.most + 1 };
  if (operator === '/') return { least: a.least - b.most - 1, most: a.most - b.least + 1 };
  return { least: Math.min(a.least, b.least) - bitsOfDigits, most: Math.max(a.most, b.most) + 1 };
}
