import { type ConstantList, constantList, decimalFor, listText } from '../read/constant-list.ts';
import { type Expr, expr } from '../resolve/expr.ts';
import type { LongList } from '../resolve/namespace.ts';
import { arrayOf, decimalType, type Type, textType, typeNamed } from '../resolve/type.ts';
import { coerce } from './coerce.ts';
import { castLiteral } from './printed-facts.ts';
import type { Printing } from './printing.ts';

const integers = new Set(['int2', 'int4', 'int8']);
const floats = new Set(['float4', 'float8']);

interface Search {
  /** The texts of the operand and a value, in the form for `=`. */
  readonly compare: (value: Expr) => readonly string[];
  /** Texts remain texts, as in ARRAY; otherwise they are read as values of the operand's type. */
  readonly asWritten: boolean;
}

/**
 * The operand and list of `x IN (...)` with very many constants. Undefined for few constants, and
 * for constants that are not compared as values of one type. `name` is the quoted name of a single
 * constant in DuckDB's text.
 */
export function longList(
  printing: Printing,
  items: readonly unknown[],
  operand: Expr,
  { compare, asWritten }: Search,
  name = '"value"',
): LongList | undefined {
  const list = constantList(items);
  const known = list && valuesFor(printing, list, operand.type, asWritten);
  const text = known && listText(known.values, known.type.engine);
  if (known === undefined || text === undefined) return undefined;
  const [own = operand.text, compared = name] = compare(expr(name, known.type));
  return { operand: own, list: text, compared, hasNulls: known.values.includes(null) };
}

/** The rows of lists of equal length, as a query. */
export function rowsOf(lists: readonly LongList[], names: readonly string[] = ['"value"']): string {
  const columns = lists.map(({ list }) => `unnest(${list})`).join(', ');
  if (lists.every(({ compared }, index) => compared === names[index])) return `SELECT ${columns}`;
  const compared = lists.map((list) => list.compared).join(', ');
  return `SELECT ${compared} FROM (SELECT ${columns}) AS "values"(${names.join(', ')})`;
}

interface Values {
  readonly type: Type;
  readonly values: ConstantList['values'];
}

/** The values in PostgreSQL's type for comparison with the operand. */
function valuesFor(
  printing: Printing,
  list: ConstantList,
  { name }: Type,
  asWritten: boolean,
): Values | undefined {
  const { kind, values } = list;
  if (kind === 'texts' && name === 'text') return { type: textType, values };
  if (kind === 'texts') return asWritten ? undefined : readAs(printing, name, values);
  if (floats.has(name)) return { type: typeNamed('float8'), values };
  if (kind === 'integers' && integers.has(name)) return { type: typeNamed('int8'), values };
  if (name !== 'numeric' && !integers.has(name)) return undefined;
  const size = decimalFor(list);
  return size && { type: decimalType(size.precision, size.scale), values };
}

/** Texts read as a type, if reading is a cast of a plain text. */
function readAs(
  printing: Printing,
  target: string,
  values: ConstantList['values'],
): Values | undefined {
  if (['unknown', 'engine', 'record', 'bpchar', 'varchar', 'numeric'].includes(target))
    return undefined;
  const known = new Map<string, string>();
  let type: Type | undefined;
  for (const value of values) {
    if (value === null || known.has(value)) continue;
    const literal: Expr = { ...expr('', 'unknown'), text: '', constant: { kind: 'text', value } };
    const read = coerce(printing, literal, target, 'i', undefined);
    const cast = castLiteral(read.text);
    if (!cast?.isText || cast.engine !== read.type.engine) return undefined;
    type ??= read.type;
    known.set(value, cast.value);
  }
  return (
    type && {
      type,
      values: values.map((value) => (value === null ? null : (known.get(value) ?? value))),
    }
  );
}

/** ARRAY of very many constants already of PostgreSQL's type, printed as one text. */
export function longArray(items: readonly unknown[]): Expr | undefined {
  const list = constantList(items);
  const type = list && elementType(list);
  const text = list && type && listText(list.values, type.engine);
  return text === undefined || type === undefined ? undefined : expr(text, arrayOf(type));
}

function elementType(list: ConstantList): Type | undefined {
  if (list.kind === 'texts') return textType;
  if (list.kind === 'integers') {
    // The smallest integer is written as a sign in front of a number that is too large.
    const isLong = list.values.some(
      (value) => value !== null && Math.abs(Number(value)) > 2 ** 31 - 1,
    );
    return typeNamed(isLong ? 'int8' : 'int4');
  }
  // If all numbers have the same decimals, each has its own text.
  const scales = new Set(
    list.values.flatMap((value) => (value === null ? [] : [value.split('.')[1]?.length ?? 0])),
  );
  const size = scales.size === 1 ? decimalFor(list) : undefined;
  return size && decimalType(size.precision, size.scale);
}
