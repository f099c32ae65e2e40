import { sqlError } from '../../../kernel/sql-error.ts';
import {
  addDecimals,
  type Decimal,
  divideDecimals,
  moduloDecimals,
  multiplyDecimals,
  negateDecimal,
} from '../../../values/decimal.ts';
import {
  isArray,
  isObject,
  JsonNumber,
  type JsonObject,
  type JsonValue,
} from '../json/json-value.ts';
import { likeRegex } from './like-regex.ts';
import { FatalPathError, isPathError } from './path-error.ts';
import {
  applyMethod,
  isUnwrapping,
  keyValues,
  type MethodPlace,
  type PathBase,
} from './path-methods.ts';
import {
  type ItemExpression,
  isItems,
  type JsonPath,
  type PathExpression,
  type PathStep,
  type Predicate,
  type Subscript,
} from './path-syntax.ts';
import { compareItems, type Truth } from './path-truth.ts';

/** The input of a path's evaluation. */
export interface PathInput {
  readonly root: JsonValue;
  readonly variables: JsonObject;
  /**
   * True where each variable counts as a separate object, as in PASSING, and not as a part of all
   * variables.
   */
  readonly numbersVariables?: boolean;
  /**
   * The caller only asks for the existence of an item. A step without influence on the answer then
   * raises nothing.
   */
  readonly probing?: boolean;
  /** True where times may be interpreted in the session's zone, UTC. */
  readonly zoned: boolean;
}

type Items = Generator<JsonValue, void, undefined>;

/** The state that changes on the way into a path. */
interface Place {
  /** `@`. */
  readonly current: JsonValue;
  /** `last`, within a subscript. */
  readonly last: number;
  /** A step that does not fit its item gives nothing instead of an error. */
  readonly forgiving: boolean;
  /** The value of `PathInput.probing`. Operands are always evaluated in full. */
  readonly probing: boolean;
  /** The base of the numbers that `.keyvalue()` gives to objects. */
  readonly base: PathBase;
}

/**
 * The items of a path, one after the other, so a caller who needs the first item does not pay for
 * all.
 */
export function evaluatePath(path: JsonPath, input: PathInput): Items {
  const evaluation = new Evaluation(path.lax, input);
  const probing = path.lax && input.probing === true;
  const base = { value: input.root, id: 0 };
  return evaluation.items(path.expression, {
    current: input.root,
    last: -1,
    forgiving: path.lax,
    probing,
    base,
  });
}

class Evaluation {
  readonly #lax: boolean;
  readonly #input: PathInput;
  /** The number of the next object from `.keyvalue()`. */
  #nextBase: number;

  constructor(lax: boolean, input: PathInput) {
    this.#lax = lax;
    this.#input = input;
    this.#nextBase = 1 + (input.numbersVariables === true ? input.variables.size : 1);
  }

  *items(expression: PathExpression, place: Place): Items {
    if (!isItems(expression)) {
      const truth = this.#truth(expression, place);
      yield truth === 'unknown' ? null : truth;
      return;
    }
    switch (expression.kind) {
      case 'path':
        yield* this.#path(expression, place);
        return;
      case 'arithmetic': {
        const lefts = [...this.#unwrapped(expression.left, place)];
        const rights = [...this.#unwrapped(expression.right, place)];
        const left = singleNumber(lefts, 'left', expression.operator);
        const right = singleNumber(rights, 'right', expression.operator);
        yield JsonNumber.of(calculate(expression.operator, left, right));
        return;
      }
      case 'sign':
        for (const item of [...this.#unwrapped(expression.operand, place)]) {
          if (!(item instanceof JsonNumber)) {
            if (place.probing) continue;
            sqlError(
              '2203B',
              `operand of unary jsonpath operator ${expression.operator} is not a numeric value`,
            );
          }
          yield expression.operator === '-' ? JsonNumber.of(negateDecimal(item.decimal)) : item;
        }
    }
  }

  *#path({ head, steps }: Extract<ItemExpression, { kind: 'path' }>, place: Place): Items {
    switch (head.kind) {
      case 'root':
        yield* this.#steps(
          steps,
          0,
          this.#input.root,
          { ...place, base: { value: this.#input.root, id: 0 } },
          this.#lax,
        );
        return;
      case 'current':
        yield* this.#steps(steps, 0, place.current, place, this.#lax);
        return;
      case 'last':
        yield* this.#steps(steps, 0, new JsonNumber(String(place.last)), place, this.#lax);
        return;
      case 'literal':
        yield* this.#steps(steps, 0, head.value, place, this.#lax);
        return;
      case 'variable': {
        const value = this.#input.variables.get(head.name);
        if (value === undefined)
          throw new FatalPathError('42704', `could not find jsonpath variable "${head.name}"`);
        yield* this.#steps(
          steps,
          0,
          value,
          { ...place, base: this.#variableBase(head.name, value) },
          this.#lax,
        );
        return;
      }
      case 'parenthesized':
        // The operand of the steps must be evaluated in full.
        for (const item of this.items(head.expression, { ...place, probing: false })) {
          yield* this.#steps(steps, 0, item, place, this.#lax);
        }
    }
  }

  /**
   * Applies the steps from `at` on to an item. In lax mode an array is replaced once by its
   * elements (`unwrap`).
   */
  *#steps(
    steps: readonly PathStep[],
    at: number,
    item: JsonValue,
    place: Place,
    unwrap: boolean,
  ): Items {
    const step = steps[at];
    if (step === undefined) {
      yield item;
      return;
    }
    const next = (value: JsonValue, unwrapNext = this.#lax) =>
      this.#steps(steps, at + 1, value, place, unwrapNext);
    if (unwrap && isArray(item) && unwrapsArrays(step)) {
      for (const element of item) yield* this.#steps(steps, at, element, place, false);
      return;
    }
    switch (step.kind) {
      case 'member': {
        const value = memberOf(item, step.key, place);
        if (value !== undefined) yield* next(value);
        return;
      }
      case 'anyMember':
        if (isObject(item)) for (const value of item.values()) yield* next(value);
        else if (!place.forgiving) {
          sqlError('2203C', 'jsonpath wildcard member accessor can only be applied to an object');
        }
        return;
      case 'anyElement':
        if (isArray(item)) for (const value of item) yield* next(value);
        else if (this.#lax) yield* next(item);
        else if (!place.forgiving) {
          sqlError('22039', 'jsonpath wildcard array accessor can only be applied to an array');
        }
        return;
      case 'subscripts':
        for (const value of this.#elements(step.subscripts, item, place)) yield* next(value);
        return;
      case 'anyLevel':
        if (step.first === 0)
          yield* this.#steps(steps, at + 1, item, { ...place, forgiving: true }, this.#lax);
        yield* this.#levels(steps, at + 1, item, { ...place, forgiving: true }, step);
        return;
      case 'filter':
        if (this.#truth(step.predicate, { ...place, current: item }) === true) yield* next(item);
        return;
      case 'method':
        if (step.name === 'keyvalue') {
          for (const value of keyValues(item, place.base)) {
            yield* this.#steps(
              steps,
              at + 1,
              value,
              { ...place, base: { value, id: this.#nextBase++ } },
              this.#lax,
            );
          }
          return;
        }
        for (const value of applyMethod(step, item, this.#methodPlace(place))) yield* next(value);
    }
  }

  #variableBase(name: string, value: JsonValue): PathBase {
    const { variables, numbersVariables } = this.#input;
    return numbersVariables === true
      ? { value, id: 1 + [...variables.keys()].indexOf(name) }
      : { value: variables, id: 1 };
  }

  #methodPlace({ forgiving }: Place): MethodPlace {
    return { lax: this.#lax, forgiving, zoned: this.#input.zoned };
  }

  *#elements(subscripts: readonly Subscript[], item: JsonValue, place: Place): Items {
    if (!isArray(item) && !this.#lax) {
      if (!place.forgiving)
        sqlError('22039', 'jsonpath array accessor can only be applied to an array');
      return;
    }
    const elements = isArray(item) ? item : [item];
    const inside = { ...place, last: elements.length - 1, probing: false };
    for (const { from, to } of subscripts) {
      const first = this.#index(from, item, inside);
      const last = to === undefined ? first : this.#index(to, item, inside);
      if (!place.forgiving && (first < 0 || first > last || last >= elements.length)) {
        sqlError('22033', 'jsonpath array subscript is out of bounds');
      }
      for (let at = Math.max(first, 0); at <= Math.min(last, elements.length - 1); at++)
        yield elements[at] ?? null;
    }
  }

  #index(expression: ItemExpression, _item: JsonValue, place: Place): number {
    const [value, ...more] = this.items(expression, place);
    if (!(value instanceof JsonNumber) || more.length > 0) {
      return sqlError('22033', 'jsonpath array subscript is not a single numeric value');
    }
    const { digits, scale } = value.decimal;
    const index = Number(digits / 10n ** BigInt(scale));
    return Math.abs(index) < 2 ** 31
      ? index
      : sqlError('22033', 'jsonpath array subscript is out of integer range');
  }

  /**
   * `.**`: each level's items, followed by the items below. Nested generators would pass each item
   * through every level.
   */
  *#levels(
    steps: readonly PathStep[],
    next: number,
    item: JsonValue,
    place: Place,
    bounds: Extract<PathStep, { kind: 'anyLevel' }>,
  ): Items {
    const leavesOnly = bounds.first === Number.POSITIVE_INFINITY && bounds.last === bounds.first;
    const open: Iterator<JsonValue>[] = bounds.last < 1 ? [] : [childrenOf(item)];
    for (let level = open.length; level > 0; level = open.length) {
      const { done, value: child } = open[level - 1]?.next() ?? { done: true };
      if (done) {
        open.pop();
        continue;
      }
      const isContainer = isArray(child) || isObject(child);
      if (leavesOnly ? !isContainer : level >= bounds.first)
        yield* this.#steps(steps, next, child, place, this.#lax);
      if (isContainer && level < bounds.last) open.push(childrenOf(child));
    }
  }

  *#unwrapped(expression: ItemExpression, place: Place): Items {
    for (const item of this.items(expression, { ...place, probing: false })) {
      if (this.#lax && isArray(item)) yield* item;
      else yield item;
    }
  }

  #truth(predicate: Predicate, place: Place): Truth {
    switch (predicate.kind) {
      case 'and': {
        const left = this.#truth(predicate.left, place);
        if (left === false) return false;
        const right = this.#truth(predicate.right, place);
        return right === true ? left : right;
      }
      case 'or': {
        const left = this.#truth(predicate.left, place);
        if (left === true) return true;
        const right = this.#truth(predicate.right, place);
        return right === false ? left : right;
      }
      case 'not': {
        const operand = this.#truth(predicate.operand, place);
        return operand === 'unknown' ? operand : !operand;
      }
      case 'isUnknown':
        return this.#truth(predicate.operand, place) === 'unknown';
      case 'exists':
        return this.#orUnknown(() => {
          if (!this.#lax)
            return [...this.items(predicate.operand, { ...place, probing: false })].length > 0;
          return this.items(predicate.operand, { ...place, probing: true }).next().done !== true;
        });
      case 'compare':
        return this.#pairs(predicate.left, predicate.right, place, (left, right) =>
          compareItems(predicate.operator, left, right, this.#input.zoned),
        );
      case 'startsWith': {
        const starts = (left: JsonValue, right: JsonValue) =>
          typeof left === 'string' && typeof right === 'string'
            ? left.startsWith(right)
            : 'unknown';
        return this.#pairs(predicate.left, predicate.right, place, starts, false);
      }
      case 'likeRegex':
        return this.#pairs(predicate.left, undefined, place, (left) =>
          typeof left === 'string'
            ? likeRegex(predicate.pattern, predicate.flags, left)
            : 'unknown',
        );
    }
  }

  /**
   * True where the relation holds for any pair. In strict mode one unknown pair makes the result
   * unknown.
   */
  #pairs(
    left: ItemExpression,
    right: ItemExpression | undefined,
    place: Place,
    holds: (left: JsonValue, right: JsonValue) => Truth,
    unwrapsRight = true,
  ): Truth {
    return this.#orUnknown(() => {
      const lefts = [...this.#unwrapped(left, place)];
      const rights = this.#rightItems(right, place, unwrapsRight);
      let found = false;
      let doubtful = false;
      for (const one of lefts) {
        for (const other of rights) {
          const truth = holds(one, other);
          if (truth === 'unknown') {
            if (!this.#lax) return 'unknown';
            doubtful = true;
          } else if (truth) {
            if (this.#lax) return true;
            found = true;
          }
        }
      }
      return found ? true : doubtful ? 'unknown' : false;
    });
  }

  #rightItems(
    right: ItemExpression | undefined,
    place: Place,
    unwraps: boolean,
  ): readonly JsonValue[] {
    if (right === undefined) return [null];
    return [
      ...(unwraps
        ? this.#unwrapped(right, place)
        : this.items(right, { ...place, probing: false })),
    ];
  }

  #orUnknown(evaluate: () => Truth): Truth {
    try {
      return evaluate();
    } catch (thrown) {
      if (!isPathError(thrown)) throw thrown;
      return 'unknown';
    }
  }
}

const childrenOf = (item: JsonValue): Iterator<JsonValue> =>
  (isArray(item) ? item : isObject(item) ? item : new Map<string, JsonValue>()).values();

/** The value of an object's key; undefined for a missing key in a forgiving place. */
function memberOf(item: JsonValue, key: string, { forgiving }: Place): JsonValue | undefined {
  if (!isObject(item)) {
    if (!forgiving) sqlError('2203A', 'jsonpath member accessor can only be applied to an object');
    return undefined;
  }
  const value = item.get(key);
  if (value === undefined && !forgiving)
    sqlError('2203A', `JSON object does not contain key "${key}"`);
  return value;
}

function singleNumber(
  [value, ...more]: readonly JsonValue[],
  side: string,
  operator: string,
): Decimal {
  if (value instanceof JsonNumber && more.length === 0) return value.decimal;
  return sqlError(
    '22038',
    `${side} operand of jsonpath operator ${operator} is not a single numeric value`,
  );
}

const unwrapsArrays = (step: PathStep) =>
  step.kind === 'member' ||
  step.kind === 'anyMember' ||
  step.kind === 'filter' ||
  (step.kind === 'method' && isUnwrapping(step.name));

function calculate(operator: string, left: Decimal, right: Decimal): Decimal {
  switch (operator) {
    case '+':
      return addDecimals(left, right);
    case '-':
      return addDecimals(left, negateDecimal(right));
    case '*':
      return multiplyDecimals(left, right);
    default:
      if (right.digits === 0n) return sqlError('22012', 'division by zero');
      return operator === '/' ? divideDecimals(left, right) : moduloDecimals(left, right);
  }
}
