import type { Client } from '@quern/client';

/** Names of a database for completion. */
export interface KnownNames {
  readonly tables: readonly string[];
  /** Columns by table. */
  readonly columns: ReadonlyMap<string, readonly string[]>;
}

const mostTables = 2000;

export async function knownNames(client: Client, databaseId: string): Promise<KnownNames> {
  const { default_connection_id: connectionId, default_schema: mainSchema } =
    await client.databases.get({
      database_id: databaseId,
    });
  const columns = new Map<string, string[]>();
  const listing = client.informationSchema.list({
    connection_id: connectionId,
    include_columns: true,
    limit: 500,
  });
  for await (const table of listing) {
    const name =
      table.schema === mainSchema
        ? quoted(table.table)
        : `${quoted(table.schema)}.${quoted(table.table)}`;
    columns.set(
      name,
      (table.columns ?? []).map((column) => quoted(column.name)),
    );
    if (columns.size >= mostTables) break;
  }
  return { tables: [...columns.keys()], columns };
}

/** Always in quotes: a bare `user`, `order` or `current_date` means something else. */
const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;

const keywords =
  `SELECT FROM WHERE GROUP BY HAVING ORDER LIMIT OFFSET JOIN LEFT RIGHT FULL INNER CROSS ON USING AS AND OR NOT IN IS NULL LIKE ILIKE BETWEEN
  EXISTS DISTINCT UNION ALL EXCEPT INTERSECT WITH RECURSIVE CASE WHEN THEN ELSE END CAST VALUES OVER PARTITION ASC DESC COUNT SUM AVG MIN MAX
  EXPLAIN ANALYZE DESCRIBE SHOW TABLES SUMMARIZE`.split(/\s+/);

/**
 * The completions of the last word of a line, and the word: tables after FROM and JOIN, otherwise
 * columns of the line's tables first.
 */
export function wordsFor({ tables, columns }: KnownNames, line: string): [string[], string] {
  const [word = ''] = /[\w".]*$/.exec(line) ?? [];
  const before = line.slice(0, line.length - word.length);
  if (/\b(from|join|describe|summarize)\s+$/i.test(before))
    return [startingWith(tables, word), word];
  const mentioned = tables.filter((table) => bare(line).includes(bare(table)));
  const near = (mentioned.length > 0 ? mentioned : tables).flatMap(
    (table) => columns.get(table) ?? [],
  );
  const isLower = word !== '' && word === word.toLowerCase();
  const words = isLower ? keywords.map((keyword) => keyword.toLowerCase()) : keywords;
  return [startingWith([...new Set([...near, ...tables, ...words])], word), word];
}

/**
 * A name is found by its letters, typed with quotes or without; after a typed quote only names
 * complete.
 */
function startingWith(words: readonly string[], start: string): string[] {
  const found = words.filter((word) => bare(word).startsWith(bare(start)));
  return start.includes('"') ? found.filter((word) => word.includes('"')) : found;
}

const bare = (text: string) => text.replaceAll('"', '').toLowerCase();
