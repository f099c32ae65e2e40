import { type Fields, isFields } from '../fields.ts';

const maxDepth = 10;
const childrenOf = ({ children }: Fields): readonly unknown[] =>
  Array.isArray(children) ? children : [];

/** Removes casts to a list of floats or doubles: the translator casts each number of a vector. */
export function withoutCasts(expression: unknown): unknown {
  let node = expression;
  for (let depth = 0; isFields(node) && depth < maxDepth; depth += 1) {
    if (node.class === 'CAST' && isFloating(elementType(node.cast_type))) node = node.child;
    else if (node.function_name === 'list_transform' && castsItself(childrenOf(node)[1]))
      node = childrenOf(node)[0];
    else return node;
  }
  return node;
}

/** The element type of a list or array. */
export function elementType(type: unknown): Fields | undefined {
  if (!isFields(type) || !/^(?:LIST|ARRAY)$/.test(String(type.id)) || !isFields(type.type_info))
    return undefined;
  return isFields(type.type_info.child_type) ? type.type_info.child_type : undefined;
}

export const isFloating = (type: unknown) =>
  isFields(type) && /^(?:DOUBLE|FLOAT)$/.test(String(type.id));

/** True for `lambda "e": CAST("e" AS DOUBLE)`, with or without a cast to text in between. */
function castsItself(node: unknown): boolean {
  if (!isFields(node) || node.class !== 'LAMBDA' || !isFields(node.expr)) return false;
  const { cast_type: type, child } = node.expr;
  if (!isFloating(type) || !isFields(child)) return false;
  const isText = isFields(child.cast_type) && child.cast_type.id === 'VARCHAR';
  const inner = isText ? child.child : child;
  return isFields(inner) && inner.class === 'COLUMN_REF';
}
