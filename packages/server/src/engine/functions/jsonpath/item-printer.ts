import { type JsonValue, partPrinter, printJson } from '../json/json-value.ts';
import { FatalPathError } from './path-error.ts';

/**
 * The limit in UTF-16 units. `.**` returns a value once for each of its levels: 1 MB of JSON would
 * become 3 GB.
 */
const maxLength = 2 ** 27;

/** Prints the items of a path over one value, up to a total length. */
export class ItemPrinter {
  readonly #root: JsonValue;
  readonly #rootLength: number;
  #length = 0;
  #printPart: ((item: JsonValue) => string) | undefined;

  /** `rootLength` is the approximate length of the root's text. */
  constructor(root: JsonValue, rootLength: number) {
    this.#root = root;
    this.#rootLength = rootLength;
  }

  /** Throws 54000. */
  print(item: JsonValue): string {
    const text = this.#printPart ? this.#printPart(item) : printJson(item);
    this.#length += text.length;
    if (this.#length > maxLength) {
      const words =
        'the items of the jsonpath are larger than 128 MiB together; select fewer of them';
      throw new FatalPathError('54000', words);
    }
    // Output longer than the root repeats parts of the root.
    if (!this.#printPart && this.#length > 2 * this.#rootLength)
      this.#printPart = partPrinter(this.#root);
    return text;
  }
}
