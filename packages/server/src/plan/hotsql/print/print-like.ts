import { likeText } from '../../like-text.ts';
import { refuse, reject } from '../read/refusal.ts';
import { type Fields, listOf, locationOf, nameList, openNode } from '../read/tree.ts';
import { type Expr, expr, textConstant } from '../resolve/expr.ts';
import type { Namespace } from '../resolve/namespace.ts';
import { boolType, categoryOf, showType, typeNamed } from '../resolve/type.ts';
import { coerce } from './coerce.ts';
import { expectComparable } from './collation.ts';
import { once } from './operand-once.ts';
import type { Printing } from './printing.ts';

/** LIKE and ILIKE, with and without ESCAPE. */
export function printLike(
  printing: Printing,
  operation: Fields,
  namespace: Namespace,
  keyword: 'LIKE' | 'ILIKE',
): Expr {
  const negated = nameList(operation, 'name').at(-1)?.startsWith('!') === true;
  const location = locationOf(operation);
  const { pattern, escapeNode } = readPattern(operation.rexpr, 'like_escape');
  const value = textOperand(printing, operation.lexpr, namespace, location, keyword === 'LIKE');
  const matched = textOperand(
    printing,
    pattern,
    namespace,
    location,
    keyword === 'LIKE',
    value.type.name,
  );
  expectComparable([value, matched], location);
  const written = textConstant(matched);
  const character =
    escapeNode === undefined ? '\\' : textConstant(printing.expression(escapeNode, namespace));
  if (character !== undefined && [...character].length > 1)
    reject('invalid escape string', location, '22019');
  if (character === undefined) {
    return refuse('an ESCAPE that is no single character', location);
  }
  if (written !== undefined && character !== '' && endsInEscape(written, character)) {
    return refuse('a LIKE pattern that ends with its escape character', location);
  }
  const matches = once([value, matched], ([left = value, right = matched]) =>
    expr(
      likeText({
        value: left.text,
        pattern: right.text,
        written,
        taker: character,
        keyword,
      }),
      boolType,
    ),
  );
  return negated ? expr(`(NOT ${matches.text})`, boolType) : matches;
}

/**
 * Bytes are matched as texts with one character per byte: `takesBytes`, and `other` is the type of
 * the other operand.
 */
function textOperand(
  printing: Printing,
  node: unknown,
  namespace: Namespace,
  location: number | undefined,
  takesBytes = false,
  other = '',
): Expr {
  const printed = printing.expression(node, namespace);
  const { name } = printed.type;
  if (
    takesBytes &&
    ((name === 'bytea' && (other === '' || other === 'bytea')) ||
      (name === 'unknown' && other === 'bytea'))
  ) {
    const bytes = coerce(printing, printed, 'bytea', 'i', location).text;
    return { ...printed, ...expr(`hotsql_byte_characters(${bytes})`, 'bytea') };
  }
  if (other !== '' && (other === 'bytea') !== (name === 'bytea'))
    reject(
      `operator does not exist: ${showType(typeNamed(other))} ~~ ${showType(printed.type)}`,
      location,
      '42883',
    );
  if (name === 'bpchar') return printed;
  if (name === 'unknown' || name === 'engine' || categoryOf(name) === 'S')
    return coerce(printing, printed, name === 'engine' ? 'engine' : 'text', 'i', location);
  return name === 'bytea'
    ? refuse('LIKE of bytea', location)
    : reject(`operator does not exist: ${showType(printed.type)} ~~ text`, location, '42883');
}

function endsInEscape(pattern: string, character: string): boolean {
  let count = 0;
  while (count < pattern.length && pattern.charAt(pattern.length - 1 - count) === character)
    count += 1;
  return count % 2 === 1;
}

function readPattern(node: unknown, wrapper: string): { pattern: unknown; escapeNode: unknown } {
  const { kind, fields } = openNode(node);
  if (kind !== 'FuncCall' || nameList(fields, 'funcname').at(-1) !== wrapper)
    return { pattern: node, escapeNode: undefined };
  const [pattern, escapeNode] = listOf(fields, 'args');
  return { pattern, escapeNode };
}

export function printSimilar(printing: Printing, operation: Fields, namespace: Namespace): Expr {
  const negated = nameList(operation, 'name').at(-1) === '!~';
  const location = locationOf(operation);
  const { pattern, escapeNode } = readPattern(operation.rexpr, 'similar_to_escape');
  const value = textOperand(printing, operation.lexpr, namespace, location);
  const matched = textOperand(printing, pattern, namespace, location).text;
  const character =
    escapeNode === undefined ? "'\\'" : textOperand(printing, escapeNode, namespace, location).text;
  const match = `hotsql_regexp_like(${value.text}, hotsql_similar_pattern(${matched}, ${character}), '')`;
  return expr(negated ? `(NOT ${match})` : match, boolType);
}
