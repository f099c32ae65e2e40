import type { DiscoveredTable } from '../source.ts';

/** Characters of a message, roughly: some 5,000 columns. */
const charactersOfPart = 2 ** 20;
/** Fixed weight of a column, in characters. */
const columnCharacters = 100;

/**
 * Splits tables into messages that the service can process in one turn, in order. The source's
 * owner decides the width of tables and the length of comments: 500 tables of 2,000 columns came as
 * one message of a million columns.
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
