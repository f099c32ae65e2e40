import type { DiscoveredTable } from '../../sources/source.ts';
import { SourceError } from '../../sources/source-error.ts';

export interface DiscoveryLimits {
  readonly tables: number;
  /** Of all tables. */
  readonly columns: number;
  /** Of all names, types, comments and notes. */
  readonly characters: number;
}

const discoveryLimits: DiscoveryLimits = {
  tables: 100_000,
  columns: 2_000_000,
  characters: 256 * 2 ** 20,
};

/**
 * What a discovery found so far. The service's own process holds it, so a source must not choose
 * how much that is.
 */
export class FoundTables {
  readonly tables: DiscoveredTable[] = [];
  readonly #limits: DiscoveryLimits;
  #columns = 0;
  #characters = 0;

  constructor(limits = discoveryLimits) {
    this.#limits = limits;
  }

  /** Throws a SourceError (`unsupported`) for more than a connection takes. */
  add(tables: readonly DiscoveredTable[]): void {
    for (const table of tables) {
      this.#columns += table.columns.length;
      this.#characters += charactersOf(table);
      if (this.tables.length >= this.#limits.tables) throw tooMany(this.#limits.tables, 'tables');
      if (this.#columns > this.#limits.columns) throw tooMany(this.#limits.columns, 'columns');
      if (this.#characters > this.#limits.characters)
        throw tooMany(this.#limits.characters, 'characters of names, types and comments');
      this.tables.push(table);
    }
  }
}

function charactersOf({ schema, name, comment, primaryKey, columns }: DiscoveredTable): number {
  let characters = schema.length + name.length + (comment?.length ?? 0);
  for (const key of primaryKey) characters += key.length;
  for (const column of columns) {
    characters += column.name.length + column.sourceType.length + column.type.length;
    characters += (column.comment?.length ?? 0) + (column.note?.length ?? 0);
  }
  return characters;
}

const tooMany = (limit: number, what: string) =>
  new SourceError(
    'unsupported',
    `The source shows more than ${limit.toLocaleString('en')} ${what}, which is more than a connection takes; connect as a ` +
      'user who may read fewer of its tables',
  );
