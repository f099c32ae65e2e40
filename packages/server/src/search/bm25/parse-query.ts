import { type AnalyserSettings, termsOf } from './analyser.ts';

/**
 * What a row is asked for: a word, the words of a phrase in their order, or all words that begin
 * so.
 */
export interface Clause {
  /** `must`: rows without it are no hits; `not`: rows with it; `may`: it adds to the score. */
  readonly asks: 'must' | 'may' | 'not';
  readonly kind: 'word' | 'phrase' | 'prefix';
  /** One, or those of a phrase, as they are in the index. */
  readonly terms: readonly string[];
}

/** A sign, then a phrase in double quotes or anything up to white space or such a quote. */
const piece = /([+-]?)(?:"([^"]*)"|([^\s"]+))/gu;

/**
 * Reads `words "a phrase" +must -not begin*`. What is none of these forms is read as words: a sign
 * or a quote alone means nothing. A word with a sign that is several terms (`+follow-up`) is a
 * phrase.
 */
export function parseQuery(text: string, settings: AnalyserSettings): Clause[] {
  const clauses: Clause[] = [];
  for (const [, sign = '', quoted, plain = ''] of text.matchAll(piece)) {
    const asks = sign === '+' ? 'must' : sign === '-' ? 'not' : 'may';
    const terms = termsOf(quoted ?? plain, settings);
    const [first, ...others] = terms;
    if (first === undefined) continue;
    const isPrefix =
      quoted === undefined && others.length === 0 && plain.endsWith('*') && settings.ngram === 0;
    if (isPrefix) clauses.push({ asks, kind: 'prefix', terms });
    else if (others.length === 0) clauses.push({ asks, kind: 'word', terms });
    else if (quoted !== undefined || asks !== 'may') clauses.push({ asks, kind: 'phrase', terms });
    else for (const term of terms) clauses.push({ asks, kind: 'word', terms: [term] });
  }
  return clauses;
}
