/**
 * Which of PostgreSQL's regular expressions RE2 reads alike. RE2's letters and spaces are those of
 * ASCII and PostgreSQL's of Unicode, so no class but \d is; whether a text matches does not depend
 * on which match is found, but what is found does: PostgreSQL takes the longest, RE2 the first
 * alternative.
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

/** No choices and one open number at most: then there is one way to match at a place. */
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
 * Which group of RE2's match is what PostgreSQL's substring() gives: 0 for the whole match, 1 for
 * that of the only group. Undefined where the two may find something else.
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
 * How many groups an expression of a whole text has (`^...$`) whose parts RE2 cuts as PostgreSQL
 * does; undefined where it may not. PostgreSQL gives a run between groups, and each group, the
 * longest part that lets the rest match; RE2 gives it to one quantified atom after the other. Where
 * only one atom of a run may take more or less, both are the same.
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

/** Whether an atom cannot be what the next one must be, so that its number is no choice. */
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
