import { quoteLiteral } from '../kernel/quoting.ts';

/** LIKE or ILIKE in DuckDB's text, for every translated dialect. */
export interface Like {
  /** Printed. */
  readonly value: string;
  readonly pattern: string;
  /** The pattern, if it is a literal. */
  readonly written: string | undefined;
  /** The escape character; empty for none. */
  readonly taker: string;
  readonly keyword: 'LIKE' | 'ILIKE';
}

/**
 * DuckDB tries every position for every '%' except a final one. '%a%a%b' takes time in the square
 * of the text's length, and each further '%' adds a power. So a pattern with several '%' goes to
 * the worker's matcher, whose steps are bounded by the sum, or the product, of both lengths. A
 * literal pattern without '_' and escapes stays with DuckDB if DuckDB needs as few steps.
 */
export function likeText(like: Like): string {
  const { value, pattern, written, taker, keyword } = like;
  const isEscaped = taker !== '' && (written === undefined || written.includes(taker));
  const own = `(${value} ${keyword} ${pattern}${isEscaped ? ` ESCAPE ${quoteLiteral(taker)}` : ''})`;
  const hasCase = taker.toLowerCase() !== taker.toUpperCase();
  // In lower case, a letter as escape character would also escape for its other case.
  if (keyword === 'ILIKE' && hasCase) {
    if (written === undefined) return own;
    const caseless = withTaker(written, taker, caselessTaker);
    return likeText({
      ...like,
      pattern: quoteLiteral(caseless),
      written: caseless,
      taker: caselessTaker,
    });
  }
  const lowered = keyword === 'ILIKE' ? (text: string) => `lower(${text})` : (text: string) => text;
  const matched = `hotsql_like(${lowered(value)}, ${lowered(pattern)}, ${quoteLiteral(keyword === 'ILIKE' ? taker.toLowerCase() : taker)})`;
  if (written === undefined)
    return `CASE WHEN regexp_matches(${pattern}, '${severalPlaces}', 's') THEN ${matched} ELSE ${own} END`;
  if (!new RegExp(severalPlaces, 's').test(written)) return own;
  const isPlain = keyword === 'LIKE' && !isEscaped && !written.includes('_');
  return isPlain ? own : matched;
}

const caselessTaker = '\u0001';

/** The pattern with another escape character; its ordinary occurrences are escaped. */
function withTaker(pattern: string, taker: string, other: string): string {
  let text = '';
  for (let index = 0; index < pattern.length; index += 1) {
    const letter = pattern[index] ?? '';
    if (letter === other) text += other + other;
    else if (letter !== taker) text += letter;
    else {
      index += 1;
      text += other + (pattern[index] ?? '');
    }
  }
  return text;
}

/** Two '%', each followed by other characters. */
const severalPlaces = '%[^%]+%+[^%]';
