/**
 * The division of a text into terms. Words are runs of letters, digits and marks (Unicode), in
 * lower case; of a word longer than 64 UTF-16 units the first 64 count. For languages written
 * without spaces, terms are the character n-grams of each run.
 */
export interface AnalyserSettings {
  /** Characters of an n-gram; 0: words. */
  readonly ngram: number;
  /** The language of the stemming rules (`word-forms.ts`). */
  readonly stemming?: string | null;
  /** The language of the stop words, which texts and searches leave out. */
  readonly stopWords?: string | null;
}

export const plainWords: AnalyserSettings = { ngram: 0 };

/** The longest word, in UTF-16 units. */
export const longestWord = 64;

/**
 * Table by UTF-16 unit: the unit within a term; 0 for the end of a term; the unit itself for half
 * of a surrogate pair.
 */
let foldOfUnit: Uint16Array | undefined;

function foldTable(): Uint16Array {
  if (foldOfUnit) return foldOfUnit;
  const table = new Uint16Array(65_536);
  const inWord = /[\p{L}\p{N}\p{M}]/u;
  for (let unit = 0; unit < 65_536; unit += 1) {
    const character = String.fromCharCode(unit);
    // A capital that becomes several units (İ) folds to the first of them.
    if (isSurrogate(unit)) table[unit] = unit;
    else if (inWord.test(character)) table[unit] = character.toLowerCase().charCodeAt(0);
  }
  foldOfUnit = table;
  return table;
}

const isSurrogate = (unit: number) => unit >= 0xd800 && unit < 0xe000;
const isWordCharacter = /^[\p{L}\p{N}\p{M}]$/u;
/** A character from this code on may be composed with the previous character. */
const mayCompose = /[\u0300-\uffff]/;

const hashSeed = 0x811c9dc5;
const hashFactor = 0x01000193;

/**
 * Takes a term: the first `length` units of an array of UTF-16 units, and their hash. The reader
 * reuses the array afterwards.
 */
export type TakeTerm = (units: Uint16Array, length: number, hash: number) => void;

/** Reads the terms of texts in order. */
export class TermReader {
  readonly #fold = foldTable();
  readonly #units = new Uint16Array(longestWord);
  readonly #ngram: number;
  /** The run being read, for n-grams. */
  #run = '';

  constructor({ ngram }: AnalyserSettings) {
    this.#ngram = ngram;
  }

  read(text: string, take: TakeTerm): void {
    const written = mayCompose.test(text) ? text.normalize('NFC') : text;
    const fold = this.#fold;
    const units = this.#units;
    const isWords = this.#ngram === 0;
    let length = 0;
    let hash = hashSeed;
    for (let at = 0; at < written.length; at += 1) {
      const unit = written.charCodeAt(at);
      const folded = fold[unit] ?? 0;
      if (folded !== 0 && !isSurrogate(unit)) {
        if (!isWords) this.#run += String.fromCharCode(folded);
        else if (length < longestWord) {
          units[length] = folded;
          length += 1;
          hash = Math.imul(hash ^ folded, hashFactor);
        }
        continue;
      }
      const pair = folded === 0 ? '' : wordPair(written, at);
      if (pair !== '') {
        at += 1;
        if (!isWords) this.#run += pair;
        else if (length + 2 <= longestWord) {
          units[length] = pair.charCodeAt(0);
          units[length + 1] = pair.charCodeAt(1);
          length += 2;
          hash = Math.imul(
            Math.imul(hash ^ pair.charCodeAt(0), hashFactor) ^ pair.charCodeAt(1),
            hashFactor,
          );
        }
        continue;
      }
      if (length > 0) take(units, length, hash);
      else if (this.#run !== '') this.#takeGrams(take);
      length = 0;
      hash = hashSeed;
    }
    if (length > 0) take(units, length, hash);
    else if (this.#run !== '') this.#takeGrams(take);
  }

  /** A run shorter than an n-gram is one term. */
  #takeGrams(take: TakeTerm): void {
    const characters = Array.from(this.#run);
    this.#run = '';
    const last = Math.max(0, characters.length - this.#ngram);
    for (let start = 0; start <= last; start += 1) {
      let length = 0;
      let hash = hashSeed;
      for (const character of characters.slice(start, start + this.#ngram)) {
        for (let at = 0; at < character.length; at += 1) {
          const unit = character.charCodeAt(at);
          this.#units[length] = unit;
          length += 1;
          hash = Math.imul(hash ^ unit, hashFactor);
        }
      }
      take(this.#units, length, hash);
    }
  }
}

/** The letter or digit of a surrogate pair at `at`, in lower case; '' without one. */
function wordPair(text: string, at: number): string {
  const character = String.fromCodePoint(text.codePointAt(at) ?? 0);
  return character.length === 2 && isWordCharacter.test(character) ? character.toLowerCase() : '';
}

/** The hash of a term, as the reader of texts computes it. */
export function hashOfUnits(units: Uint16Array, length: number): number {
  let hash = hashSeed;
  for (let at = 0; at < length; at += 1) hash = Math.imul(hash ^ (units[at] ?? 0), hashFactor);
  return hash;
}

/** The words or n-grams of a short text, such as a query's, unchanged except for their case. */
export function termsOf(text: string, settings: AnalyserSettings): string[] {
  const terms: string[] = [];
  new TermReader(settings).read(text, (units, length) => {
    terms.push(String.fromCharCode(...units.subarray(0, length)));
  });
  return terms;
}
