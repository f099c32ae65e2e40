import type { Kysely, Selectable, Transaction } from 'kysely';
import type { EmbeddedTexts } from './embedding-tables.ts';
import type { Metadata } from './open-metadata.ts';
import type { MetadataSchema } from './schema.ts';

type Db = Kysely<MetadataSchema> | Transaction<MetadataSchema>;

export type EmbeddedTextRow = Selectable<EmbeddedTexts>;

/** Keys per statement; PostgreSQL and SQLite take at least 32,766 parameters. */
const keysPerStatement = 1_000;
const rowsPerStatement = 200;
const removedPerStep = 1_000;

/** The stored vectors of the keys. */
export async function findEmbeddedTexts(
  db: Db,
  workspaceId: string,
  keys: readonly string[],
): Promise<Pick<EmbeddedTextRow, 'key' | 'vector' | 'used_at'>[]> {
  const found = [];
  for (let start = 0; start < keys.length; start += keysPerStatement) {
    found.push(
      ...(await db
        .selectFrom('embedded_texts')
        .select(['key', 'vector', 'used_at'])
        .where('workspace_id', '=', workspaceId)
        .where('key', 'in', keys.slice(start, start + keysPerStatement))
        .execute()),
    );
  }
  return found;
}

/** Existing rows stay unchanged. */
export async function keepEmbeddedTexts(db: Db, rows: readonly EmbeddedTextRow[]): Promise<void> {
  for (let start = 0; start < rows.length; start += rowsPerStatement) {
    await db
      .insertInto('embedded_texts')
      .values(rows.slice(start, start + rowsPerStatement))
      .onConflict((on) => on.columns(['workspace_id', 'key']).doNothing())
      .execute();
  }
}

export async function touchEmbeddedTexts(
  db: Db,
  workspaceId: string,
  keys: readonly string[],
  now: number,
): Promise<void> {
  for (let start = 0; start < keys.length; start += keysPerStatement) {
    await db
      .updateTable('embedded_texts')
      .set({ used_at: now })
      .where('workspace_id', '=', workspaceId)
      .where('key', 'in', keys.slice(start, start + keysPerStatement))
      .execute();
  }
}

/**
 * Deletes the least recently used vectors until each workspace has at most `maxBytes`. Returns the
 * number of deleted rows.
 */
export async function trimEmbeddedTexts(
  metadata: Metadata,
  maxBytes: number,
  signal: AbortSignal,
): Promise<number> {
  const kept = await metadata.db
    .selectFrom('embedded_texts')
    .select(['workspace_id', (eb) => eb.fn.sum<number>('size_bytes').as('bytes')])
    .groupBy('workspace_id')
    .execute();
  let removed = 0;
  for (const { workspace_id, bytes } of kept) {
    for (let over = Number(bytes) - maxBytes; over > 0 && !signal.aborted; ) {
      const oldest = await metadata.db
        .selectFrom('embedded_texts')
        .select(['key', 'size_bytes'])
        .where('workspace_id', '=', workspace_id)
        .orderBy('used_at')
        .limit(removedPerStep)
        .execute();
      const gone: string[] = [];
      for (const { key, size_bytes } of oldest) {
        if (over <= 0) break;
        over -= size_bytes;
        gone.push(key);
      }
      if (gone.length === 0) break;
      await metadata.db
        .deleteFrom('embedded_texts')
        .where('workspace_id', '=', workspace_id)
        .where('key', 'in', gone)
        .execute();
      removed += gone.length;
    }
  }
  return removed;
}
