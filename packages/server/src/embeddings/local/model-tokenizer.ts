import { Tokenizer } from '@huggingface/tokenizers';
import { partRead } from './part-read.ts';

/**
 * Converts texts to the ids of a model's tokens, including the tokens that begin and end a text.
 */
export class ModelTokenizer {
  readonly #tokenizer: Tokenizer;
  /** The number of added tokens of every text, and the number of those at its end. */
  readonly #marks: { readonly all: number; readonly last: number };

  /** `file` and `settings` are the contents of tokenizer.json and tokenizer_config.json. */
  constructor(file: object, settings: object) {
    this.#tokenizer = new Tokenizer(file, settings);
    const marked: readonly number[] = this.#tokenizer.encode('a').ids;
    const plain: readonly number[] = this.#tokenizer.encode('a', {
      add_special_tokens: false,
    }).ids;
    const all = marked.length - plain.length;
    const first = marked.findIndex((_, place) => plain.every((id, n) => marked[place + n] === id));
    this.#marks = { all, last: Math.max(0, all - Math.max(0, first)) };
  }

  /** Cuts as Hugging Face's tokenizers do: the text is cut, and the end tokens stay. */
  idsOf(text: string, maxTokens: number): readonly number[] {
    const ids: readonly number[] = this.#tokenizer.encode(partRead(text, maxTokens)).ids;
    if (ids.length <= maxTokens) return ids;
    const { last } = this.#marks;
    return [...ids.slice(0, maxTokens - last), ...ids.slice(ids.length - last)];
  }
}
