/**
 * Finds the regular expressions to which RE2 and PostgreSQL give the same meaning. RE2's letters
 * and spaces are those of ASCII and PostgreSQL's those of Unicode, so no class but \d qualifies.
 * Both match the same texts, but may find different parts: PostgreSQL takes the longest match, RE2
 * the first alternative.
 */

const quantifier = /(?:[*+?]|\{(\d{1,3})(?:,(\d{1,3})?)?\})?/;
const atom =
  /(?:\\[!-/:-@[-`{-~]|\\d|\.|[^\\^$.|?*+()[\]{}]|\[\^?[^\][\\^-](?:[^\][\\-]|-(?=\]))*\]|\[\^?(?:[a-zA-Z0-9]-[a-zA-Z0-9]|[^\][\\^-])+\])/;
const token = new RegExp(
  `(\\^|\\$|\\||\\(\\?:|\\()|(?:(\\))|(${atom.source}))(${quantifier.source})`,
  'gyu',
);

interface Shape {
  readonly choices: number;
  readonly groups: number;
  /** `open` counts atoms of variable number; `needsText` is true if some atom must match. */
  readonly open: number;
  readonly needsText: boolean;
  readonly quantifiedGroups: number;
}

/** Undefined if RE2 and PostgreSQL may read a part of the expression differently. */
function shapeOf(pattern: string): Shape | undefined {
  let [choices, groups, open, depth, quantifiedGroups] = [0, 0, 0, 0, 0];
  let needsText = false;
  token.lastIndex = 0;
  for (let end = 0; end < pattern.length; end = token.lastIndex) {
    const found = token.exec(pattern);
    if (found === null) return undefined;
    const [, mark, close, , repeat = '', least, most] = found;
    if (
      Number(least ?? 0) > 255 ||
      Number(most ?? 0) > 255 ||
      (most !== undefined && Number(most) < Number(least))
    ) {
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

export const matchesAlike = (pattern: string): boolean =>
  !isReversed(pattern) && shapeOf(pattern) !== undefined;

/**
 * True for an expression without choices and with at most one atom of variable number: only one
 * match begins at each offset.
 */
export function findsAlike(pattern: string): boolean {
  const shape = isReversed(pattern) ? undefined : shapeOf(pattern);
  if (shape === undefined) return false;
  return (
    shape.choices === 0 &&
    shape.groups === 0 &&
    shape.quantifiedGroups === 0 &&
    shape.open <= 1 &&
    shape.needsText
  );
}

/**
 * The group of RE2's match that equals the result of PostgreSQL's substring(): 0 for the whole
 * match, 1 for the only group. Undefined if the two may find different texts.
 */
export function partFoundAlike(pattern: string): 0 | 1 | undefined {
  if (findsAlike(pattern)) return 0;
  if (groupsCutAlike(pattern) === 1) return 1;
  const shape = isReversed(pattern) ? undefined : shapeOf(pattern);
  if (shape === undefined) return undefined;
  token.lastIndex = 0;
  const captured = [...pattern.matchAll(token)].filter(([, mark]) => mark === '(').length;
  const isOneWay =
    shape.choices === 0 && shape.quantifiedGroups === 0 && shape.open <= 1 && shape.needsText;
  return isOneWay && shape.groups === 1 && captured === 1 ? 1 : undefined;
}

/**
 * The number of groups of an anchored expression (`^...$`) whose parts RE2 cuts as PostgreSQL does;
 * undefined if the cuts may differ. PostgreSQL gives each group, and each run between groups, the
 * longest part with which the rest still matches. RE2 gives it to one quantified atom after the
 * other. Both are the same if only one atom of a run has a variable number.
 */
export function groupsCutAlike(pattern: string): number | undefined {
  if (isReversed(pattern) || shapeOf(pattern) === undefined) return undefined;
  token.lastIndex = 0;
  const parts = [...pattern.matchAll(token)];
  if (parts.shift()?.[1] !== '^' || parts.pop()?.[1] !== '$') return undefined;
  let groups = 0;
  let inside: string | undefined;
  let [free, freeBefore] = [0, 0];
  for (const [index, [, mark, close, atomText, repeat = '']] of parts.entries()) {
    if (mark !== undefined) {
      if (!mark.startsWith('(') || inside !== undefined) return undefined;
      inside = mark;
      freeBefore = free;
      if (mark === '(') [groups, free] = [groups + 1, 0];
    } else if (close !== undefined) {
      const isOptional = inside === '(?:' && repeat === '?' && free === freeBefore;
      if (repeat !== '' && !isOptional) return undefined;
      if (isOptional) free += 1;
      if (inside === '(') free = 0;
      inside = undefined;
    } else if (!isFixed(repeat) && !endsBefore(atomText ?? '', parts[index + 1])) free += 1;
    if (free > 1) return undefined;
  }
  return groups;
}

const isFixed = (repeat: string) => repeat === '' || /^\{\d+\}$/.test(repeat);

/**
 * True if an atom cannot match the first character of the next atom: then the number of repetitions
 * is no choice.
 */
function endsBefore(atomText: string, next: RegExpMatchArray | undefined): boolean {
  const [, , , nextText = '', repeat = ''] = next ?? [];
  const [, letter] = /^\\?([ -~])$/.exec(nextText) ?? [];
  if (
    letter === undefined ||
    nextText === '.' ||
    nextText === '\\d' ||
    !isFixed(repeat) ||
    repeat === '{0}'
  )
    return false;
  return !new RegExp(`^${atomText}$`, 's').test(letter);
}

const isReversed = (pattern: string) =>
  [...pattern.matchAll(/(.)-(.)/gu)].some(([, low = '', high = '']) => low > high) ||
  /[*+?}][*+?{]/.test(pattern);
