import { type Fields, listOf, nameList, openNode, textOf } from '../read/tree.ts';

/** True if the named column, given with its qualifiers, is proved to contain no null. */
export type ReadColumn = (names: readonly string[]) => boolean;

/** Deeper expressions are not examined. */
const maxDepth = 100;

/** True if the text proves that an expression is never null. */
export function isNullFree(node: unknown, read: ReadColumn, depth = 0): boolean {
  if (depth > maxDepth || node === undefined) return false;
  const { kind, fields } = openNode(node);
  return (
    rules[kind]?.(fields, { read, isProved: (part) => isNullFree(part, read, depth + 1) }) ?? false
  );
}

interface Within {
  readonly read: ReadColumn;
  isProved(part: unknown): boolean;
}

const rules: Readonly<Record<string, (fields: Fields, within: Within) => boolean>> = {
  A_Const: (fields) => fields.isnull !== true,
  ColumnRef: (fields, { read }) => {
    const parts = listOf(fields, 'fields');
    return (
      parts.every((part) => openNode(part).kind === 'String') && read(nameList(fields, 'fields'))
    );
  },
  TypeCast: ({ arg, typeName }, { isProved }) => isPlainCast(typeName) && isProved(arg),
  FuncCall: (fields) => {
    const name = nameList(fields, 'funcname').join('.');
    return name === 'count' || (fields.over !== undefined && rankings.has(name));
  },
  CoalesceExpr: (fields, { isProved }) => listOf(fields, 'args').some(isProved),
  CaseExpr: (fields, { isProved }) =>
    isProved(fields.defresult) &&
    listOf(fields, 'args').every((branch) => isProved(openNode(branch).fields.result)),
  BoolExpr: (fields, { isProved }) => listOf(fields, 'args').every(isProved),
  NullTest: () => true,
  BooleanTest: () => true,
  SubLink: (fields) => textOf(fields, 'subLinkType') === 'EXISTS_SUBLINK',
  A_Expr: (fields, { isProved }) => {
    const kind = textOf(fields, 'kind');
    if (kind === 'AEXPR_DISTINCT' || kind === 'AEXPR_NOT_DISTINCT') return true;
    const isPlain = kind === 'AEXPR_OP' && operators.has(nameList(fields, 'name').join('.'));
    return (
      isPlain && isProved(fields.rexpr) && (fields.lexpr === undefined || isProved(fields.lexpr))
    );
  },
};

/** Window functions that number rows. */
const rankings = new Set(['row_number', 'rank', 'dense_rank']);

/** Operators that return null only for a null operand, on the types of `isPlainCast`. */
const operators = new Set(['+', '-', '*', '=', '<>', '!=', '<', '<=', '>', '>=', '||']);

const plainTypes = new Set(
  'bool int2 int4 int8 float4 float8 numeric text varchar bpchar date time timestamp timestamptz uuid'.split(
    ' ',
  ),
);

/** A cast of JSON's null gives null. No other value of these types becomes null. */
function isPlainCast(typeName: unknown): boolean {
  const written = typeName as Fields | undefined;
  if (written === undefined || listOf(written, 'arrayBounds').length > 0) return false;
  return plainTypes.has(nameList(written, 'names').at(-1) ?? '');
}
