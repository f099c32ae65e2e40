import type { DiscoveredTable } from '../source.ts';

/** Characters of a message, roughly: some 5,000 columns. */
const charactersOfPart = 2 ** 20;
/** What a column takes beside its texts. */
const columnCharacters = 100;

/**
 * Tables in messages that the service can deal with in a turn, in their order: how wide tables are,
 * and how much is said of them, is whoever's who made them. 500 of 2,000 columns came as one of a
 * million columns.
 */
export function* partsOf(
  tables: readonly DiscoveredTable[],
  most = charactersOfPart,
): Generator<readonly DiscoveredTable[]> {
  let part: DiscoveredTable[] = [];
  let characters = 0;
  for (const table of tables) {
    const own = charactersOf(table);
    if (part.length > 0 && characters + own > most) {
      yield part;
      [part, characters] = [[], 0];
    }
    part.push(table);
    characters += own;
  }
  if (part.length > 0) yield part;
}

function charactersOf({ name, comment, columns }: DiscoveredTable): number {
  let characters = columnCharacters + name.length + (comment?.length ?? 0);
  for (const column of columns) {
    characters += columnCharacters + column.name.length + (column.comment?.length ?? 0);
    characters += column.type.length + column.sourceType.length;
  }
  return characters;
}
