import type { Arguments, CallOptions, OperationList } from './operation.ts';

/** Fetches one page. */
export type PageCall<Page> = (args: Arguments, options: CallOptions) => Promise<Page>;

/**
 * A listing. `await` gives the requested page; iteration gives every item from there on, page by
 * page.
 *
 * const page = await client.databases.list({ limit: 10 });
 * for await (const database of client.databases.list()) ...
 */
export class ListRequest<Page, Item> implements PromiseLike<Page>, AsyncIterable<Item> {
  readonly #call: PageCall<Page>;
  readonly #list: OperationList;
  readonly #args: Arguments;
  readonly #options: CallOptions;

  constructor(call: PageCall<Page>, list: OperationList, args: Arguments, options: CallOptions) {
    this.#call = call;
    this.#list = list;
    this.#args = args;
    this.#options = options;
  }

  // biome-ignore lint/suspicious/noThenProperty: it is awaited as a promise is.
  then<A = Page, B = never>(
    onPage?: ((page: Page) => A | PromiseLike<A>) | null,
    onError?: ((reason: unknown) => B | PromiseLike<B>) | null,
  ): Promise<A | B> {
    return this.#call(this.#args, this.#options).then(onPage, onError);
  }

  /** Page after page. */
  async *pages(): AsyncGenerator<Page, void, undefined> {
    const { by } = this.#list;
    let args = this.#args;
    for (let offset = Number(args.offset ?? 0); ; ) {
      const page = await this.#call(args, this.#options);
      yield page;
      const told = page as {
        readonly has_more?: boolean | null;
        readonly next_cursor?: string | null;
      };
      offset += this.#itemsOf(page).length;
      if (by === 'cursor' && told.next_cursor) args = { ...args, cursor: told.next_cursor };
      // A listing that does not say whether there is more ends with an empty page.
      else if (by === 'offset' && (told.has_more ?? this.#itemsOf(page).length > 0))
        args = { ...args, offset };
      else return;
    }
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Item, void, undefined> {
    for await (const page of this.pages()) yield* this.#itemsOf(page);
  }

  /** Collects all items into one list. */
  async all(): Promise<Item[]> {
    const all: Item[] = [];
    for await (const item of this) all.push(item);
    return all;
  }

  #itemsOf(page: Page): readonly Item[] {
    return (page as Readonly<Record<string, readonly Item[] | undefined>>)[this.#list.items] ?? [];
  }
}
