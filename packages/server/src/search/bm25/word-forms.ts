import { createRequire } from 'node:module';
import { type AnalyserSettings, longestWord, termsOf } from './analyser.ts';

/**
 * The form of a word in the index: its stem, itself, or null for a stop word, which is left out.
 */
export type WordForm = (word: string) => string | null;

const require = createRequire(import.meta.url);

/** Languages with another name in the packages. */
const packageNames: Readonly<Record<string, string>> = { hindi: 'indian' };

const known = new Map<string, WordForm>();

/** Null if every word is its own form. */
export function wordFormOf({ stemming, stopWords }: AnalyserSettings): WordForm | null {
  if (!stemming && !stopWords) return null;
  const key = `${stemming} ${stopWords}`;
  const form = known.get(key) ?? makeForm(stemming, stopWords);
  known.set(key, form);
  return form;
}

function makeForm(
  stemming: string | undefined | null,
  stopWords: string | undefined | null,
): WordForm {
  const left = stopWords ? stopWordsOf(stopWords) : new Set<string>();
  const stem = stemming ? stemmerOf(stemming) : (word: string) => word;
  return (word) => (left.has(word) ? null : stem(word).slice(0, longestWord) || word);
}

/**
 * Snowball's algorithms, made by its compiler (Porter's first one for English); loaded when an
 * index needs them.
 */
export function stemmerOf(language: string): (word: string) => string {
  const loaded = require(`@orama/stemmers/${packageNames[language] ?? language}`);
  return (loaded as { readonly stemmer: (word: string) => string }).stemmer;
}

/** Stop words as words of an index: an entry that makes several words (`don't`) is left out. */
export function stopWordsOf(language: string): ReadonlySet<string> {
  const loaded = require(`@orama/stopwords/${packageNames[language] ?? language}`);
  const { stopwords } = loaded as { readonly stopwords: readonly string[] };
  return new Set(
    stopwords.flatMap((word) => {
      const terms = termsOf(word, { ngram: 0 });
      return terms.length === 1 ? terms : [];
    }),
  );
}
