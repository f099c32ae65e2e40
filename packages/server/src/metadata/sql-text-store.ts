import { createHash } from 'node:crypto';
import type { Kysely, Transaction } from 'kysely';
import { newId } from '../kernel/ids.ts';
import { LruCache } from '../kernel/lru-cache.ts';
import type { MetadataSchema } from './schema.ts';

type Db = Kysely<MetadataSchema> | Transaction<MetadataSchema>;

/** A SQL text is stored once in its workspace, and stays as long as that. */
export interface SqlText {
  readonly workspaceId: string;
  readonly sql: string;
  readonly now: number;
}

/** SHA-256 of the SQL text, hex: `sql_hash`. */
export function hashSql(sql: string): string {
  return createHash('sha256').update(sql).digest('hex');
}

const storedTexts = new LruCache<string>(10_000);
const cacheKey = ({ workspaceId, sql }: SqlText) => `${workspaceId}:${hashSql(sql)}`;

/** Id of the stored text; stores it where it is not. */
export async function sqlTextId(db: Db, text: SqlText): Promise<string> {
  const known = storedTexts.get(cacheKey(text));
  if (known) return known;
  const hash = hashSql(text.sql);
  await db
    .insertInto('sql_texts')
    .values({
      id: newId('sqlText'),
      workspace_id: text.workspaceId,
      sql_hash: hash,
      sql_text: text.sql,
      created_at: text.now,
    })
    .onConflict((on) => on.columns(['workspace_id', 'sql_hash']).doNothing())
    .execute();
  const row = await db
    .selectFrom('sql_texts')
    .select('id')
    .where('workspace_id', '=', text.workspaceId)
    .where('sql_hash', '=', hash)
    .executeTakeFirstOrThrow();
  return row.id;
}

/** Spares the next run of the text the question. Only for a text whose storing is committed. */
export function rememberSqlText(text: SqlText, id: string): void {
  storedTexts.set(cacheKey(text), id, 1);
}
