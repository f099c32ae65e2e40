import { refuse, reject } from '../read/refusal.ts';
import {
  expectFields,
  type Fields,
  fieldSet,
  flagOf,
  listOf,
  locationOf,
  openNode,
  textOf,
} from '../read/tree.ts';
import { type Expr, expr, integerConstant } from '../resolve/expr.ts';
import type { Namespace } from '../resolve/namespace.ts';
import {
  categoryOf,
  dimensionsOf,
  elementOf,
  isArray,
  isEngineType,
  isWide,
  rowOf,
  scalarOf,
  showType,
  typeOfEngine,
} from '../resolve/type.ts';
import { coerce } from './coerce.ts';
import { engineTyped, extractField } from './print-column.ts';
import { readsColumns } from './printed-facts.ts';
import type { Printing } from './printing.ts';
import { fieldOfRow } from './row-value.ts';

const indexFields = fieldSet('is_slice', 'lidx', 'uidx');

/** `x[1]`, `x[1:2]`, `(x).field`, in sequence. */
export function printIndirection(printing: Printing, fields: Fields, namespace: Namespace): Expr {
  const location = locationOf(fields);
  const steps = listOf(fields, 'indirection').map(openNode);
  let value = printing.expression(fields.arg, namespace);
  for (let at = 0; at < steps.length; at += 1) {
    const run = isArray(value.type) ? subscriptsFrom(steps, at) : [];
    if (run.length > 1 || isWide(value.type)) {
      value = wideSubscript(printing, value, run, namespace, location);
      at += run.length - 1;
    } else value = take(printing, value, steps[at] ?? openNode(undefined), namespace, location);
  }
  return value;
}

type Step = ReturnType<typeof openNode>;

/**
 * Consecutive subscripts from a step on, which together subscript an array of several dimensions.
 */
function subscriptsFrom(steps: readonly Step[], at: number): readonly Fields[] {
  const end = steps.findIndex(({ kind }, index) => index >= at && kind !== 'A_Indices');
  return steps.slice(at, end < 0 ? undefined : end).map(({ fields }) => fields);
}

function take(
  printing: Printing,
  value: Expr,
  step: Step,
  namespace: Namespace,
  location: number | undefined,
): Expr {
  const { kind, fields: index } = step;
  if (kind === 'String' && isEngineType(value.type))
    return extractField(value, textOf(index, 'sval'));
  if (kind === 'String' && value.type.name === 'record')
    return fieldOfRow(value, textOf(index, 'sval'), location);
  if (kind === 'String') {
    const shown = showType(value.type);
    return reject(
      `column notation .${textOf(index, 'sval')} applied to type ${shown}, which is not a composite type`,
      location,
      '42809',
    );
  }
  if (kind !== 'A_Indices') return refuse('(row).*', location);
  expectFields('a subscript', index, indexFields);
  return subscript(printing, value, index, namespace, location);
}

/**
 * `x[1][2]`, `x[1:2][2:2]`: one subscript per dimension; with any other number of subscripts an
 * element is null.
 */
function wideSubscript(
  printing: Printing,
  value: Expr,
  subscripts: readonly Fields[],
  namespace: Namespace,
  location: number | undefined,
): Expr {
  for (const index of subscripts) expectFields('a subscript', index, indexFields);
  const bound = (node: unknown) =>
    coerce(printing, printing.expression(node, namespace), 'int4', 'a', location);
  const dimensions = dimensionsOf(value.type);
  if (subscripts.some((index) => flagOf(index, 'is_slice'))) {
    const slices = subscripts.map((index) =>
      [index.lidx, index.uidx].map((node) =>
        node === undefined ? undefined : integerConstant(bound(node)),
      ),
    );
    return sliceRows(
      value,
      subscripts.map((index, at) => sliceOf(index, slices[at] ?? [], location)),
      location,
    );
  }
  const positions = subscripts.map(({ uidx }) => bound(uidx).text);
  const element = scalarOf(value.type);
  if (positions.length !== dimensions) return expr(`CAST(NULL AS ${element.engine})`, element);
  return expr(
    positions.reduce((text, position) => printing.macro('subscript', text, position), value.text),
    element,
  );
}

/** The literal bounds of a slice; a single subscript among slices means a slice from 1. */
function sliceOf(
  index: Fields,
  [low, high]: readonly (number | undefined)[],
  location: number | undefined,
): string {
  const isOpen = (node: unknown, value: number | undefined) =>
    node === undefined || (value !== undefined && value > 0);
  if (!isOpen(index.lidx, low) || !isOpen(index.uidx, high)) {
    return refuse('a slice of several dimensions whose bounds are no positive literals', location);
  }
  return `[${low ?? 1}:${high ?? ''}]`;
}

function sliceRows(
  value: Expr,
  [own = '[1:]', ...inner]: readonly string[],
  location: number | undefined,
): Expr {
  if (inner.length + 1 > dimensionsOf(value.type))
    return refuse('a slice of more dimensions than there are', location);
  const rows = `${value.text}${own}`;
  if (inner.length === 0) return expr(rows, value.type);
  const name = `"w${dimensionsOf(value.type)}"`;
  const row = sliceRows(expr(name, rowOf(value.type)), inner, location);
  // Rows without elements are dropped.
  return expr(
    `list_filter(list_transform(${rows}, lambda ${name}: ${row.text}), lambda "r": len("r") > 0)`,
    value.type,
  );
}

function subscript(
  printing: Printing,
  value: Expr,
  index: Fields,
  namespace: Namespace,
  location: number | undefined,
): Expr {
  const bound = (node: unknown) =>
    coerce(printing, printing.expression(node, namespace), 'int4', 'a', location);
  if (isEngineType(value.type)) {
    if (flagOf(index, 'is_slice')) return refuse('a slice of what is no array', location);
    const element = /^(.*)\[\]$/s.exec(value.type.engine)?.[1];
    const text = `${value.text}[${printing.expression(index.uidx, namespace).text}]`;
    return element === undefined ? engineTyped(text) : expr(text, typeOfEngine(element));
  }
  if (!isArray(value.type)) {
    if (value.type.name === 'jsonb')
      return jsonbSubscript(printing, value, index, namespace, location);
    if (subscripted.has(value.type.name) && !flagOf(index, 'is_slice'))
      return shapePart(value, bound(index.uidx));
    reject(
      `cannot subscript type ${showType(value.type)} because it does not support subscripting`,
      location,
      '42804',
    );
  }
  if (flagOf(index, 'is_slice')) {
    const [from, to] = [index.lidx, index.uidx].map((node) =>
      node === undefined ? undefined : bound(node),
    );
    const constants = [from, to].map((side) =>
      side === undefined ? 1 : (integerConstant(side) ?? 0),
    );
    // DuckDB counts bounds below 1 from the end, PostgreSQL does not.
    const text = constants.every((constant) => constant > 0)
      ? `${value.text}[${from?.text ?? ''}:${to?.text ?? ''}]`
      : printing.macro(
          'array_slice',
          value.text,
          from?.text ?? '1',
          to?.text ?? `len(${value.text})`,
        );
    return { text, type: value.type };
  }
  const position = bound(index.uidx);
  const literal = integerConstant(position);
  const element = elementOf(value.type);
  if (literal !== undefined && literal > 0) {
    const text = `${value.text}[${literal}]`;
    // DuckDB gives no type to a null computed during planning.
    return expr(
      element.engine === '' || readsColumns(value.text)
        ? text
        : `CAST(${text} AS ${element.engine})`,
      element,
    );
  }
  return expr(printing.macro('subscript', value.text, position.text), element);
}

const subscripted: ReadonlySet<string> = new Set(['point', 'line', 'lseg', 'box']);

/** `p[0]`, the x of a point; a corner of a box. */
function shapePart({ text, type: { name } }: Expr, index: Expr): Expr {
  const isPoint = name === 'point' || name === 'line';
  const part = isPoint ? 'coordinate' : 'corner';
  return expr(
    `hotsql_shape_${part}('${name}', ${text}, ${index.text})`,
    isPoint ? 'float8' : 'point',
  );
}

/** `j['key']`, `j[0]`: like `->` with text or an integer. */
function jsonbSubscript(
  printing: Printing,
  value: Expr,
  index: Fields,
  namespace: Namespace,
  location: number | undefined,
): Expr {
  if (flagOf(index, 'is_slice'))
    return reject('jsonb subscript does not support slices', location, '42804');
  const step = printing.expression(index.uidx, namespace);
  if (/^int[248]$/.test(step.type.name)) {
    return expr(`hotsql_json_at(${value.text}, [CAST(${step.text} AS VARCHAR)])`, 'jsonb');
  }
  if (step.type.name !== 'unknown' && categoryOf(step.type.name) !== 'S') {
    return reject(`subscript type ${showType(step.type)} is not supported`, location, '42804');
  }
  // A text may also name an element.
  return expr(
    `hotsql_json_at(${value.text}, [${coerce(printing, step, 'text', 'a', location).text}])`,
    'jsonb',
  );
}
