import type { DiscoveredTable } from '../sources/source.ts';
import { SourceError } from '../sources/source-error.ts';

export interface DiscoveryLimits {
  readonly tables: number;
  /** Total over all tables. */
  readonly columns: number;
  /** Total of names, types, comments and notes. */
  readonly characters: number;
}

const discoveryLimits: DiscoveryLimits = {
  tables: 100_000,
  columns: 2_000_000,
  characters: 256 * 2 ** 20,
};

/**
 * Bounds the size of a discovery: its result is stored in the metadata, so a source must not choose
 * the size.
 */
export class DiscoveryBounds {
  readonly #limits: DiscoveryLimits;
  #tables = 0;
  #columns = 0;
  #characters = 0;

  constructor(limits = discoveryLimits) {
    this.#limits = limits;
  }

  /** Throws a SourceError (`unsupported`) above the limits of a connection. */
  add(tables: readonly DiscoveredTable[]): void {
    for (const table of tables) {
      this.#tables += 1;
      this.#columns += table.columns.length;
      this.#characters += charactersOf(table);
    }
    const { tables: most, columns, characters } = this.#limits;
    if (this.#tables > most) throw tooMany(most, 'tables');
    if (this.#columns > columns) throw tooMany(columns, 'columns');
    if (this.#characters > characters)
      throw tooMany(characters, 'characters of names, types and comments');
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
