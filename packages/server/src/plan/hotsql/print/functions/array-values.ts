import { quoteLiteral } from '../../../../kernel/quoting.ts';
import { readArrayText } from '../../../../values/array-text.ts';
import { refuse, reject } from '../../read/refusal.ts';
import { type Expr, expr } from '../../resolve/expr.ts';
import { arrayOf, dimensionsOf, elementOf, isWide, rowOf, type Type } from '../../resolve/type.ts';
import type { Printing } from '../printing.ts';
import { fieldsOfRow, whereRow } from '../row-value.ts';

/**
 * Types represented in the form of their output functions; a cast of an address to text adds its
 * length.
 */
const strings = new Set(['text', 'varchar', 'bpchar', 'name', 'json', 'jsonb', 'inet', 'cidr']);

/** A value in the form of the type's output function, which is the form inside an array's text. */
export function outputText(printing: Printing, value: Expr, location: number | undefined): string {
  if (strings.has(value.type.name)) return value.text;
  if (value.type.name === 'bool') return `left(CAST(${value.text} AS VARCHAR), 1)`;
  return printing.castTo(value, 'text', location).text;
}

/** The texts of an array's elements, as a list. */
export function elementTexts(
  printing: Printing,
  array: Expr,
  location: number | undefined,
): string {
  const text = outputText(printing, expr('"v"', elementOf(array.type)), location);
  return text === '"v"' ? array.text : `list_transform(${array.text}, lambda "v": ${text})`;
}

export function arrayToText(
  printing: Printing,
  array: Expr,
  target: Type,
  location: number | undefined,
): Expr {
  const text = isWide(array.type)
    ? wideText(printing, array, location)
    : `hotsql_array_out(${elementTexts(printing, array, location)})`;
  return expr(text, target);
}

/** `{{1,2},{3,4}}`. */
function wideText(printing: Printing, value: Expr, location: number | undefined): string {
  const dimensions = dimensionsOf(value.type);
  const row = expr(`"w${dimensions}"`, rowOf(value.type));
  const texts = arrayToText(printing, row, value.type, location).text;
  return `('{' || CASE WHEN ${value.text} IS NOT NULL THEN coalesce(array_to_string(list_transform(${value.text}, lambda ${row.text}: ${texts}), ','), '') END || '}')`;
}

/** A row's text: its columns in parentheses. */
export function rowToText(
  printing: Printing,
  row: Expr,
  target: string,
  location: number | undefined,
): Expr {
  const fields = fieldsOfRow(row, location).map(({ expr: field }) =>
    outputText(printing, field, location),
  );
  return expr(whereRow(row, `hotsql_record_out([${fields.join(', ')}])`), target);
}

/** Reads a text other than a literal as an array of `element`. */
export function textToArray(
  printing: Printing,
  from: Expr,
  element: string,
  location: number | undefined,
): Expr {
  const one = printing.castTo(expr('"v"', 'text'), element, location);
  const elements = `hotsql_array_in(${from.text})`;
  if (one.text === '"v"') return expr(elements, arrayOf(one.type));
  return expr(`list_transform(${elements}, lambda "v": ${one.text})`, arrayOf(one.type));
}

/**
 * The elements of an array literal as untyped literals, or its rows if there are several
 * dimensions.
 */
export function literalElements(
  text: string,
  location: number | undefined,
): { readonly elements: readonly Expr[] } | { readonly rows: readonly string[] } {
  const reading = readArrayText(text);
  switch (reading.kind) {
    case 'elements':
      return {
        elements: reading.elements.map((element) =>
          element === null
            ? { ...expr('NULL', 'unknown'), constant: { kind: 'null' } }
            : {
                ...expr(quoteLiteral(element), 'unknown'),
                constant: { kind: 'text', value: element },
              },
        ),
      };
    case 'rows':
      return { rows: reading.rows };
    case 'unsupported':
      return refuse(reading.what, location);
    case 'invalid':
      return reject(reading.message, location, reading.sqlState);
    case 'malformed':
      return reject(`malformed array literal: '${text}'`, location, '22P02');
  }
}
