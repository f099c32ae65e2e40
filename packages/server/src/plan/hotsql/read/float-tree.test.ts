import fc from 'fast-check';
import { expect, test } from 'vitest';
import { takeFloatSteps } from '../../../engine/functions/float-steps.ts';
import { type FloatTree, floatStep, magnitudeOfDecimal, magnitudeOfLiteral } from './float-tree.ts';

interface Computed {
  readonly tree: FloatTree;
  readonly value: number;
}

/** An expression of integers, decimals and literals, together with the values of its columns. */
function computed(type: 'float4' | 'float8'): fc.Arbitrary<Computed> {
  const round = (value: number) => (type === 'float4' ? Math.fround(value) : value);
  const leaf = (value: number, magnitude: FloatTree['magnitude']): Computed => ({
    tree: { leaf: 'x', magnitude },
    value: round(value),
  });
  const integer = fc
    .bigInt(-(2n ** 63n), 2n ** 63n - 1n)
    .map((value) => leaf(Number(value), magnitudeOfDecimal(19, 0)));
  const decimal = fc
    .tuple(fc.bigInt(-(10n ** 38n) + 1n, 10n ** 38n - 1n), fc.integer({ min: 0, max: 38 }))
    .map(([digits, scale]) => leaf(Number(`${digits}e-${scale}`), magnitudeOfDecimal(38, scale)));
  const literal = fc
    .tuple(fc.integer({ min: -9999, max: 9999 }), fc.integer({ min: -40, max: 30 }))
    .map(([digits, power]) =>
      leaf(Number(`${digits}e${power}`), magnitudeOfLiteral(`${digits}e${power}`)),
    );
  const { whole } = fc.letrec<{ whole: Computed }>((tie) => ({
    whole: fc.oneof(
      { depthSize: 'medium' },
      fc.oneof(integer, decimal, literal, fc.constant(leaf(1, magnitudeOfDecimal(19, 0)))),
      fc
        .tuple(fc.constantFrom('+', '-', '*', '/'), tie('whole'), tie('whole'))
        .filter(([operator, , right]) => operator !== '/' || right.value !== 0)
        .map(([operator, left, right]) => {
          const operands = [left.value, right.value];
          const tree = floatStep(operator, left.tree, right.tree, type);
          // Steps below without known bounds may raise already.
          const value =
            tree.magnitude === undefined
              ? Number.NaN
              : Number(takeFloatSteps(`0 1 ${operator} ${type}`, operands));
          return { tree, value };
        }),
    ),
  }));
  return whole;
}

test.each(['float4', 'float8'] as const)(
  'arithmetic of %s whose magnitude is known raises nothing, and is of that magnitude',
  (type) => {
    fc.assert(
      fc.property(computed(type), ({ tree, value }) => {
        if (tree.magnitude === undefined || value === 0) return;
        const power = Math.log2(Math.abs(value));
        expect(power).toBeGreaterThanOrEqual(tree.magnitude.least - 1e-9);
        expect(power).toBeLessThanOrEqual(tree.magnitude.most + 1e-9);
      }),
      { numRuns: 3000 },
    );
  },
);

test('a step that may leave the type has no magnitude, nor has what is made of one', () => {
  const [large, small, one] = ['1e300', '1e-300', '1'].map((leaf) => ({
    leaf,
    magnitude: magnitudeOfLiteral(leaf),
  }));
  if (!large || !small || !one) throw new Error('three literals');
  const product = floatStep('*', large, large, 'float8');
  expect(product.magnitude).toBeUndefined();
  expect(floatStep('*', small, small, 'float8').magnitude).toBeUndefined();
  expect(floatStep('/', large, small, 'float8').magnitude).toBeUndefined();
  expect(floatStep('+', product, one, 'float8').magnitude).toBeUndefined();
  expect(floatStep('*', one, { leaf: 'x' }, 'float8').magnitude).toBeUndefined();
  expect(floatStep('*', large, one, 'float4').magnitude).toBeUndefined();
  expect(floatStep('/', one, one, 'float4').magnitude).toEqual({ least: -3, most: 3 });
});

test.each(['1e400', '1e-400', 'NaN', 'Infinity'])('%s is of no known magnitude', (number) => {
  expect(magnitudeOfLiteral(number)).toBeUndefined();
});
