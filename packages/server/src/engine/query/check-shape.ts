import { badRequest } from '../../kernel/errors.ts';
import { defaultSizeLimits, type SizeLimits, tooManyColumns } from '../../kernel/size-limits.ts';
import type { TypedColumn } from '../types/typed-column.ts';

/** Internal types of the engine that no file can store. */
const unkept = /^(?:AGGREGATE_STATE|LAMBDA|POINTER|TABLE|UNKNOWN|ANY|TEMPLATE)\b/;

/**
 * Throws BAD_REQUEST for a result with too many columns, or with a too deeply nested type: its file
 * could not be read.
 */
export function checkShape(
  columns: readonly TypedColumn[],
  limits: SizeLimits = defaultSizeLimits,
): void {
  if (columns.length > limits.maxColumns) {
    throw badRequest(tooManyColumns(columns.length, limits.maxColumns));
  }
  for (const { name, type } of columns) {
    if (unkept.test(type))
      throw badRequest(
        `column '${name}' of the result has a type that cannot be kept; compute a value of it`,
      );
    if (typeNesting(type) <= limits.maxNesting) continue;
    throw badRequest(
      `column '${name}' of the result nests lists and structs more than ${limits.maxNesting} levels deep; unnest it, or cast it to text`,
    );
  }
}

/** Quoted names may contain anything. The digits of a DECIMAL are not a level. */
const typeTokens = /"(?:[^"]|"")*"|'(?:[^']|'')*'|DECIMAL\([^)]*\)|\[\d*\]|[(),]/g;

/** The levels of lists, structs and maps in a type's text: `STRUCT(a INTEGER[])` has 2. */
export function typeNesting(type: string): number {
  /**
   * The levels of the current member, and of the deepest earlier member, for each open parenthesis.
   */
  const open = [{ member: 0, deepest: 0 }];
  let top = open[0];
  for (const [token] of type.matchAll(typeTokens)) {
    if (top === undefined) break;
    if (token === '(') {
      top = { member: 0, deepest: 0 };
      open.push(top);
    } else if (token === ',') {
      top.deepest = Math.max(top.deepest, top.member);
      top.member = 0;
    } else if (token === ')') {
      const levels = Math.max(top.deepest, top.member) + 1;
      open.pop();
      top = open.at(-1);
      if (top) top.member = levels;
    } else if (token.startsWith('[')) top.member += 1;
  }
  return Math.max(open[0]?.member ?? 0, open[0]?.deepest ?? 0);
}
