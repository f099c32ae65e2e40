import { foldName } from '../duckdb/read-tree.ts';
import { type Fields, isFields } from '../fields.ts';
import { constantValue } from './constant-value.ts';
import type { ColumnTest, Comparison, Constant } from './filter.ts';
import { applySteps, lastOf, readUnit, type Unit } from './time-steps.ts';

/**
 * A condition of a text on columns that are not resolved yet. An unknown expression is undefined,
 * because it may be true for any row.
 */
export type Condition =
  | { readonly kind: 'and' | 'or'; readonly parts: readonly Condition[] }
  | { readonly kind: 'test'; readonly qualifier: Qualifier; readonly test: ColumnTest };

/** The names before the column's, folded: none, `t`, `schema.t` or `catalog.schema.t`. */
export type Qualifier = readonly string[];

/** Deeper conditions are ignored, to save stack. */
const maxDepth = 200;
const maxCasts = 10;

/** Casts among these types do not change a moment in a session with time zone UTC. */
const timeTypes = new Set(['TIMESTAMP', 'TIMESTAMP WITH TIME ZONE']);

const comparisons: Readonly<Record<string, Comparison>> = {
  COMPARE_EQUAL: '=',
  COMPARE_NOT_DISTINCT_FROM: '=',
  COMPARE_LESSTHAN: '<',
  COMPARE_LESSTHANOREQUALTO: '<=',
  COMPARE_GREATERTHAN: '>',
  COMPARE_GREATERTHANOREQUALTO: '>=',
};
const mirrored: Readonly<Record<Comparison, Comparison>> = {
  '=': '=',
  '<': '>',
  '<=': '>=',
  '>': '<',
  '>=': '<=',
};

/** Reads an expression of DuckDB's parse tree as a condition on rows. */
export function readCondition(node: unknown, depth = 0): Condition | undefined {
  if (!isFields(node) || depth > maxDepth) return undefined;
  switch (node.type) {
    case 'CONJUNCTION_AND':
    case 'CONJUNCTION_OR':
      return conjunction(node.type === 'CONJUNCTION_AND' ? 'and' : 'or', childrenOf(node), depth);
    case 'COMPARE_BETWEEN':
      return all([
        comparison(node.input, '>=', node.lower),
        comparison(node.input, '<=', node.upper),
      ]);
    case 'COMPARE_IN':
      return membership(childrenOf(node));
    case 'OPERATOR_IS_NULL':
    case 'OPERATOR_IS_NOT_NULL': {
      const column = readColumn(childrenOf(node)[0]);
      const kind = node.type === 'OPERATOR_IS_NULL' ? 'null' : 'not_null';
      return column && testOf(column, { kind, column: column.name });
    }
    default: {
      const operator = comparisons[String(node.type)];
      return operator === undefined ? undefined : comparison(node.left, operator, node.right);
    }
  }
}

/** An OR with an unknown side is unknown; an AND uses its other sides. */
function conjunction(
  kind: 'and' | 'or',
  children: readonly unknown[],
  depth: number,
): Condition | undefined {
  const parts = children.map((child) => readCondition(child, depth + 1));
  if (kind === 'and') return all(parts);
  const known = parts.filter((part) => part !== undefined);
  return known.length === parts.length && known.length > 0 ? { kind, parts: known } : undefined;
}

function all(parts: readonly (Condition | undefined)[]): Condition | undefined {
  const known = parts.filter((part) => part !== undefined);
  return known.length > 1 ? { kind: 'and', parts: known } : known[0];
}

interface Column {
  readonly qualifier: Qualifier;
  readonly name: string;
  /**
   * The column is compared after truncation to its date, month and so on: the units, the last
   * first.
   */
  readonly truncated: readonly Unit[];
  /** True if the column is compared after a cast to a date or a time. */
  readonly isCast: boolean;
  /** See `ColumnTest`. */
  readonly asDigits?: number;
}

function comparison(left: unknown, operator: Comparison, right: unknown): Condition | undefined {
  const column = readColumn(left);
  if (column === undefined) {
    const other = readColumn(right);
    return other && compareTo(other, mirrored[operator], left);
  }
  return compareTo(column, operator, right);
}

function compareTo(column: Column, operator: Comparison, value: unknown): Condition | undefined {
  const constant = constantFor(column, value);
  return constant && testOf(column, { kind: 'compare', column: column.name, operator, constant });
}

/** `x IN (1, NULL)` is true for 1 only, so null items can be left out. */
function membership([left, ...items]: readonly unknown[]): Condition | undefined {
  const column = readColumn(left);
  if (column === undefined) return undefined;
  const constants: Constant[] = [];
  for (const item of items) {
    if (isNullLiteral(item)) continue;
    const constant = constantFor(column, item);
    if (constant === undefined) return undefined;
    constants.push(constant);
  }
  return constants.length === 0
    ? undefined
    : testOf(column, { kind: 'in', column: column.name, constants });
}

function isNullLiteral(node: unknown): boolean {
  return (
    isFields(node) &&
    node.class === 'CONSTANT' &&
    isFields(node.value) &&
    node.value.is_null === true
  );
}

/**
 * A truncated column lies between the constant and the end of the constant's day, month and so on.
 */
function constantFor({ truncated, isCast }: Column, node: unknown): Constant | undefined {
  if (!isCast) return constantValue(node);
  // A text takes the type of the cast column; a date is the same in all these types.
  const constant = constantValue(isTextLiteral(node) ? dateCast(node) : node);
  return truncated.reduce<Constant | undefined>(widened, isMoment(constant) ? constant : undefined);
}

const isMoment = (constant: Constant | undefined) =>
  constant?.type === 'time' || constant?.type === 'now';

function widened(constant: Constant | undefined, unit: Unit): Constant | undefined {
  if (constant?.type === 'now') return { ...constant, to: [...constant.to, ...lastOf(unit)] };
  if (constant?.type !== 'time') return undefined;
  const to = applySteps(BigInt(constant.to), lastOf(unit));
  return to === undefined ? undefined : { ...constant, to: String(to) };
}

function isTextLiteral(node: unknown): boolean {
  const constant = constantValue(node);
  return constant?.type === 'text' && constant.isLiteral;
}

const dateCast = (child: unknown) => ({
  class: 'CAST',
  try_cast: false,
  cast_type: { id: 'DATE' },
  child,
});

/**
 * `column`, `t.column` up to `catalog.schema.t.column`, or one of these cast to a date or a time,
 * truncated by `date_trunc`, or cast to a decimal without decimals. HotSQL's printer compares
 * integers larger than the column's type in the last form.
 */
function readColumn(node: unknown, depth = 0): Column | undefined {
  if (!isFields(node) || depth > maxCasts) return undefined;
  if (node.class === 'CAST' && node.try_cast === false && isFields(node.cast_type)) {
    const { id } = node.cast_type;
    const asDigits = digitsOf(node.cast_type);
    if (asDigits !== undefined) return asWhole(readColumn(node.child, depth + 1), asDigits);
    if (id === 'DATE') return truncatedTo('day', readColumn(node.child, depth + 1));
    const column = timeTypes.has(String(id)) ? readColumn(node.child, depth + 1) : undefined;
    return column && column.asDigits === undefined ? { ...column, isCast: true } : undefined;
  }
  if (
    node.class === 'FUNCTION' &&
    String(node.function_name).toLowerCase() === 'date_trunc' &&
    node.schema === ''
  ) {
    const [field, child] = childrenOf(node);
    const name = constantValue(field);
    const unit = name?.type === 'text' ? readUnit(name.text) : undefined;
    return unit && truncatedTo(unit, readColumn(child, depth + 1));
  }
  if (node.class !== 'COLUMN_REF' || !Array.isArray(node.column_names)) return undefined;
  const names = node.column_names.map((name) => foldName(String(name)));
  // Three or more names may also be a field of a struct; DuckDB 1.5.6 first looks for a table with
  // the first names.
  const name = names.at(-1);
  if (name === undefined || names.length > 4) return undefined;
  return { qualifier: names.slice(0, -1), name, truncated: [], isCast: false };
}

/** Digits of a DECIMAL without decimals. */
function digitsOf({ id, type_info: info }: Fields): number | undefined {
  return id === 'DECIMAL' && isFields(info) && info.scale === 0 ? Number(info.width) : undefined;
}

const asWhole = (column: Column | undefined, asDigits: number): Column | undefined =>
  column && !column.isCast && column.asDigits === undefined ? { ...column, asDigits } : undefined;

function truncatedTo(unit: Unit, column: Column | undefined): Column | undefined {
  if (column === undefined || column.asDigits !== undefined) return undefined;
  return { ...column, truncated: [unit, ...column.truncated], isCast: true };
}

function testOf({ qualifier, asDigits }: Column, test: ColumnTest): Condition {
  return { kind: 'test', qualifier, test: asDigits === undefined ? test : { ...test, asDigits } };
}

function childrenOf(node: Fields): readonly unknown[] {
  return Array.isArray(node.children) ? node.children : [];
}
