import type { Edit } from './edit.ts';
import { isName, type Token, textOf, toNamePart } from './tokens.ts';

/**
 * A column qualified by catalog, schema and table (`default.main.t.id`) follows its table if the
 * text reads a table of that full name once, or always AT the same snapshot. Any other qualified
 * column stays as written, and names nothing.
 */
export class FullNames {
  readonly #marks = new Map<string, Set<string>>();
  readonly #places = new Set<number>();
  readonly #foldsCase: boolean;

  constructor(foldsCase: boolean) {
    this.#foldsCase = foldsCase;
  }

  add(parts: readonly Token[], mark: string): void {
    const name = this.#nameOf(parts);
    this.#marks.set(name, (this.#marks.get(name) ?? new Set()).add(mark));
    this.#places.add(parts[0]?.start ?? 0);
  }

  editsOfColumns(tokens: readonly Token[]): Edit[] {
    if (this.#marks.size === 0) return [];
    const columns: { head: Token; name: string }[] = [];
    for (let first = 0; first < tokens.length; first += 1) {
      if (!isName(tokens[first])) continue;
      let last = first;
      while (textOf(tokens, last + 1) === '.' && last - first < 8) last += 2;
      const parts = tokens.slice(first, last + 1).filter(({ text }) => text !== '.');
      const [head] = parts;
      if (head !== undefined && parts.length >= 3 && !this.#places.has(head.start)) {
        const name = this.#nameOf(parts.slice(0, 3));
        if (parts.length === 3) this.#marks.delete(name);
        else columns.push({ head, name });
      }
      first = last;
    }
    return columns.flatMap(({ head, name }) => {
      const [mark, another] = this.#marks.get(name) ?? [];
      if (mark === undefined || another !== undefined) return [];
      return [{ start: head.start, end: head.start + head.text.length, text: `"${mark}"` }];
    });
  }

  #nameOf(parts: readonly Token[]): string {
    return JSON.stringify(parts.map((part) => toNamePart(part, this.#foldsCase).name));
  }
}
