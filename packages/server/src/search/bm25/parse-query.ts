import { type AnalyserSettings, termsOf } from './analyser.ts';
import { wordFormOf } from './word-forms.ts';

/** A condition on a row: a word, the words of a phrase in order, or all words with a prefix. */
export interface Clause {
  /**
   * `must`: a hit has the clause; `not`: a hit lacks the clause; `may`: the clause adds to the
   * score.
   */
  readonly asks: 'must' | 'may' | 'not';
  readonly kind: 'word' | 'phrase' | 'prefix';
  /** One term, or the terms of a phrase, in the index's form. */
  readonly terms: readonly string[];
}

/** A sign, then a phrase in double quotes or anything up to white space or such a quote. */
const piece = /([+-]?)(?:"([^"]*)"|([^\s"]+))/gu;

/**
 * Reads `words "a phrase" +must -not begin*`. Any other text is read as words: a sign or a quote
 * alone means nothing. A word with a sign that makes several terms (`+follow-up`) is a phrase. Stop
 * words are left out, also of phrases. A prefix is compared with the words of the index, which are
 * stems if the index has stemming.
 */
export function parseQuery(text: string, settings: AnalyserSettings): Clause[] {
  const clauses: Clause[] = [];
  const form = wordFormOf(settings);
  const inIndex = (word: string) => (form === null ? word : form(word));
  for (const [, sign = '', quoted, plain = ''] of text.matchAll(piece)) {
    const asks = sign === '+' ? 'must' : sign === '-' ? 'not' : 'may';
    const words = termsOf(quoted ?? plain, settings);
    const isPrefix =
      quoted === undefined && words.length === 1 && plain.endsWith('*') && settings.ngram === 0;
    if (isPrefix) {
      clauses.push({ asks, kind: 'prefix', terms: words });
      continue;
    }
    const terms = words.flatMap((word) => inIndex(word) ?? []);
    const [first, ...others] = terms;
    if (first === undefined) continue;
    if (others.length === 0) clauses.push({ asks, kind: 'word', terms });
    else if (quoted !== undefined || asks !== 'may') clauses.push({ asks, kind: 'phrase', terms });
    else for (const term of terms) clauses.push({ asks, kind: 'word', terms: [term] });
  }
  return clauses;
}
