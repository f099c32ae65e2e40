import { quoteLiteral } from '../kernel/quoting.ts';

/** LIKE or ILIKE as it is written in DuckDB, in every dialect that is translated. */
export interface Like {
  /** Printed. */
  readonly value: string;
  readonly pattern: string;
  /** The pattern, where it is a literal. */
  readonly written: string | undefined;
  /** The character that takes a wildcard's meaning away; none where it is empty. */
  readonly taker: string;
  readonly keyword: 'LIKE' | 'ILIKE';
}

/**
 * DuckDB tries every place for every '%' but a last one, so that '%a%a%b' takes the square of a
 * text's length and each '%' more a power more. A pattern of several goes to the worker's matcher,
 * which takes as many steps as the text and the pattern are long together, or as their product; one
 * that is written without '_' and escapes is one that DuckDB finds in as few.
 */
export function likeText(like: Like): string {
  const { value, pattern, written, taker, keyword } = like;
  const isEscaped = taker !== '' && (written === undefined || written.includes(taker));
  const own = `(${value} ${keyword} ${pattern}${isEscaped ? ` ESCAPE ${quoteLiteral(taker)}` : ''})`;
  const hasCase = taker.toLowerCase() !== taker.toUpperCase();
  // A letter would take the meaning of its other case, too, once both are lowered.
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

/** The pattern with another escape character, which stands for nothing else in it. */
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

/** Two '%' with something after each. */
const severalPlaces = '%[^%]+%+[^%]';
