import { hashOfUnits } from './analyser.ts';
import { TermTable } from './term-table.ts';
import type { WordForm } from './word-forms.ts';

const leftOut = -1;

/**
 * Words as texts have them, each with the number of its form in the index: a form is computed once
 * for a word, not for each occurrence.
 */
export class FormedTerms {
  readonly #form: WordForm;
  readonly #words = new TermTable();
  readonly #ids: number[] = [];

  constructor(form: WordForm) {
    this.#form = form;
  }

  /** Bytes of the words. */
  get unitBytes(): number {
    return this.#words.unitBytes;
  }

  /** The number of the word's form in `terms`; -1 if the word has none. */
  idOf(units: Uint16Array, length: number, hash: number, terms: TermTable): number {
    const word = this.#words.idOf(units, length, hash);
    const known = this.#ids[word];
    if (known !== undefined) return known;
    const formed = this.#form(this.#words.textOf(word));
    const id = formed === null ? leftOut : idOfText(formed, terms);
    this.#ids[word] = id;
    return id;
  }
}

function idOfText(text: string, terms: TermTable): number {
  const units = Uint16Array.from({ length: text.length }, (_unused, at) => text.charCodeAt(at));
  return terms.idOf(units, units.length, hashOfUnits(units, units.length));
}
