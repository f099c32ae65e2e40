import { type JsonValue, partPrinter, printJson } from '../json/json-value.ts';
import { FatalPathError } from './path-error.ts';

/**
 * UTF-16 units. `.**` gives a value once for each of its levels: 1 MB of JSON would become 3 GB.
 */
const maxLength = 2 ** 27;

/** Prints the items that a path gives of one value. What they are together is bounded. */
export class ItemPrinter {
  readonly #root: JsonValue;
  readonly #rootLength: number;
  #length = 0;
  #printPart: ((item: JsonValue) => string) | undefined;

  /** `rootLength`: about that of the root's text. */
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
    // What is longer than the whole has parts of it several times.
    if (!this.#printPart && this.#length > 2 * this.#rootLength)
      this.#printPart = partPrinter(this.#root);
    return text;
  }
}
