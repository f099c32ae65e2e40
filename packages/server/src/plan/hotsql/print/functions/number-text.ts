import { type NumberTemplate, parseNumberTemplate } from '../../../../values/number-template.ts';
import { type Expr, textConstant } from '../../resolve/expr.ts';
import { decimalOf, isVarying } from '../../resolve/type.ts';
import type { Call } from '../implementation.ts';

/**
 * to_char() of a number with a literal template of digits, groups of three and a point. DuckDB's
 * format() takes a tenth of the time of the worker's own function.
 */

/** A double holds so many decimal digits exactly enough for format() to give them back. */
const mostDigits = 15;

interface Layout {
  readonly before: number;
  readonly after: number;
  /** Least number of digits before the point; nought digits of a fraction print no 0. */
  readonly least: number;
  readonly isGrouped: boolean;
  readonly isPadded: boolean;
  /** Characters with the place of the sign. */
  readonly width: number;
}

/** The layout of the template; undefined if only the worker prints it. */
function layoutOf(template: NumberTemplate): Layout | undefined {
  const { before, after, hasPoint, fill, zeroStart, zeroEnd } = template;
  const names = template.parts.map((part) => (part.kind === 'field' ? part.name : ''));
  if (!names.every((name) => ['9', '0', ',', '.', 'FM'].includes(name))) return undefined;
  if (before === 0 || before + after > mostDigits || hasPoint !== after > 0) return undefined;
  // FM leaves out zeros at the end.
  if (fill && after > 0 && zeroEnd !== before + after) return undefined;
  const least = zeroStart === undefined ? 0 : before - zeroStart;
  const commas = commasOf(names, before);
  if (commas === undefined || (commas > 0 && least > 1)) return undefined;
  const width = 1 + before + commas + (after > 0 ? after + 1 : 0);
  return { before, after, least, isGrouped: commas > 0, isPadded: !fill, width };
}

/** The number of commas if they separate all groups of three digits, or there are none. */
function commasOf(names: readonly string[], before: number): number | undefined {
  if (!names.includes(',')) return 0;
  let digits = before;
  let commas = 0;
  for (const name of names) {
    if (name === '.') break;
    if (name === '9' || name === '0') digits -= 1;
    else if (name === ',') {
      if (digits % 3 !== 0 || digits === 0 || digits === before) return undefined;
      commas += 1;
    }
  }
  const all = names.filter((name) => name === ',').length;
  return commas === all && commas === Math.floor((before - 1) / 3) ? commas : undefined;
}

/** The text of a number between these ends, else `own`. */
function printed(value: string, rounded: string, layout: Layout, own: string): string {
  const { after, least, isGrouped, isPadded, width, before } = layout;
  const most = 10 ** before - 1;
  const digits = `format('{:${isGrouped ? ',' : ''}.${after}f}', CAST(abs(${rounded}) AS DOUBLE))`;
  const filled =
    least > 1 ? `lpad(${digits}, ${least + (after > 0 ? after + 1 : 0)}, '0')` : digits;
  const isLonger = least > 1 ? `strlen(${digits}) > ${least + (after > 0 ? after + 1 : 0)}` : '';
  const body = isLonger === '' ? filled : `CASE WHEN ${isLonger} THEN ${digits} ELSE ${filled} END`;
  const signed = `CASE WHEN ${value} < 0 THEN '-' ELSE '' END || ${body}`;
  const text = isPadded ? `lpad(${signed}, ${width}, ' ')` : signed;
  const range = `${value} BETWEEN ${least > 0 ? 0 : 1} AND ${most} OR ${value} BETWEEN -${most} AND -1`;
  return `CASE WHEN ${range} THEN ${text} ELSE ${own} END`;
}

/** A number of `type` by its template; `own` is the worker's call. */
export function numberText({ args: [value, template] }: Call, own: string): string {
  const layout = layoutOfLiteral(template);
  if (value === undefined || layout === undefined || value.constant !== undefined) return own;
  const { text, type } = value;
  if (type.name !== 'numeric') return printed(text, text, layout, own);
  const held = decimalOf(type);
  if (held === undefined || isVarying(type)) return own;
  const whole = held.precision - held.scale;
  if (whole + Math.max(held.scale, layout.after) > 37) return own;
  return printed(text, `round(${text}, ${Math.min(layout.after, held.scale)})`, layout, own);
}

function layoutOfLiteral(template: Expr | undefined): Layout | undefined {
  const pattern = template && textConstant(template);
  if (pattern === undefined || pattern.length > 64) return undefined;
  try {
    return layoutOf(parseNumberTemplate(pattern));
  } catch {
    // The worker raises PostgreSQL's error for each value.
    return undefined;
  }
}
