import {
  addDecimals,
  type Decimal,
  divideDecimals,
  moduloDecimals,
  multiplyDecimals,
  negateDecimal,
} from '../../../kernel/decimal.ts';
import { SqlError, sqlError } from '../../../kernel/sql-error.ts';
import { isArray, isObject, JsonNumber, type JsonObject, type JsonValue } from '../json/json-value.ts';
import { applyMethod, isUnwrapping } from './path-methods.ts';
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

/** What a path is evaluated on. */
export interface PathInput {
  readonly root: JsonValue;
  readonly variables: JsonObject;
}

type Items = Generator<JsonValue, void, undefined>;

/** What changes on the way into a path. */
interface Place {
  /** `@`. */
  readonly current: JsonValue;
  /** `last`, within a subscript. */
  readonly last: number;
  /** A step that does not fit its item gives nothing instead of an error. */
  readonly forgiving: boolean;
}

/** The items that a path gives, one after the other: whoever wants only the first need not pay for all. */
export function evaluatePath(path: JsonPath, input: PathInput): Items {
  const evaluation = new Evaluation(path.lax, input);
  return evaluation.items(path.expression, { current: input.root, last: -1, forgiving: path.lax });
}

class Evaluation {
  private readonly lax: boolean;
  private readonly input: PathInput;

  constructor(lax: boolean, input: PathInput) {
    this.lax = lax;
    this.input = input;
  }

  *items(expression: PathExpression, place: Place): Items {
    if (!isItems(expression)) {
      const truth = this.truth(expression, place);
      yield truth === 'unknown' ? null : truth;
      return;
    }
    switch (expression.kind) {
      case 'path':
        yield* this.path(expression, place);
        return;
      case 'arithmetic': {
        const left = this.number(expression.left, place, 'left', expression.operator);
        const right = this.number(expression.right, place, 'right', expression.operator);
        yield JsonNumber.of(calculate(expression.operator, left, right));
        return;
      }
      case 'sign':
        for (const item of this.unwrapped(expression.operand, place)) {
          if (!(item instanceof JsonNumber)) {
            sqlError('2203B', `operand of unary jsonpath operator ${expression.operator} is not a numeric value`);
          }
          yield expression.operator === '-' ? JsonNumber.of(negateDecimal(item.decimal)) : item;
        }
    }
  }

  private *path({ head, steps }: Extract<ItemExpression, { kind: 'path' }>, place: Place): Items {
    switch (head.kind) {
      case 'root':
        yield* this.steps(steps, 0, this.input.root, place, this.lax);
        return;
      case 'current':
        yield* this.steps(steps, 0, place.current, place, this.lax);
        return;
      case 'last':
        yield* this.steps(steps, 0, new JsonNumber(String(place.last)), place, this.lax);
        return;
      case 'literal':
        yield* this.steps(steps, 0, head.value, place, this.lax);
        return;
      case 'variable': {
        const value = this.input.variables.get(head.name);
        if (value === undefined) throw new FatalPathError('42704', `could not find jsonpath variable "${head.name}"`);
        yield* this.steps(steps, 0, value, place, this.lax);
        return;
      }
      case 'parenthesized':
        for (const item of this.items(head.expression, place)) yield* this.steps(steps, 0, item, place, this.lax);
    }
  }

  /** Applies the steps from `at` on to an item; in lax mode an array stands for its elements once (`unwrap`). */
  private *steps(steps: readonly PathStep[], at: number, item: JsonValue, place: Place, unwrap: boolean): Items {
    const step = steps[at];
    if (step === undefined) {
      yield item;
      return;
    }
    const next = (value: JsonValue, unwrapNext = this.lax) => this.steps(steps, at + 1, value, place, unwrapNext);
    if (unwrap && isArray(item) && unwrapsArrays(step)) {
      for (const element of item) yield* this.steps(steps, at, element, place, false);
      return;
    }
    switch (step.kind) {
      case 'member': {
        if (!isObject(item)) {
          if (!place.forgiving) sqlError('2203A', 'jsonpath member accessor can only be applied to an object');
          return;
        }
        const value = item.get(step.key);
        if (value !== undefined) yield* next(value);
        else if (!place.forgiving) sqlError('2203A', `JSON object does not contain key "${step.key}"`);
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
        else if (this.lax) yield* next(item);
        else if (!place.forgiving) {
          sqlError('22039', 'jsonpath wildcard array accessor can only be applied to an array');
        }
        return;
      case 'subscripts':
        for (const value of this.elements(step.subscripts, item, place)) yield* next(value);
        return;
      case 'anyLevel':
        if (step.first === 0) yield* this.steps(steps, at + 1, item, { ...place, forgiving: true }, this.lax);
        yield* this.levels(steps, at + 1, item, { ...place, forgiving: true }, step, 1);
        return;
      case 'filter':
        if (this.truth(step.predicate, { ...place, current: item }) === true) yield* next(item);
        return;
      case 'method':
        for (const value of applyMethod(step, item, this.input.root, this.lax, place.forgiving)) yield* next(value);
    }
  }

  private *elements(subscripts: readonly Subscript[], item: JsonValue, place: Place): Items {
    if (!isArray(item) && !this.lax) {
      if (!place.forgiving) sqlError('22039', 'jsonpath array accessor can only be applied to an array');
      return;
    }
    const elements = isArray(item) ? item : [item];
    const inside = { ...place, last: elements.length - 1 };
    for (const { from, to } of subscripts) {
      const first = this.index(from, item, inside);
      const last = to === undefined ? first : this.index(to, item, inside);
      if (!place.forgiving && (first < 0 || first > last || last >= elements.length)) {
        sqlError('22033', 'jsonpath array subscript is out of bounds');
      }
      for (let at = Math.max(first, 0); at <= Math.min(last, elements.length - 1); at++) yield elements[at] ?? null;
    }
  }

  private index(expression: ItemExpression, _item: JsonValue, place: Place): number {
    const [value, ...more] = this.items(expression, place);
    if (!(value instanceof JsonNumber) || more.length > 0) {
      return sqlError('22033', 'jsonpath array subscript is not a single numeric value');
    }
    const { digits, scale } = value.decimal;
    const index = Number(digits / 10n ** BigInt(scale));
    return Math.abs(index) < 2 ** 31 ? index : sqlError('22033', 'jsonpath array subscript is out of integer range');
  }

  /** `.**`: each level's items with those below them. */
  private *levels(
    steps: readonly PathStep[],
    next: number,
    item: JsonValue,
    place: Place,
    bounds: Extract<PathStep, { kind: 'anyLevel' }>,
    level: number,
  ): Items {
    const children = isArray(item) ? item : isObject(item) ? item.values() : [];
    for (const child of children) {
      const isContainer = isArray(child) || isObject(child);
      const leavesOnly = bounds.first === Number.POSITIVE_INFINITY;
      if (leavesOnly ? !isContainer : level >= bounds.first) yield* this.steps(steps, next, child, place, this.lax);
      if (isContainer && level < bounds.last) yield* this.levels(steps, next, child, place, bounds, level + 1);
    }
  }

  private *unwrapped(expression: ItemExpression, place: Place): Items {
    for (const item of this.items(expression, place)) {
      if (this.lax && isArray(item)) yield* item;
      else yield item;
    }
  }

  private number(expression: ItemExpression, place: Place, side: string, operator: string): Decimal {
    const [value, ...more] = this.unwrapped(expression, place);
    if (value instanceof JsonNumber && more.length === 0) return value.decimal;
    return sqlError('22038', `${side} operand of jsonpath operator ${operator} is not a single numeric value`);
  }

  private truth(predicate: Predicate, place: Place): Truth {
    switch (predicate.kind) {
      case 'and': {
        const left = this.truth(predicate.left, place);
        if (left === false) return false;
        const right = this.truth(predicate.right, place);
        return right === true ? left : right;
      }
      case 'or': {
        const left = this.truth(predicate.left, place);
        if (left === true) return true;
        const right = this.truth(predicate.right, place);
        return right === false ? left : right;
      }
      case 'not': {
        const operand = this.truth(predicate.operand, place);
        return operand === 'unknown' ? operand : !operand;
      }
      case 'isUnknown':
        return this.truth(predicate.operand, place) === 'unknown';
      case 'exists':
        return this.orUnknown(() => {
          if (!this.lax) return [...this.items(predicate.operand, place)].length > 0;
          return this.items(predicate.operand, place).next().done !== true;
        });
      case 'compare':
        return this.pairs(predicate.left, predicate.right, place, (left, right) =>
          compareItems(predicate.operator, left, right),
        );
      case 'startsWith':
        return this.pairs(predicate.left, predicate.right, place, (left, right) =>
          typeof left === 'string' && typeof right === 'string' ? left.startsWith(right) : 'unknown',
        );
      case 'likeRegex':
        return this.pairs(predicate.left, undefined, place, (left) =>
          typeof left === 'string' ? predicate.pattern.test(left) : 'unknown',
        );
    }
  }

  /** Whether the relation holds for any pair; in strict mode one that is unknown makes the whole unknown. */
  private pairs(
    left: ItemExpression,
    right: ItemExpression | undefined,
    place: Place,
    holds: (left: JsonValue, right: JsonValue) => Truth,
  ): Truth {
    return this.orUnknown(() => {
      const lefts = [...this.unwrapped(left, place)];
      const rights = right === undefined ? [null] : [...this.unwrapped(right, place)];
      let found = false;
      let doubtful = false;
      for (const one of lefts) {
        for (const other of rights) {
          const truth = holds(one, other);
          if (truth === 'unknown') {
            if (!this.lax) return 'unknown';
            doubtful = true;
          } else if (truth) {
            if (this.lax) return true;
            found = true;
          }
        }
      }
      return found ? true : doubtful ? 'unknown' : false;
    });
  }

  private orUnknown(evaluate: () => Truth): Truth {
    try {
      return evaluate();
    } catch (thrown) {
      if (!isPathError(thrown)) throw thrown;
      return 'unknown';
    }
  }
}

/** An error that no predicate and no silence takes for an answer. */
export class FatalPathError extends SqlError {}

/** What `silent` and predicates swallow: errors of the data, not of the engine or of what HotSQL cannot do. */
export function isPathError(thrown: unknown): boolean {
  return thrown instanceof SqlError && !(thrown instanceof FatalPathError) && thrown.sqlState.startsWith('22');
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
