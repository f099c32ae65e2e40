import { quoteLiteral } from '../../../kernel/quoting.ts';
import { refuse, reject } from '../read/refusal.ts';
import { canCoerce } from '../resolve/catalog/can-coerce.ts';
import type { CastContext } from '../resolve/catalog/postgres-catalog.ts';
import { commonType } from '../resolve/catalog/resolve.ts';
import { type Expr, expr, isNull } from '../resolve/expr.ts';
import { isEnum, isKept, isSortedText, labelsOf, sourceNameOf } from '../resolve/source-types.ts';
import {
  arrayOf,
  categoryOf,
  dimensionsOf,
  elementOf,
  isArray,
  isWide,
  rowOf,
  showType,
  textSearchAdvice,
  textSearchTypes,
  typeNamed,
  wider,
} from '../resolve/type.ts';
import { withCollation } from './collation.ts';
import { arrayToText, literalElements, rowToText, textToArray } from './functions/array-values.ts';
import { castImplementations, literalReaders } from './functions/casts.ts';
import { jsonbText, jsonText } from './functions/json-values.ts';
import { arrayOfRows } from './functions/wide-arrays.ts';
import { sameHolding } from './holding.ts';
import { once } from './operand-once.ts';
import type { Printing } from './printing.ts';
import { shortened } from './short-list.ts';

type Location = number | undefined;

/**
 * The expression cast to `target` as PostgreSQL casts in the context; raises if PostgreSQL does
 * not.
 */
export function coerce(
  printing: Printing,
  from: Expr,
  target: string,
  context: CastContext,
  location: Location,
): Expr {
  const made = coercePlainly(printing, from, target, context, location);
  return from.type.collation === undefined ? made : withCollation(made, [from], false, location);
}

function coercePlainly(
  printing: Printing,
  from: Expr,
  target: string,
  context: CastContext,
  location: Location,
): Expr {
  if (target === 'any' || target === 'engine') return from;
  const source = from.type.name;
  // A null row needs its columns, and a null numeric the representation.
  const isHeld = from.type.fields !== undefined || /^_?numeric$/.test(source);
  if (isNull(from) && source === target && isHeld) return from;
  if (!canCoerce(source, target, context)) {
    reject(
      `cannot cast type ${showType(from.type)} to ${showType(typeNamed(target))}`,
      location,
      '42846',
    );
  }
  if (isNull(from)) return { ...typedNull(target), constant: { kind: 'null' } };
  if (source === target) return canonical(from);
  if (source === 'unknown') return readLiteral(printing, from, target, location);
  if (source === 'engine') return castEngineValue(printing, from, target, location);
  if (target.startsWith('_')) return coerceArray(printing, from, target, context, location);
  return castValue(printing, from, target, location);
}

/** DuckDB's own cast. A struct becomes the JSON of a row; DuckDB would read its text as JSON. */
function castEngineValue(printing: Printing, from: Expr, target: string, location: Location): Expr {
  const isStruct = /^STRUCT\(.*\)(?:\[\])*$/is.test(from.type.engine);
  if (isStruct && target === 'json') return expr(jsonText(printing, from, location).text, target);
  if (isStruct && target === 'jsonb') return expr(jsonbText(printing, from, location), target);
  return expr(`CAST(${from.text} AS ${engineFor(target, location)})`, target);
}

function castValue(printing: Printing, from: Expr, target: string, location: Location): Expr {
  return once([from], ([held = from]) => castHeld(printing, held, target, location));
}

function castHeld(printing: Printing, from: Expr, target: string, location: Location): Expr {
  const held = canonical(from);
  if (from.type.name === 'record' && categoryOf(target) === 'S')
    return rowToText(printing, from, target, location);
  if (isArray(from.type) && categoryOf(target) === 'S')
    return arrayToText(printing, from, typeNamed(target), location);
  if (target.startsWith('_') && categoryOf(from.type.name) === 'S')
    return textToArray(printing, held, target.slice(1), location);
  if (hasItsText(from.type.name)) {
    const text = { ...held, type: typeNamed('text') };
    return target === 'text' ? text : coerce(printing, text, target, 'e', location);
  }
  const implementation = castImplementations.get(`${from.type.name}>${target}`);
  if (implementation === undefined) {
    return refuse(`a cast of ${showType(from.type)} to ${showType(typeNamed(target))}`, location);
  }
  return implementation({ printing, from: held, location });
}

/** Converts a value of a type that PostgreSQL lacks to the corresponding PostgreSQL type. */
export function canonical(from: Expr): Expr {
  const { name, engine } = from.type;
  if (name === 'numeric') {
    if (engine !== 'HUGEINT' && engine !== 'UBIGINT') return from;
    const width = engine === 'HUGEINT' ? 38 : 20;
    return expr(`CAST(${from.text} AS DECIMAL(${width},0))`, {
      name,
      engine: `DECIMAL(${width},0)`,
    });
  }
  const usual = typeNamed(name);
  if (usual.engine === '' || usual.engine === engine || isArray(from.type)) return from;
  return { ...from, text: `CAST(${from.text} AS ${usual.engine})`, type: usual };
}

function typedNull(target: string): Expr {
  if (target === 'unknown') return expr('NULL', 'unknown');
  const type =
    target === 'numeric' ? { name: 'numeric', engine: 'DECIMAL(38,0)' } : typeNamed(target);
  return expr(type.engine === '' ? 'NULL' : `CAST(NULL AS ${type.engine})`, type);
}

function engineFor(target: string, location: Location): string {
  const { engine } = typeNamed(target);
  if (target === 'numeric')
    return refuse('numeric without a precision here', location, 'write numeric(p, s)');
  return engine === '' ? refuse(`the type '${target}'`, location) : engine;
}

/** An untyped literal, read as PostgreSQL reads text of the type. */
function readLiteral(printing: Printing, from: Expr, target: string, location: Location): Expr {
  if (from.constant?.kind !== 'text') {
    return castValue(printing, { ...from, type: typeNamed('text') }, target, location);
  }
  const text = from.constant.value;
  if (target.startsWith('_')) return readArrayLiteral(printing, text, target, location);
  if (isEnum(target)) return readLabel(text, target, location);
  if (isSortedText(target))
    return { ...expr(quoteLiteral(text), target), constant: { kind: 'text', value: text } };
  const read = literalReaders[target];
  if (read !== undefined)
    return { constant: { kind: 'text', value: text }, ...read(text, location, printing) };
  if (target === 'record')
    reject('input of anonymous composite types is not implemented', location, '0A000');
  const isOfSearch = textSearchTypes.has(target);
  return refuse(
    isOfSearch ? 'text search' : `a literal of type ${showType(typeNamed(target))}`,
    location,
    isOfSearch ? textSearchAdvice : undefined,
  );
}

/** True for a source's type whose values are represented as text. */
const hasItsText = (name: string) => isEnum(name) || isKept(name) || isSortedText(name);

/** A literal of an enum; must be one of the labels. */
function readLabel(text: string, target: string, location: Location): Expr {
  if (!labelsOf(target).includes(text)) {
    const name = sourceNameOf(target);
    reject(`invalid input value for enum ${name}: '${text}'`, location, '22P02');
  }
  return { ...expr(quoteLiteral(text), target), constant: { kind: 'text', value: text } };
}

function readArrayLiteral(
  printing: Printing,
  text: string,
  target: string,
  location: Location,
): Expr {
  const read = literalElements(text, location);
  if ('rows' in read) {
    const rows = read.rows.map((row) => readArrayLiteral(printing, row, target, location));
    const wide = arrayOfRows(
      rows,
      rows.map(() => 1),
      location,
    );
    return { ...wide, constant: { kind: 'text', value: text } };
  }
  const elements = sameHolding(
    printing,
    read.elements.map((element) => coerce(printing, element, target.slice(1), 'e', location)),
  );
  const element =
    elements.find((item) => !isNull(item))?.type ??
    elements[0]?.type ??
    typedNull(target.slice(1)).type;
  const list = () =>
    `CAST([${elements.map((item) => item.text).join(', ')}] AS ${element.engine}[])`;
  const printed = expr(shortened(elements, element.engine) ?? list(), arrayOf(element));
  return { ...printed, constant: { kind: 'text', value: text } };
}

function coerceArray(
  printing: Printing,
  from: Expr,
  target: string,
  context: CastContext,
  location: Location,
): Expr {
  if (!isArray(from.type)) return castValue(printing, from, target, location);
  if (isWide(from.type)) {
    const row = coerceArray(
      printing,
      expr(`"w${dimensionsOf(from.type)}"`, rowOf(from.type)),
      target,
      context,
      location,
    );
    return expr(
      `list_transform(${from.text}, lambda "w${dimensionsOf(from.type)}": ${row.text})`,
      wider(row.type),
    );
  }
  const element = coerce(
    printing,
    expr('"e"', elementOf(from.type)),
    target.slice(1),
    context,
    location,
  );
  if (element.text === '"e"') return { ...from, type: arrayOf(element.type) };
  return expr(`list_transform(${from.text}, lambda "e": ${element.text})`, arrayOf(element.type));
}

/**
 * Casts several expressions to their common type, for CASE, COALESCE, arrays, VALUES, IN ... The
 * error names `what`.
 */
export function unify(
  printing: Printing,
  expressions: readonly Expr[],
  what: string,
  location: Location,
): readonly Expr[] {
  const common = commonType(expressions.map(({ type }) => type.name));
  if ('clash' in common) {
    const [one, other] = common.clash.map((name) => showType(typeNamed(name)));
    return reject(`${what} types ${one} and ${other} cannot be matched`, location, '42804');
  }
  const made = expressions.map((item) =>
    withCollation(coerce(printing, item, common.type, 'i', location), expressions, false, location),
  );
  const dimensions = new Set(
    made.filter((item) => !isNull(item)).map(({ type }) => dimensionsOf(type)),
  );
  if (dimensions.size > 1)
    return refuse(`${what} of arrays of several dimensions and of one`, location);
  const wide = made.find(({ type }) => isWide(type));
  if (wide === undefined) return sameHolding(printing, made);
  return made.map((item) =>
    isNull(item) ? { ...item, text: `CAST(NULL AS ${wide.type.engine})`, type: wide.type } : item,
  );
}

/** A string constant as text. */
export const textLiteral = (value: string): Expr => ({
  text: quoteLiteral(value),
  type: typeNamed('text'),
  constant: { kind: 'text', value },
});
