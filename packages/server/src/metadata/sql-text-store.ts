import { hash } from 'node:crypto';
import type { Kysely, Transaction } from 'kysely';
import { newId } from '../kernel/ids.ts';
import { LruCache } from '../kernel/lru-cache.ts';
import type { MetadataSchema } from './schema.ts';

type Db = Kysely<MetadataSchema> | Transaction<MetadataSchema>;

/** A SQL text, stored once per workspace while a run or a saved query references the text. */
export interface SqlText {
  readonly workspaceId: string;
  readonly sql: string;
  readonly now: number;
}

/** SHA-256 of the SQL text, hex: `sql_hash`. */
export function hashSql(sql: string): string {
  return hash('sha256', sql, 'hex');
}

/** A cache of the ids of about 8,000 texts, by digest. */
const storedTextBytes = 2 * 2 ** 20;
const storedTexts = new LruCache<{ readonly id: string; readonly since: number }>(storedTextBytes);
/**
 * A sweep deletes texts after a day without reference. A longer cache time could return the id of a
 * deleted text.
 */
const rememberedMs = 3_600_000;
const cacheKey = ({ workspaceId, sql }: SqlText) => `${workspaceId}:${hashSql(sql)}`;

/** Returns the id of the text, and stores a new text. */
export async function sqlTextId(db: Db, text: SqlText): Promise<string> {
  const known = storedTexts.get(cacheKey(text));
  if (known && text.now - known.since < rememberedMs) return known.id;
  const hash = hashSql(text.sql);
  // Returns a row only if the statement wrote: an existing text with references stays unchanged.
  const written = await db
    .insertInto('sql_texts')
    .values({
      id: newId('sqlText'),
      workspace_id: text.workspaceId,
      sql_hash: hash,
      sql_text: text.sql,
      created_at: text.now,
    })
    .onConflict((on) =>
      on
        .columns(['workspace_id', 'sql_hash'])
        .doUpdateSet({ unnamed_since: null })
        .where('sql_texts.unnamed_since', 'is not', null),
    )
    .returning('id')
    .executeTakeFirst();
  if (written) return written.id;
  const row = await db
    .selectFrom('sql_texts')
    .select('id')
    .where('workspace_id', '=', text.workspaceId)
    .where('sql_hash', '=', hash)
    .executeTakeFirstOrThrow();
  return row.id;
}

/** Lets the next run of the text skip the lookup. Only for a text whose insertion is committed. */
export function rememberSqlText(text: SqlText, id: string): void {
  const key = cacheKey(text);
  const known = storedTexts.get(key);
  if (!known || text.now - known.since >= rememberedMs)
    storedTexts.set(key, { id, since: text.now }, key.length + id.length + 150);
}
