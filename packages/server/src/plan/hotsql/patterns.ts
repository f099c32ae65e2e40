/**
 * Which of PostgreSQL's regular expressions RE2 reads alike. RE2's letters and spaces are those of ASCII and PostgreSQL's of Unicode,
 * so no class but \d is; whether a text matches does not depend on which match is found, but what is found does:
 * PostgreSQL takes the longest, RE2 the first alternative.
 */

const quantifier = /(?:[*+?]|\{(\d{1,3})(?:,(\d{1,3})?)?\})?/;
const atom =
  /(?:\\[!-/:-@[-`{-~]|\\d|\.|[^\\^$.|?*+()[\]{}]|\[\^?[^\][\\^-](?:[^\][\\-]|-(?=\]))*\]|\[\^?(?:[a-zA-Z0-9]-[a-zA-Z0-9]|[^\][\\^-])+\])/;
const token = new RegExp(`(\\^|\\$|\\||\\(\\?:|\\()|(?:(\\))|(${atom.source}))(${quantifier.source})`, 'uy');

interface Shape {
  readonly choices: number;
  readonly groups: number;
  /** Atoms whose number is open, and whether some atom must be there. */
  readonly open: number;
  readonly needsText: boolean;
  readonly quantifiedGroups: number;
}

/** Undefined where the expression has anything that the two might read differently. */
function shapeOf(pattern: string): Shape | undefined {
  let [choices, groups, open, depth, quantifiedGroups] = [0, 0, 0, 0, 0];
  let needsText = false;
  token.lastIndex = 0;
  for (let end = 0; end < pattern.length; end = token.lastIndex) {
    const found = token.exec(pattern);
    if (found === null) return undefined;
    const [, mark, close, , repeat = '', least, most] = found;
    if (Number(least ?? 0) > 255 || Number(most ?? 0) > 255 || (most !== undefined && Number(most) < Number(least))) {
      return undefined;
    }
    if (mark === '|') choices += 1;
    if (mark?.startsWith('(') === true) {
      groups += 1;
      depth += 1;
    }
    if (close !== undefined) {
      depth -= 1;
      if (repeat !== '') quantifiedGroups += 1;
    }
    if (depth < 0) return undefined;
    if (mark !== undefined || close !== undefined) continue;
    if (/^[*+?]/.test(repeat) || repeat.includes(',')) open += 1;
    if (!/^[*?]/.test(repeat) && Number(least ?? 1) > 0) needsText = true;
  }
  return depth === 0 ? { choices, groups, open, needsText, quantifiedGroups } : undefined;
}

export const matchesAlike = (pattern: string): boolean => !isReversed(pattern) && shapeOf(pattern) !== undefined;

/** No choices and one open number at most: then there is one way to match at a place. */
export function findsAlike(pattern: string): boolean {
  const shape = isReversed(pattern) ? undefined : shapeOf(pattern);
  if (shape === undefined) return false;
  return (
    shape.choices === 0 && shape.groups === 0 && shape.quantifiedGroups === 0 && shape.open <= 1 && shape.needsText
  );
}

const isReversed = (pattern: string) =>
  [...pattern.matchAll(/(.)-(.)/gu)].some(([, low = '', high = '']) => low > high) || /[*+?}][*+?{]/.test(pattern);
