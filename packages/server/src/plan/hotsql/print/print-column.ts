import { quoteLiteral } from '../../../kernel/quoting.ts';
import { placeColumn } from '../../statements/derivation.ts';
import { Refusal, refuse } from '../read/refusal.ts';
import {
  expectFields,
  type Fields,
  fieldSet,
  listOf,
  locationOf,
  openNode,
  stringValue,
} from '../read/tree.ts';
import { type Expr, expr } from '../resolve/expr.ts';
import type { Column, Namespace, Relation } from '../resolve/namespace.ts';
import {
  isArray,
  isEngineType,
  isExact,
  scalarOf,
  typeNamed,
  typeOfEngine,
} from '../resolve/type.ts';
import type { Printing } from './printing.ts';
import { rowOf } from './row-value.ts';

const columnFields = fieldSet('fields');

/** `c`, `t.c`, `s.t.c`; the bare name of a table is its whole row. */
export function printColumn(printing: Printing, column: Fields, namespace: Namespace): Expr {
  const row = wholeRowOfStar(printing, { ColumnRef: column }, namespace);
  if (row !== undefined) return row;
  const found = findColumn(printing, column, namespace);
  if (found !== undefined) return found.expr;
  const location = locationOf(column);
  const parts = columnParts(column);
  const [name = ''] = parts;
  if (parts.length === 1) {
    const relation = namespace.findRelation(parts, isQuotedPart(printing, location), location);
    return relation === undefined
      ? namespace.unknownColumn(name, location)
      : wholeRow(relation, namespace, location);
  }
  return fieldOfColumn(printing, parts, namespace, location);
}

interface Found {
  readonly relation: Relation;
  readonly namespace: Namespace;
}

/** A relation's row as a value; null if an outer join has no such row. */
function wholeRow(found: Found, from: Namespace, location: number | undefined): Expr {
  const { relation, namespace } = found;
  namespace.read(`${relation.name}.*`, relation.columns, location);
  // The place of a target's row is no part of the row.
  const columns = from.columnsOfRow(found, location).filter(({ name }) => name !== placeColumn);
  if (relation.whole !== undefined) return columns[0]?.expr ?? relation.whole;
  const { rowNames } = relation;
  const row = rowOf(
    columns.map((column, index) => ({ ...column, name: rowNames?.[index] ?? column.name })),
    location,
  );
  if (!relation.isNullable) return row;
  return expr(`CASE WHEN ${relation.presence()} IS NOT NULL THEN ${row.text} END`, row.type);
}

/** `t.*` inside an expression; undefined for any other node. */
export function wholeRowOfStar(
  printing: Printing,
  node: unknown,
  namespace: Namespace,
): Expr | undefined {
  const { kind, fields } = openNode(node);
  const parts = kind === 'ColumnRef' ? listOf(fields, 'fields') : [];
  if (parts.length < 2 || openNode(parts.at(-1)).kind !== 'A_Star') return undefined;
  const location = locationOf(fields);
  const names = parts.slice(0, -1).map((part) => stringValue(part) ?? '');
  const relation = namespace.findRelation(names, isQuotedPart(printing, location), location);
  if (relation !== undefined) return wholeRow(relation, namespace, location);
  throw new Refusal(`missing FROM-clause entry for table '${names.join('.')}'`, location, '42P01');
}

/** True if the part of the name at an index is quoted. */
export function isQuotedPart(
  printing: Printing,
  location: number | undefined,
): (part: number) => boolean {
  return (part) => printing.quotedAt(location)[part] ?? false;
}

function columnParts(column: Fields): readonly string[] {
  return listOf(column, 'fields').map(
    (part) => stringValue(part) ?? refuse("'*' here", locationOf(column)),
  );
}

/** The column of a reference; undefined if the reference names no column. */
export function findColumn(
  printing: Printing,
  column: Fields,
  namespace: Namespace,
): Column | undefined {
  expectFields('a column', column, columnFields);
  const location = locationOf(column);
  const parts = columnParts(column);
  const name = parts.at(-1) ?? '';
  const isQuoted = () => printing.quotedAt(location)[parts.length - 1] ?? false;
  if (parts.length === 1)
    return inHolding(printing, namespace.findColumn(name, isQuoted, location));
  const relation = namespace.findRelation(
    parts.slice(0, -1),
    isQuotedPart(printing, location),
    location,
  );
  if (relation === undefined) return undefined;
  return inHolding(
    printing,
    namespace.columnOf(relation, name, isQuoted, location) ??
      namespace.unknownColumn(parts.slice(-2).join('.'), location),
  );
}

/** A statement that reads a numeric stored as text by a source's column computes exactly. */
function inHolding(printing: Printing, column: Column | undefined): Column | undefined {
  const type = column?.expr.type;
  if (type && isExact(isArray(type) ? scalarOf(type) : type)) printing.expectExact();
  return column;
}

/** `c.field` of a column that is a struct in DuckDB. */
function fieldOfColumn(
  printing: Printing,
  parts: readonly string[],
  namespace: Namespace,
  location: number | undefined,
): Expr {
  const [first = '', ...rest] = parts;
  const isQuoted = () => printing.quotedAt(location)[0] ?? false;
  const column = rest.length <= 2 ? namespace.findColumn(first, isQuoted, location) : undefined;
  if (column === undefined || !isEngineType(column.expr.type)) {
    throw new Refusal(
      `missing FROM-clause entry for table '${parts.slice(0, -1).join('.')}'`,
      location,
      '42P01',
    );
  }
  return rest.reduce<Expr>((value, field) => extractField(value, field), column.expr);
}

/** A field of a struct, with its type if DuckDB's spelling of the struct is known. */
export function extractField(value: Expr, field: string): Expr {
  const text = `struct_extract(${value.text}, ${quoteLiteral(field)})`;
  const engine = structFields(value.type.engine).get(field.toLowerCase());
  return expr(text, engine === undefined ? { name: 'engine', engine: '' } : typeOfEngine(engine));
}

/** The fields of `STRUCT(a INTEGER, "b c" STRUCT(...))`. */
function structFields(engine: string): ReadonlyMap<string, string> {
  const fields = new Map<string, string>();
  const inner = /^STRUCT\((.*)\)$/is.exec(engine)?.[1];
  if (inner === undefined) return fields;
  let depth = 0;
  let start = 0;
  for (let at = 0; at <= inner.length; at += 1) {
    const character = inner.charAt(at);
    if (character === '(') depth += 1;
    if (character === ')') depth -= 1;
    if (at < inner.length && (character !== ',' || depth > 0)) continue;
    const [, quoted, plain, type = ''] =
      /^(?:"((?:[^"]|"")*)"|([^"\s]\S*))\s+(\S.*)$/s.exec(inner.slice(start, at).trim()) ?? [];
    fields.set((quoted?.replaceAll('""', '"') ?? plain ?? '').toLowerCase(), type);
    start = at + 1;
  }
  return fields;
}

/** The result of `name[n]` and similar expressions on a value whose type only DuckDB knows. */
export const engineTyped = (text: string): Expr => expr(text, typeNamed('engine'));
