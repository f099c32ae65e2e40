import { type Fields, isFields } from '../fields.ts';
import type { Constant } from './filter.ts';
import { readDate, readTimestamp, readZonedTimestamp } from './moments.ts';
import { applySteps, readUnit, type Span, type Step, units } from './time-steps.ts';

/**
 * The value of a constant expression of DuckDB's parse tree: a literal, a cast of a literal, or a
 * date, a timestamp or the query's start, truncated, plus or minus an interval, in the forms of
 * callers and of HotSQL's printer. Undefined for anything else, nulls included, and for any value
 * that DuckDB might read differently.
 */
export function constantValue(node: unknown): Constant | undefined {
  const value = evaluate(node, 0);
  if (value === undefined || value.type === 'interval') return undefined;
  if (value.type !== 'moment') return value;
  if (value.start === 'now') return { type: 'now', from: value.steps, to: value.steps };
  const micros = applySteps(value.start, value.steps);
  return micros === undefined
    ? undefined
    : { type: 'time', from: String(micros), to: String(micros) };
}

/** A value in constant arithmetic: a constant, a moment with its kind of time, or an interval. */
type Value =
  | Exclude<Constant, { type: 'time' | 'now' }>
  | {
      readonly type: 'moment';
      readonly start: bigint | 'now';
      readonly steps: readonly Step[];
      readonly isDate: boolean;
    }
  | ({ readonly type: 'interval' } & Span);

const maxDepth = 20;

function evaluate(node: unknown, depth: number): Value | undefined {
  if (!isFields(node) || depth > maxDepth) return undefined;
  switch (node.class) {
    case 'CONSTANT':
      return literal(node.value);
    case 'CAST':
      return node.try_cast === false
        ? cast(evaluate(node.child, depth + 1), node.cast_type)
        : undefined;
    case 'FUNCTION':
      return call(node, depth);
    default:
      return undefined;
  }
}

function literal(value: unknown): Value | undefined {
  if (!isFields(value) || value.is_null === true || !isFields(value.type)) return undefined;
  const content = value.value;
  switch (value.type.id) {
    case 'TINYINT':
    case 'SMALLINT':
    case 'INTEGER':
    case 'BIGINT':
      return exact(content, 0);
    case 'DECIMAL':
      return exact(
        content,
        isFields(value.type.type_info) ? value.type.type_info.scale : undefined,
      );
    case 'DOUBLE':
      return typeof content === 'number' && Number.isFinite(content)
        ? { type: 'double', value: content }
        : undefined;
    case 'VARCHAR':
      return typeof content === 'string'
        ? { type: 'text', text: content, isLiteral: true }
        : undefined;
    case 'BOOLEAN':
      return typeof content === 'boolean' ? { type: 'boolean', value: content } : undefined;
    default:
      return undefined;
  }
}

/** Above 2^53 the tree's reader has lost digits. */
function exact(unscaled: unknown, scale: unknown): Value | undefined {
  if (!Number.isSafeInteger(unscaled) || !Number.isSafeInteger(scale)) return undefined;
  return { type: 'exact', unscaled: String(unscaled), scale: Number(scale) };
}

/** Bits of the integer types that a literal may be cast to. */
const integerBits: Readonly<Record<string, number>> = {
  TINYINT: 8,
  SMALLINT: 16,
  INTEGER: 32,
  BIGINT: 64,
};

function cast(value: Value | undefined, type: unknown): Value | undefined {
  if (value === undefined || !isFields(type) || typeof type.id !== 'string') return undefined;
  if (value.type === 'text') return castText(value.text, type);
  if (value.type === 'moment') {
    if (type.id === 'DATE')
      return value.isDate ? value : { ...then(value, { truncate: 'day' }), isDate: true };
    return type.id.startsWith('TIMESTAMP') && /^TIMESTAMP( WITH TIME ZONE)?$/.test(type.id)
      ? { ...value, isDate: false }
      : undefined;
  }
  if (value.type === 'exact') return castExact(value, type);
  return type.id === 'DOUBLE' && value.type === 'double' ? value : undefined;
}

function castText(text: string, type: Fields): Value | undefined {
  const moment = (micros: bigint | undefined, isDate: boolean): Value | undefined =>
    micros === undefined ? undefined : { type: 'moment', start: micros, steps: [], isDate };
  switch (type.id) {
    case 'VARCHAR':
      return { type: 'text', text, isLiteral: false };
    case 'DATE':
      return moment(readDate(text), true);
    case 'TIMESTAMP':
      return moment(readTimestamp(text), false);
    case 'TIMESTAMP WITH TIME ZONE':
      return moment(readZonedTimestamp(text), false);
    case 'BOOLEAN':
      return /^(?:t|true|f|false)$/.test(text)
        ? { type: 'boolean', value: text.startsWith('t') }
        : undefined;
    case 'UUID':
      return readUuid(text);
    case 'INTERVAL':
      return readInterval(text);
    case 'DECIMAL':
      return castExact(decimalOf(text), type);
    case 'DOUBLE':
      return castDouble(decimalOf(text));
    default:
      return typeof type.id === 'string' && /^-?\d+$/.test(text)
        ? castExact(decimalOf(text), type)
        : undefined;
  }
}

type Exact = Extract<Value, { type: 'exact' }>;

function decimalOf(text: string): Exact | undefined {
  const match = /^(-?)(\d{1,15})(?:\.(\d{1,15}))?$/.exec(text);
  if (match === null) return undefined;
  const [, sign, whole, fraction = ''] = match;
  return {
    type: 'exact',
    unscaled: String(BigInt(`${sign}${whole}${fraction}`)),
    scale: fraction.length,
  };
}

/** Casts that would round or overflow are not evaluated. */
function castExact(value: Exact | undefined, type: Fields): Value | undefined {
  if (value === undefined) return undefined;
  if (type.id === 'DOUBLE') return castDouble(value);
  const bits = integerBits[String(type.id)];
  if (bits !== undefined) {
    const whole = BigInt(value.unscaled);
    return value.scale === 0 && BigInt.asIntN(bits, whole) === whole ? value : undefined;
  }
  if (type.id !== 'DECIMAL' || !isFields(type.type_info)) return undefined;
  const [width, scale] = [Number(type.type_info.width), Number(type.type_info.scale)];
  const wholeDigits = value.unscaled.replace('-', '').length - value.scale;
  return value.scale <= scale && wholeDigits <= width - scale ? value : undefined;
}

function castDouble(value: Exact | undefined): Value | undefined {
  return value && { type: 'double', value: Number(value.unscaled) / 10 ** value.scale };
}

export function readUuid(text: string): Extract<Constant, { type: 'uuid' }> | undefined {
  return /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)
    ? { type: 'uuid', text: text.toLowerCase() }
    : undefined;
}

/** `1 year`, `90 days`, `-3 month`; other forms are left to DuckDB. */
function readInterval(text: string): Value | undefined {
  const match = /^(-?\d{1,6}) (year|month|week|day|hour|minute|second)s?$/i.exec(text);
  const unit = readUnit(match?.[2] ?? '');
  return unit === undefined ? undefined : intervalOf(units[unit], Number(match?.[1]));
}

function intervalOf({ months, days, micros }: Span, amount: number): Value | undefined {
  const interval = {
    type: 'interval',
    months: months * amount,
    days: days * amount,
    micros: micros * amount,
  } as const;
  const isSound = Math.abs(interval.months) < 1e6 && Math.abs(interval.days) < 1e8;
  return isSound && Number.isSafeInteger(interval.micros) ? interval : undefined;
}

/** Values in UTC, the time zone of every session. */
const clocks: Readonly<Record<string, Value>> = {
  now: { type: 'moment', start: 'now', steps: [], isDate: false },
  today: { type: 'moment', start: 'now', steps: [{ truncate: 'day' }], isDate: true },
};

function call(node: Fields, depth: number): Value | undefined {
  const name = String(node.function_name).toLowerCase();
  const children = Array.isArray(node.children) ? node.children : [];
  if (node.schema !== '' || node.catalog !== '' || children.length > 2) return undefined;
  const [first, second] = children.map((child) => evaluate(child, depth + 1));
  if (children.length === 0) return Object.hasOwn(clocks, name) ? clocks[name] : undefined;
  if (first === undefined) return undefined;
  if (children.length === 1) {
    const unit = name.startsWith('to_') ? readUnit(name.slice(3)) : undefined;
    if (unit !== undefined)
      return first.type === 'exact' && first.scale === 0
        ? intervalOf(units[unit], Number(first.unscaled))
        : undefined;
    return name === '-' ? negated(first) : undefined;
  }
  if (name === 'date_trunc') return truncated(first, second);
  if (second === undefined || (name !== '+' && name !== '-')) return undefined;
  return sum(first, name === '-' ? negated(second) : second);
}

function negated(value: Value): Value | undefined {
  switch (value.type) {
    case 'exact':
      return { ...value, unscaled: String(-BigInt(value.unscaled)) };
    case 'double':
      return { type: 'double', value: -value.value };
    case 'interval':
      return { type: 'interval', months: -value.months, days: -value.days, micros: -value.micros };
    default:
      return undefined;
  }
}

/**
 * Sums of intervals, and of times with an interval or (for dates) a number of days. Other sums have
 * no rule.
 */
function sum(left: Value, right: Value | undefined): Value | undefined {
  if (left.type === 'interval' && right?.type === 'interval') {
    return {
      type: 'interval',
      months: left.months + right.months,
      days: left.days + right.days,
      micros: left.micros + right.micros,
    };
  }
  if (left.type !== 'moment' || right === undefined) return undefined;
  // A date becomes a timestamp.
  if (right.type === 'interval') {
    const { months, days, micros } = right;
    return { ...then(left, { add: { months, days, micros } }), isDate: false };
  }
  const isDays =
    left.isDate &&
    right.type === 'exact' &&
    right.scale === 0 &&
    Math.abs(Number(right.unscaled)) < 1e6;
  return isDays
    ? then(left, { add: { months: 0, days: Number(right.unscaled), micros: 0 } })
    : undefined;
}

type Moment = Extract<Value, { type: 'moment' }>;

function then(moment: Moment, step: Step): Moment {
  return { ...moment, steps: [...moment.steps, step] };
}

function truncated(field: Value, moment: Value | undefined): Value | undefined {
  const unit = field.type === 'text' ? readUnit(field.text) : undefined;
  if (unit === undefined || moment?.type !== 'moment') return undefined;
  return { ...then(moment, { truncate: unit }), isDate: false };
}
