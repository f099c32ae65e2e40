import { compareDecimals } from '../../../values/decimal.ts';
import { JsonMoment } from '../json/json-moment.ts';
import { compareBytes, JsonNumber, type JsonValue } from '../json/json-value.ts';
import { compareMoments } from './path-moments.ts';

export type Truth = boolean | 'unknown';

/**
 * `a operator b` for two items. `zoned` allows the session's zone for times. Null differs from
 * every other value. Other kinds are not comparable with each other.
 */
export function compareItems(operator: string, a: JsonValue, b: JsonValue, zoned: boolean): Truth {
  if (a === null || b === null) {
    if (a !== b) return operator === '!=';
    return holds(operator, 0);
  }
  if (a instanceof JsonNumber && b instanceof JsonNumber)
    return holds(operator, compareDecimals(a.decimal, b.decimal));
  if (typeof a === 'string' && typeof b === 'string') return holds(operator, compareBytes(a, b));
  if (typeof a === 'boolean' && typeof b === 'boolean')
    return holds(operator, Number(a) - Number(b));
  if (!(a instanceof JsonMoment) || !(b instanceof JsonMoment)) return 'unknown';
  const order = compareMoments(a, b, zoned);
  return order === undefined ? 'unknown' : holds(operator, order);
}

function holds(operator: string, order: number): boolean {
  switch (operator) {
    case '==':
      return order === 0;
    case '!=':
      return order !== 0;
    case '<':
      return order < 0;
    case '<=':
      return order <= 0;
    case '>':
      return order > 0;
    default:
      return order >= 0;
  }
}
