import { sqlError } from '../../kernel/sql-error.ts';

/** The number, or null for SQL's NULL. */
type Operand = number | null;

const steps: Readonly<Record<string, (a: number, b: number) => number>> = {
  '+': (a, b) => a + b,
  '-': (a, b) => a - b,
  '*': (a, b) => a * b,
  '/': (a, b) => (b === 0 && !Number.isNaN(a) ? sqlError('22012', 'division by zero') : a / b),
};

const isInfinite = (value: number) => Math.abs(value) === Number.POSITIVE_INFINITY;

/** True where the exact result is zero, as opposed to a result that is too small. */
function isZero(operator: string, a: number, b: number): boolean {
  if (operator === '*') return a === 0 || b === 0;
  return operator === '/' ? a === 0 || isInfinite(b) : true;
}

function take(operator: string, a: Operand, b: Operand, isReal: boolean): Operand {
  if (a === null || b === null) return null;
  const exact = steps[operator]?.(a, b) ?? Number.NaN;
  const result = isReal ? Math.fround(exact) : exact;
  if (isInfinite(result) && !isInfinite(a) && !isInfinite(b))
    return sqlError('22003', 'value out of range: overflow');
  if (result === 0 && !isZero(operator, a, b))
    return sqlError('22003', 'value out of range: underflow');
  return result;
}

/** Arithmetic of floats step by step, in PostgreSQL's order: `0 1 * 2 + float8` is `a * b + c`. */
export function takeFloatSteps(program: string, operands: readonly Operand[]): Operand {
  const stack: Operand[] = [];
  const words = program.split(' ');
  const isReal = words.pop() === 'float4';
  for (const word of words) {
    if (steps[word] === undefined) {
      stack.push(operands[Number(word)] ?? null);
      continue;
    }
    const [right = null, left = null] = [stack.pop(), stack.pop()];
    stack.push(take(word, left, right, isReal));
  }
  return stack.pop() ?? null;
}
